import sharp from 'sharp'
import { z } from 'zod'
import { AppError } from '#contracts/errors.ts'
import { ComfyClient, type ComfyFile } from '#server/engines/comfyui/client.ts'
import { ComfyEvents } from '#server/engines/comfyui/events.ts'
import { followJob } from '#server/engines/comfyui/follow.ts'
import { fillGraph, type Graph, type Install, lackingFor, loadGraphs } from '#server/engines/comfyui/graph.ts'
import { nearestSize } from '#server/engines/pictures/frame.ts'
import { createLog } from '#server/log.ts'

/**
 * Sends every graph to a ComfyUI as the server does, and prints a table of what came of it: whether its own checks
 * accept the graph, whether it ran to a file, in how long, with how many notes of progress and previews, and what it lacks.
 *
 * `node scripts/verify-engine.ts ADDRESS [--side PX] [--steps N] [--limit SECONDS] [GRAPH…]`
 *
 * Smaller sides and fewer steps than tools ask for let a slow machine get to the end.
 * A graph whose model files are missing cannot run; it counts as accepted when nothing else is wrong with it.
 */

/** Sides of pictures that are asked for, px. */
const SIDE = 512
/** Most seconds for one graph. */
const LIMIT_S = 600
/** What an option of the command line is until it is given; 0 leaves the graphs' own steps. */
const OPTIONS = { side: SIDE, steps: 0, limit: LIMIT_S }
type Options = typeof OPTIONS
/** A parameter's value where its own does not matter. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  words: 'a wooden house in a garden, morning light',
  negative: 'people',
  seed: 1,
  strength: 0.75,
  lock: 1,
  count: 1,
  seconds: 2,
  secondsEach: 1,
  factor: 2,
}

interface Row {
  graph: string
  accepted: string
  ran: string
  seconds: string
  steps: string
  previews: string
  lacks: string
}

const zNodeErrors = z
  .object({
    node_errors: z.record(
      z.string(),
      z.object({
        class_type: z.string(),
        errors: z.array(z.object({ type: z.string(), message: z.string(), details: z.string() })),
      }),
    ),
  })
  .catch({ node_errors: {} })

const zEnded = z.object({ node_type: z.string().catch(''), exception_message: z.string().catch('') })

function readArguments(words: readonly string[]) {
  const options: Options = { ...OPTIONS }
  const rest: string[] = []
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? ''
    const name = Object.keys(OPTIONS).find((one) => word === `--${one}`) as keyof Options | undefined
    if (word.startsWith('--') && !name) throw new Error(`unknown option ${word}`)
    if (name) options[name] = z.coerce.number().positive().parse(words[++i])
    else rest.push(word)
  }
  const [address, ...only] = rest
  if (!address) throw new Error('the address of a ComfyUI is missing')
  return { address, only, options }
}

/** The graph with fewer steps of sampling. */
function shorten(prompt: Graph['prompt'], steps: number): Graph['prompt'] {
  if (steps > 0)
    for (const { inputs } of Object.values(prompt))
      if (typeof inputs.steps === 'number') inputs.steps = Math.min(inputs.steps, steps)
  return prompt
}

/** A picture with edges and shades, so that what is made of it can be seen to come from it. */
function pictureOf(width: number, height: number, isMask: boolean): Promise<Buffer> {
  const [x, y] = [Math.round(width / 4), Math.round(height / 4)]
  const shapes = isMask
    ? `<rect width="100%" height="100%"/><rect x="${x}" y="${y}" width="${2 * x}" height="${2 * y}" fill="#fff"/>`
    : `<rect width="100%" height="100%" fill="#9cf"/><rect y="${2 * y}" width="100%" height="50%" fill="#684"/>
       <rect x="${x}" y="${y}" width="${2 * x}" height="${2 * y}" fill="#caa"/>`
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`,
    ),
  )
    .png()
    .toBuffer()
}

async function valuesFor(graph: Graph, client: ComfyClient, side: number): Promise<Record<string, unknown>> {
  const made = graph.made ?? { pixels: side * side, step: 8 }
  const [width, height] = nearestSize('pixels' in made ? { ...made, pixels: side * side } : made, 4 / 3)
  const pictures = await Promise.all(
    [...graph.needs, ...graph.may].map(async (name) => {
      const bytes = await pictureOf(width, height, name === 'mask')
      return [name, await client.upload(bytes, `verify-${name}-${width}x${height}.png`)] as const
    }),
  )
  const loaded = Object.fromEntries(pictures)
  const series = graph.series ? { pictures: [loaded.image, loaded.image, loaded.image] } : {}
  return { ...SAMPLES, width, height, ...loaded, ...series }
}

/** What its checks find wrong besides model files that are not there. */
function faultsIn(refusal: AppError, graph: Graph, prompt: Graph['prompt']): string[] {
  const { node_errors } = zNodeErrors.parse(refusal.cause)
  if (Object.keys(node_errors).length === 0) return [refusal.message]
  return Object.entries(node_errors).flatMap(([id, { class_type, errors }]) =>
    errors
      .filter(({ type, details }) => {
        const [name = ''] = details.split(':')
        const isModel = graph.models.some(({ at }) => at[0] === id && at[1] === name && prompt[id])
        return !(type === 'value_not_in_list' && isModel)
      })
      .map(({ message, details }) => `${class_type}: ${message} (${details.slice(0, 80)})`),
  )
}

async function seenIn(client: ComfyClient, file: ComfyFile): Promise<string> {
  const bytes = await client.view(file)
  if (!/\.(png|jpe?g|webp)$/i.test(file.filename)) return `${file.filename}, ${bytes.length} bytes`
  const { width, height } = await sharp(bytes).metadata()
  return `${width} × ${height}`
}

async function runGraph(
  graph: Graph,
  { client, install, options }: { client: ComfyClient; install: Install; options: Options },
): Promise<Row> {
  const lacking = lackingFor(graph, install)
  const lacks = [
    ...(lacking?.nodes ?? []),
    ...(lacking?.models ?? []).map(({ folder, file }) => `${folder}/${file}`),
    ...(lacking?.vramGb ? [`${graph.vramGb} GB of memory`] : []),
  ].join(', ')
  const row: Row = {
    graph: `${graph.id}@${graph.version}`,
    accepted: 'no',
    ran: '',
    seconds: '',
    steps: '',
    previews: '',
    lacks,
  }
  const filled = fillGraph(graph, await valuesFor(graph, client, options.side), install)
  const prompt = shorten(filled.prompt, options.steps)
  const id = crypto.randomUUID()
  const clientId = `verify-${id}`
  const events = new ComfyEvents(client, clientId, createLog('warn'))
  const startedAt = performance.now()
  let steps = 0
  let previews = 0
  try {
    await client.submit({ prompt, prompt_id: id, client_id: clientId, extra_data: {} })
    row.accepted = 'yes'
    const ended = await followJob({
      ...{ client, events, id, pace: {}, signal: new AbortController().signal },
      limitMs: 1000 * options.limit,
      onNodes: () => steps++,
      onPreview: () => previews++,
      onState: () => {},
    })
    const told = ended.messages.find(([event]) => event === 'execution_error')?.[1]
    const { node_type, exception_message } = zEnded.parse(told ?? {})
    const [file] = ended.files.get(graph.output) ?? []
    row.ran =
      ended.isGood && file
        ? await seenIn(client, file)
        : `no: ${node_type} ${exception_message.split('\n')[0]}`
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const faults = row.accepted === 'yes' ? [] : faultsIn(error, graph, prompt)
    if (row.accepted !== 'yes' && faults.length === 0) row.accepted = 'yes, but for its models'
    row.ran = faults.length > 0 ? faults.join('; ') : row.accepted === 'yes' ? error.message : ''
  } finally {
    events.close()
  }
  return {
    ...row,
    steps: String(steps),
    previews: String(previews),
    seconds: ((performance.now() - startedAt) / 1000).toFixed(1),
  }
}

const { address, only, options } = readArguments(process.argv.slice(2))
const client = new ComfyClient(address, process.env.COMFYUI_TOKEN ?? '')
const graphs = loadGraphs().filter(({ id }) => only.length === 0 || only.includes(id))
const folders = [...new Set(graphs.flatMap(({ models }) => models.map(({ folder }) => folder)))]
const install = await client.install(folders)
const columns = ['graph', 'accepted', 'ran', 'seconds', 'steps', 'previews', 'lacks'] as const
process.stdout.write(`| ${columns.join(' | ')} |\n|${columns.map(() => '---|').join('')}\n`)
let isGood = true
for (const graph of graphs) {
  const row = await runGraph(graph, { client, install, options })
  isGood &&= row.accepted !== 'no'
  process.stdout.write(`| ${columns.map((name) => row[name].replaceAll('|', '/')).join(' | ')} |\n`)
}
process.exitCode = isGood ? 0 : 1
