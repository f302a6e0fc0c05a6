import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PointedThing } from '#contracts/mask.ts'
import { ownCounts } from '#ops/own-edits.ts'
import { useOwner } from '#src/data/api/session.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { findPictureMask, keepPictureMask } from '#src/data/drafts/picture-masks.ts'
import { newId } from '#src/data/store/locks.ts'
import { toast } from '#src/state/toasts.ts'
import { editPicture } from './own-edits.ts'
import { maskOf } from './start-rules.ts'
import type { Bench } from './use-bench.ts'

/** A mask as an input of a form. */
export function maskInput(mask: Blob, { id: of, width, height }: DraftInput): DraftInput {
  const file = new File([mask], '蒙版.png', { type: 'image/png' })
  return { id: newId(), role: 'mask', file, width, height, of }
}

/**
 * The inputs with a picture's mask put in the place of the one before; null takes it out.
 * @param things what was pointed at to make it; what is known of that stays when left out
 */
function withMask(
  inputs: DraftInput[],
  picture: DraftInput,
  mask: DraftInput | null,
  things?: readonly PointedThing[],
): DraftInput[] {
  // What is saved on leaving may find its picture gone.
  if (!inputs.some((input) => input.id === picture.id)) return inputs
  const old = maskOf(inputs, picture)
  const others = inputs.filter((input) => input !== old)
  const rest = things
    ? editPicture(others, picture.id, { things: things.length > 0 ? things : null })
    : others
  return mask ? [...rest, mask] : rest
}

/** Gives a picture of a form its mask, here and in every other tool; null takes it away. */
export function keepMask(
  { owner, setInputs }: { owner: string } & Pick<Bench, 'setInputs'>,
  picture: DraftInput,
  mask: Blob | null,
  things: readonly PointedThing[] = [],
): void {
  const input = mask && maskInput(mask, picture)
  setInputs((previous) => withMask(previous, picture, input, things))
  // The draft holds the mask: that others can have it as well is worth no error.
  void keepPictureMask(owner, picture, mask, input?.id ?? '').catch(() => undefined)
}

/**
 * Masks belong to pictures: one that was made in another tool comes along with its picture, and what is made
 * here is there in the others.
 */
export function usePictureMasks({ tool, inputs, params, ready, setInputs }: Bench) {
  const owner = useOwner()
  const [known, setKnown] = useState<ReadonlySet<string>>(new Set())
  const asked = useRef(new Set<string>())
  const role = tool.inputs[0]?.role
  const pictures = inputs.filter((input) => input.role === role && input.width > 0)

  const ask = useEffectEvent(async (picture: DraftInput) => {
    const id = newId()
    const found = await findPictureMask(owner, picture, maskOf(inputs, picture)?.id, id).catch(
      () => undefined,
    )
    if (found) {
      setInputs((previous) => withMask(previous, picture, { ...maskInput(found, picture), id }))
      if (ownCounts(tool.op, params)) toast('info', '已带入这张图的蒙版')
    }
    setKnown((previous) => new Set([...previous, picture.id]))
  })
  const ids = pictures.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: pictures are told apart by their ids
  useEffect(() => {
    if (!ready) return
    for (const picture of pictures) {
      if (asked.current.has(picture.id)) continue
      asked.current.add(picture.id)
      void ask(picture)
    }
  }, [ids, ready])

  return {
    /** False until it is known whether another tool has a mask of the picture. */
    isKnown: (picture: DraftInput) => known.has(picture.id),
    /** @param things what was pointed at to make it */
    keep(picture: DraftInput, mask: Blob | null, things: readonly PointedThing[] = []) {
      keepMask({ owner, setInputs }, picture, mask, things)
    },
  }
}
