import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { OPS } from '#contracts/ops.ts'
import { maskOf } from '../start-rules.ts'
import type { Bench } from '../use-bench.ts'

const PlaneDialog = lazy(() => import('./PlaneDialog.tsx'))

/** Opens the view in which a material is placed by four corners and seen at once; for one picture at a time. */
export function PlaneButton({ bench }: { bench: Bench }) {
  const [open, setOpen] = useState(false)
  const pictures = bench.inputs.filter(({ role }) => role === 'image')
  const source = pictures.length === 1 ? pictures[0] : undefined
  const mask = source && maskOf(bench.inputs, source)
  const style = bench.inputs.find(({ role }) => role === 'style')
  const params = OPS.retexture.params.safeParse(bench.params)
  if (pictures.length > 1 || !params.success) return null
  const isReady = source && mask && (style || params.data.material)
  return (
    <>
      <Button disabled={!isReady} onClick={() => setOpen(true)} block data-testid="place-material">
        {isReady ? '预览与摆正' : '涂抹并选好材质后可预览'}
      </Button>
      {open && source && mask && (
        <Suspense>
          <PlaneDialog
            source={source}
            mask={mask}
            style={style}
            params={params.data}
            onChange={bench.setParams}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
