import type { ModelId } from '#contracts/models.ts'
import { joinBytes } from '#kernels/join-bytes.ts'
import { labelOf, withLabel } from '#kernels/metadata/ai-label.ts'
import { OPS, type OpId, paramsOf } from './index.ts'
import type { NetworksOf, Platform, Report, Run, RunResult } from './platform.ts'
import type { Preview } from './preview.ts'

/** What `ops/<op>/run.ts` exports. */
interface RunModule {
  run: Run<OpId>
  /** Networks that it will run; left out where its parameters alone tell, see OpFacts.networks. */
  networksOf?: NetworksOf<OpId>
}

interface Job {
  io: Platform
  /** As they come over a wire; checked by the operation's schema. */
  params: unknown
}

/** The module of an operation, loaded when it is first asked for. */
function load(op: OpId): Promise<RunModule> {
  if (OPS[op].builtIn.length === 0) throw new RangeError(`no such operation here: ${op}`)
  return import(`./${op}/run.ts`)
}

/** What `ops/<op>/preview.ts` exports. */
interface PreviewModule {
  preview: Preview<OpId, object>
  /** Answers questions about what was drawn last. */
  answer?: (question: unknown) => unknown
}

/** The live preview of an operation that has one. */
export function loadPreview(op: OpId): Promise<PreviewModule> {
  return import(`./${op}/preview.ts`)
}

const parse = (op: OpId, params: unknown) => paramsOf(op).parse(params) as never

/**
 * Carries out an operation.
 * @throws RangeError for an operation that this version cannot carry out, and what the operation throws
 */
export async function runOp(op: OpId, { io, params, report }: Job & { report: Report }): Promise<RunResult> {
  const { run } = await load(op)
  const result = await run({ io, params: parse(op, params), report })
  // What is made of a generated picture says so as well.
  const source = await io.bytes('image')
  const label = source && labelOf(source)
  if (!label) return result
  const pictures = result.pictures.map((made) => ({
    ...made,
    bytes: withLabel(joinBytes([made.bytes]), label),
  }))
  return { ...result, pictures }
}

/** Networks that an operation cannot do without on what it was given. */
export async function networksFor(op: OpId, { io, params }: Job): Promise<readonly ModelId[]> {
  const { networks } = OPS[op]
  if (!networks || networks.isOptional) return []
  const { networksOf } = await load(op)
  const parsed = parse(op, params)
  return networksOf ? networksOf({ io, params: parsed }) : networks.of(parsed)
}
