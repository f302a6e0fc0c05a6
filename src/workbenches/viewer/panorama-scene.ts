import {
  Mesh,
  MeshBasicMaterial,
  PerspectiveCamera,
  Scene,
  SphereGeometry,
  SRGBColorSpace,
  Texture,
  WebGLRenderer,
} from 'three'

const RADIUS = 100
/** Looking straight up or down has no right way round: stop a little before. */
const MAX_PITCH = (88 * Math.PI) / 180
/** Share of the speed that is left after a frame of 1/60 s. */
const FRICTION = 0.94
const STILL = 0.00005

export interface PanoramaScene {
  /** Shows an equirectangular picture. */
  show: (picture: ImageBitmap) => void
  /** Largest side of a picture that this graphics card takes, px. */
  readonly maxSide: number
  setFov: (degrees: number) => void
  /** Turns by CSS pixels of a drag. */
  drag: (dx: number, dy: number) => void
  /** Lets go of a drag: the view glides on with the speed of its last move, px a frame. */
  release: (dx: number, dy: number) => void
  /** Looks in a direction, radians: yaw to the right, pitch up. */
  look: (yaw: number, pitch: number) => void
  resize: (width: number, height: number) => void
  /** What is seen now, as a PNG. */
  snapshot: () => Promise<Blob>
  dispose: () => void
}

/**
 * A sphere seen from its middle. Renders only when something changed.
 * @throws Error where the browser has no WebGL
 */
export function createPanorama(canvas: HTMLCanvasElement, glide: boolean): PanoramaScene {
  const renderer = new WebGLRenderer({ canvas, antialias: true })
  renderer.setPixelRatio(Math.min(devicePixelRatio, 2))
  const scene = new Scene()
  const camera = new PerspectiveCamera(75, 1, 0.1, RADIUS * 2)
  camera.rotation.order = 'YXZ'
  const texture = new Texture()
  texture.colorSpace = SRGBColorSpace
  const geometry = new SphereGeometry(RADIUS, 96, 48)
  // Seen from inside: mirrored, so that text in the picture reads the right way round.
  geometry.scale(-1, 1, 1)
  // The middle of the picture is what one sees first.
  geometry.rotateY(-Math.PI / 2)
  const material = new MeshBasicMaterial({ map: texture })
  scene.add(new Mesh(geometry, material))

  const state = { yaw: 0, pitch: 0, speedX: 0, speedY: 0, frame: 0, shown: false }
  const draw = () => {
    camera.rotation.set(state.pitch, -state.yaw, 0)
    if (state.shown) renderer.render(scene, camera)
  }
  const turn = (dx: number, dy: number) => {
    const perPixel = (camera.fov * Math.PI) / 180 / Math.max(1, canvas.clientHeight)
    state.yaw -= dx * perPixel
    state.pitch = Math.min(MAX_PITCH, Math.max(-MAX_PITCH, state.pitch + dy * perPixel))
  }
  const tick = () => {
    state.frame = 0
    turn(state.speedX, state.speedY)
    state.speedX *= FRICTION
    state.speedY *= FRICTION
    draw()
    if (Math.hypot(state.speedX, state.speedY) > STILL * canvas.clientHeight * 10) queue()
  }
  const queue = () => {
    if (state.frame === 0) state.frame = requestAnimationFrame(tick)
  }
  const move = (dx: number, dy: number) => {
    state.speedX = 0
    state.speedY = 0
    turn(dx, dy)
    queue()
  }
  return {
    maxSide: renderer.capabilities.maxTextureSize,
    show(picture) {
      texture.image = picture
      texture.needsUpdate = true
      state.shown = true
      queue()
    },
    setFov(degrees) {
      camera.fov = degrees
      camera.updateProjectionMatrix()
      queue()
    },
    drag: move,
    release(dx, dy) {
      if (!glide) return
      state.speedX = dx
      state.speedY = dy
      queue()
    },
    look(yaw, pitch) {
      state.yaw = yaw
      state.pitch = Math.min(MAX_PITCH, Math.max(-MAX_PITCH, pitch))
      queue()
    },
    resize(width, height) {
      renderer.setSize(width, height, false)
      camera.aspect = width / Math.max(1, height)
      camera.updateProjectionMatrix()
      queue()
    },
    snapshot() {
      // The drawing buffer is only there within the frame that drew it.
      draw()
      return new Promise((resolve, reject) =>
        canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no image'))), 'image/png'),
      )
    },
    dispose() {
      cancelAnimationFrame(state.frame)
      geometry.dispose()
      material.dispose()
      texture.dispose()
      renderer.dispose()
    },
  }
}
