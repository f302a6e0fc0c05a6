/** What is wanted of a run. */
export interface Wanted {
  /** Which of several networks that work together runs; the first when left out. */
  part?: number
  /** Names of the outputs; the network's first when left out. */
  outputs?: readonly string[]
}

/** The values of each wanted output. */
export type Answers = readonly [Float32Array, ...Float32Array[]]

/**
 * Runs a network of one input, float32.
 * @param dims shape of the input
 */
export type RunNetwork = (values: Float32Array, dims: readonly number[], wanted?: Wanted) => Promise<Answers>

/** What onnxruntime's builds for Node and for browsers have alike of a session. */
interface Session {
  readonly inputNames: readonly string[]
  readonly outputNames: readonly string[]
  run(feeds: Record<string, never>, outputs: readonly string[]): Promise<Record<string, unknown>>
  release(): Promise<void>
}

/** A network that is loaded. */
export interface OpenNetwork {
  session: Session
  /** An input for it, float32. */
  tensor(values: Float32Array, dims: readonly number[]): unknown
}

interface Answer {
  getData(release: boolean): Promise<unknown>
}

/**
 * Networks that stay loaded between runs: loading costs as much as a third of a run. Those that work together do so;
 * others take their place, since each keeps the memory of its largest run. One run goes on at a time.
 */
export class OpenNetworks<File> {
  readonly #open: (file: File) => Promise<OpenNetwork>
  #key = ''
  readonly #opened = new Map<number, OpenNetwork>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(open: (file: File) => Promise<OpenNetwork>) {
    this.#open = open
  }

  /**
   * See RunNetwork.
   * @param files what `open` takes, of all networks that work together
   * @throws Error what `open` throws, RangeError for a part or an output that there is not
   */
  run(
    files: readonly File[],
    values: Float32Array,
    dims: readonly number[],
    wanted: Wanted = {},
  ): Promise<Answers> {
    const run = this.#last.catch(() => undefined).then(() => this.#run(files, values, dims, wanted))
    this.#last = run
    return run
  }

  async #run(
    files: readonly File[],
    values: Float32Array,
    dims: readonly number[],
    { part = 0, outputs }: Wanted,
  ): Promise<Answers> {
    const { session, tensor } = await this.#load(files, part)
    const [input] = session.inputNames
    if (input === undefined) throw new RangeError('a network without an input')
    const names = outputs ?? session.outputNames.slice(0, 1)
    const answers = await session.run({ [input]: tensor(values, dims) as never }, names)
    const read = names.map(async (name): Promise<Float32Array> => {
      const data = await (answers[name] as Answer | undefined)?.getData(true)
      if (!(data instanceof Float32Array)) throw new RangeError(`no output ${name}`)
      return data
    })
    return (await Promise.all(read)) as [Float32Array, ...Float32Array[]]
  }

  async #load(files: readonly File[], part: number): Promise<OpenNetwork> {
    const file = files[part]
    if (file === undefined) throw new RangeError(`no network ${part}`)
    const key = JSON.stringify(files)
    if (key !== this.#key) {
      this.#key = key
      const others = [...this.#opened.values()]
      this.#opened.clear()
      for (const { session } of others) await session.release()
    }
    const opened = this.#opened.get(part) ?? (await this.#open(file))
    this.#opened.set(part, opened)
    return opened
  }
}
