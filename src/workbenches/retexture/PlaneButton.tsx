import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { paramsOf } from '#ops/index.ts'
import { editPicture } from '../own-edits.ts'
import { maskOf } from '../start-rules.ts'
import type { Bench } from '../use-bench.ts'

const PlaneDialog = lazy(() => import('./PlaneDialog.tsx'))

/** Opens the view in which a material is placed on each painted picture by four corners and seen at once. */
export function PlaneButton({ bench }: { bench: Bench }) {
  const [open, setOpen] = useState(false)
  const painted = bench.inputs.flatMap((source) => {
    const mask = source.role === 'image' ? maskOf(bench.inputs, source) : undefined
    return mask ? [{ source, mask }] : []
  })
  const style = bench.inputs.find(({ role }) => role === 'style')
  const params = paramsOf('retexture').safeParse(bench.params)
  if (!params.success) return null
  const isReady = painted.length > 0 && (style || params.data.material)
  const setCorners = (id: string, corners: readonly number[] | null) =>
    bench.setInputs((previous) => editPicture(previous, id, { corners }))
  return (
    <>
      <Button disabled={!isReady} onClick={() => setOpen(true)} block data-testid="place-material">
        {isReady ? '预览与摆正' : '涂抹并选好材质后可预览'}
      </Button>
      {open && painted.length > 0 && (
        <Suspense>
          <PlaneDialog
            pictures={painted}
            style={style}
            params={params.data}
            onCorners={setCorners}
            onChange={bench.setParams}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
