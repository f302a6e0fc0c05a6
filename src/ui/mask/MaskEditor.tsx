import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import { useObjectUrl } from '#src/ui/image/object-url.ts'
import { ZoomBar } from '#src/ui/image/ZoomBar.tsx'
import { placeOf } from '#src/ui/image/zoom.ts'
import { DraftOverlay } from './DraftOverlay.tsx'
import { editorSettings } from './editor-settings.ts'
import styles from './MaskEditor.module.css'
import { MaskActions, ToolRail } from './MaskToolbar.tsx'
import { MorePanel } from './MorePanel.tsx'
import { MASK_TOOLS, SCRIBBLE_HINT } from './mask-tools.ts'
import { ShortcutSheet } from './ShortcutSheet.tsx'
import { ToolOptions } from './ToolOptions.tsx'
import { type MaskEditing, type MaskEditorProps, useMaskEditor } from './use-mask-editor.ts'
import { ViewPainter } from './view-painter.ts'

/**
 * The mask editor: brush, eraser, things pointed at, magic wand, lasso, polygon and rectangle on a picture of
 * any size. One finger or the mouse draws, two fingers zoom and move; a wheel zooms; the middle button, the
 * space bar or the hand moves.
 */
export function MaskEditor(props: MaskEditorProps) {
  const editing = useMaskEditor(props)
  const { root, stage, zoom, state, blocked, jobs, brush, whole, tool, sheet, setSheet } = editing
  const [panel, setPanel] = useState(false)
  const panelId = useId()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only gives the focus back to the picture
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys keep their focus
    <div
      ref={root}
      className={styles.editor}
      onClick={({ detail, target }) => {
        // A button that was clicked must not take the space bar and Enter from the picture.
        const isButton = detail > 0 && target instanceof Element && target.closest('button')
        if (isButton && !isButton.closest('[role="dialog"], dialog')) stage.current?.focus()
      }}
    >
      <Stage editing={editing} image={props.image} picture={props.picture} otherwise={props.otherwise} />
      <ToolRail tool={tool} onTool={editing.choose} />
      <div className={styles.bar}>
        <ToolOptions
          jobs={jobs}
          tool={tool}
          brush={brush.value}
          maxBrush={brush.most}
          onBrush={brush.change}
          subtract={editing.subtract}
          onSubtract={editing.setSubtract}
          scribble={editing.scribble}
          onScribble={props.first === 'box' || props.first === 'lines' ? undefined : editing.setScribble}
        />
        <MaskActions
          state={state}
          off={blocked}
          whole={whole}
          panelId={panelId}
          panelOpen={panel}
          onPanel={() => setPanel(!panel)}
        />
        <span className={styles.zoom}>
          <ZoomBar zoom={zoom} />
        </span>
      </div>
      {panel ? (
        <MorePanel
          id={panelId}
          blank={state.blank}
          whole={whole}
          jobs={jobs}
          name={`${props.image.name.replace(/\.[^.]+$/, '')}-蒙版.png`}
          onSheet={() => {
            setPanel(false)
            setSheet(true)
          }}
          onClose={() => {
            setPanel(false)
            stage.current?.focus()
          }}
        />
      ) : null}
      {sheet ? <ShortcutSheet onClose={() => setSheet(false)} /> : null}
    </div>
  )
}

/** The picture with its mask, and whatever is being drawn on it. */
function Stage({
  editing,
  image,
  picture,
  otherwise,
}: { editing: MaskEditing } & Pick<MaskEditorProps, 'image' | 'picture' | 'otherwise'>) {
  const { stage, zoom, mask, jobs, brush, pointer, tool, moving, hidden } = editing
  const url = useObjectUrl(image)
  const canvas = usePainter(mask, zoom)
  const { view } = zoom
  const draws = (tool === 'brush' || tool === 'erase') && !moving
  const side = brush.size * view.scale
  return (
    <div
      ref={(element) => {
        stage.current = element
        zoom.ref(element)
      }}
      className={styles.stage}
      data-cursor={moving ? 'grab' : draws ? 'none' : 'crosshair'}
      role="application"
      aria-label="蒙版画布，按 ? 查看快捷键"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a canvas that takes keys
      tabIndex={0}
      onContextMenu={(event) => event.preventDefault()}
      {...pointer.handlers}
    >
      <div className={styles.layers} style={placeOf(view, picture)}>
        {url ? <img src={url} alt={image.name} draggable={false} /> : null}
      </div>
      <canvas ref={canvas} className={styles.mask} data-testid="mask-canvas" data-hidden={hidden} />
      <DraftOverlay
        draft={pointer.draft}
        view={view}
        hints={jobs.busy || jobs.session.current ? jobs.session.hints : []}
      />
      {draws ? (
        <span ref={pointer.cursor} hidden className={styles.pen} style={{ width: side, height: side }} />
      ) : null}
      <Notice editing={editing} otherwise={otherwise} />
    </div>
  )
}

/** What to do, or what is being done. */
function Notice({ editing, otherwise }: { editing: MaskEditing } & Pick<MaskEditorProps, 'otherwise'>) {
  const { state, loading, jobs, tool, scribble, hidden } = editing
  if (loading || jobs.busy)
    return (
      <p className={styles.busy} role="status">
        {jobs.busy ?? '正在读取蒙版…'}
        {jobs.busy ? (
          <button type="button" onClick={jobs.stop}>
            停止
          </button>
        ) : null}
      </p>
    )
  if (hidden) return <p className={styles.hint}>蒙版已隐藏，按 Q 显示</p>
  if (!state.blank) return null
  const own =
    tool === 'smart' && scribble ? SCRIBBLE_HINT : MASK_TOOLS.find(({ value }) => value === tool)?.hint
  return <p className={styles.hint}>{otherwise ? `${own}，${otherwise}` : own}</p>
}

const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16)

/** The canvas that shows the mask at the view's place, in the user's colour. */
function usePainter(mask: MaskEditing['mask'], { view, box }: MaskEditing['zoom']) {
  const { colour, opacity } = useSignalValue(editorSettings)
  const [painter] = useState(() => new ViewPainter(mask))
  const canvas = useRef<HTMLCanvasElement>(null)
  useLayoutEffect(() => (canvas.current ? painter.attach(canvas.current) : undefined), [painter])
  useLayoutEffect(() => {
    const look = { red: channel(colour, 1), green: channel(colour, 3), blue: channel(colour, 5), opacity }
    painter.place({ scale: view.scale, x: view.x, y: view.y }, box.width, box.height, look)
  }, [painter, view.scale, view.x, view.y, box.width, box.height, colour, opacity])
  return canvas
}
