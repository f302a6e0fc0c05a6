import {
  ACESFilmicToneMapping,
  Box3,
  Color,
  DirectionalLight,
  type Group,
  HemisphereLight,
  Mesh,
  PerspectiveCamera,
  Scene,
  Texture,
  Vector3,
  WebGLRenderer,
} from 'three'
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js'
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js'

export interface ModelScene {
  /** Parses a GLB and shows it whole; rejects when it is none. */
  load: (bytes: ArrayBuffer) => Promise<{ triangles: number; size: [number, number, number] }>
  /** Sun by the hour of the day, 5 to 20. */
  setHour: (hour: number) => void
  /** Back to the view that shows the whole model. */
  frame: () => void
  resize: (width: number, height: number) => void
  dispose: () => void
}

/** Frees what a model holds on the graphics card. */
function free(model: Group): void {
  model.traverse((node) => {
    if (!(node instanceof Mesh)) return
    node.geometry.dispose()
    for (const material of [node.material].flat()) {
      for (const value of Object.values(material)) if (value instanceof Texture) value.dispose()
      material.dispose()
    }
  })
}

function countTriangles(model: Group): number {
  let count = 0
  model.traverse((node) => {
    if (!(node instanceof Mesh)) return
    const { index, attributes } = node.geometry
    count += (index?.count ?? attributes.position?.count ?? 0) / 3
  })
  return Math.round(count)
}

/**
 * An orbit viewer of one model.
 * @throws Error where the browser has no WebGL
 */
export function createModelScene(canvas: HTMLCanvasElement): ModelScene {
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true })
  renderer.setPixelRatio(Math.min(devicePixelRatio, 2))
  renderer.toneMapping = ACESFilmicToneMapping
  const scene = new Scene()
  const camera = new PerspectiveCamera(40, 1, 0.01, 10_000)
  const sun = new DirectionalLight(0xffffff, 3)
  scene.add(sun, new HemisphereLight(0xdfe9f2, 0x8a8377, 1.4))
  const controls = new OrbitControls(camera, canvas)
  const draw = () => renderer.render(scene, camera)
  controls.addEventListener('change', draw)
  controls.listenToKeyEvents(canvas)
  const middle = new Vector3()
  let reach = 1
  let model: Group | null = null

  const frame = () => {
    camera.position.copy(middle).add(new Vector3(1, 0.6, 1.2).normalize().multiplyScalar(reach * 2.4))
    camera.near = reach / 100
    camera.far = reach * 100
    camera.updateProjectionMatrix()
    controls.target.copy(middle)
    controls.update()
    draw()
  }
  return {
    async load(bytes) {
      const { scene: loaded } = await new GLTFLoader().parseAsync(bytes, '')
      if (model) {
        scene.remove(model)
        free(model)
      }
      model = loaded
      scene.add(loaded)
      const box = new Box3().setFromObject(loaded)
      const size = box.getSize(new Vector3())
      box.getCenter(middle)
      reach = Math.max(size.length() / 2, 0.001)
      frame()
      return { triangles: countTriangles(loaded), size: [size.x, size.y, size.z] }
    },
    setHour(hour) {
      const angle = ((hour - 5) / 15) * Math.PI
      sun.position.set(Math.cos(angle) * 10, Math.max(0.6, Math.sin(angle) * 10), 4)
      const warmth = 1 - Math.sin(angle)
      sun.color = new Color(1, 1 - warmth * 0.22, 1 - warmth * 0.5)
      draw()
    },
    frame,
    resize(width, height) {
      renderer.setSize(width, height, false)
      camera.aspect = width / Math.max(1, height)
      camera.updateProjectionMatrix()
      draw()
    },
    dispose() {
      controls.dispose()
      if (model) free(model)
      renderer.dispose()
    },
  }
}
