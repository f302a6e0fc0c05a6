import type { ArchiveEntry } from '#contracts/archive.ts'
import { AppError } from '#contracts/errors.ts'
import { crc32 } from '#kernels/crc32.ts'
import { Sha256 } from '#kernels/sha256.ts'
import type { PackIo, PackJob, PackResult } from './contract.ts'
import { missingListOf, sumListOf } from './lists.ts'
import { archiveNames } from './names.ts'
import type { PackControl } from './pack-control.ts'
import { ReceiveError, receive } from './receive.ts'
import { explainSink, type Sink } from './sink.ts'
import {
  directory,
  isLarge,
  localHeader,
  localHeaderSize,
  ZIP_LIMITS,
  type ZipLimits,
  type ZipRecord,
} from './zip-format.ts'

const PIECE = 4 * 1024 * 1024
/** Tries of one entry that bring nothing new while the server can be reached. */
const MOST_TRIES = 5
/** A link that comes and goes wakes each wait early: a file is given up only after this long without a byte, ms. */
const PATIENCE_MS = 15_000
const REPORT_MS = 200

/** Settings that only tests change. */
export interface PackSettings {
  limits?: ZipLimits
  stallMs?: number
  patienceMs?: number
}

/** Running sums of the entry on its way. */
class Sums {
  crc = 0
  count = 0
  readonly hash = new Sha256()
  take(bytes: Uint8Array): void {
    this.crc = crc32(bytes, this.crc)
    this.hash.update(bytes)
    this.count += bytes.length
  }
}

/** What stands in the archive for an entry that is done. */
function recordOf({ name, modified, bytes, crc32, offset }: ArchiveEntry): ZipRecord {
  return { name, modified, bytes: bytes ?? 0, crc32: crc32 ?? 0, offset }
}

/** Writes one archive into a sink; see ArchiveWorker.pack. */
export class Packer {
  readonly #io: PackIo
  readonly #sink: Sink
  readonly #control: PackControl
  readonly #job: PackJob
  readonly #entries: ArchiveEntry[]
  readonly #limits: ZipLimits
  readonly #stallMs: number | undefined
  readonly #patienceMs: number
  readonly #changed = new Set<number>()
  #position: number
  #committed: number
  #committedAt = performance.now()
  #reportedAt = 0
  #sums = new Sums()

  constructor(job: PackJob, sink: Sink, io: PackIo, control: PackControl, settings: PackSettings = {}) {
    this.#job = job
    this.#sink = sink
    this.#io = io
    this.#control = control
    this.#entries = structuredClone(job.entries)
    this.#position = job.committed
    this.#committed = job.committed
    this.#limits = settings.limits ?? ZIP_LIMITS
    this.#stallMs = settings.stallMs
    this.#patienceMs = settings.patienceMs ?? PATIENCE_MS
  }

  /** @throws AppError of the sink */
  async run(): Promise<PackResult> {
    try {
      await this.#restore()
      for (const index of this.#order()) {
        if (this.#control.stopped) break
        await this.#add(index)
      }
      await this.#commit()
      if (!this.#control.stopped) return await this.#finish()
    } catch (thrown) {
      if (!(thrown instanceof ReceiveError && thrown.hindrance.kind === 'signIn')) throw explainSink(thrown)
      await this.#commit()
      return { outcome: 'signIn', bytes: this.#position, blob: null }
    } finally {
      await Promise.resolve(this.#sink.close()).catch(() => undefined)
    }
    return { outcome: 'stopped', bytes: this.#position, blob: null }
  }

  /** The entry that was begun stands at the end of the archive, so it goes on first. */
  #order(): number[] {
    const open = [...this.#entries.keys()].filter((index) => {
      const { state } = this.#entries[index]!
      return state === 'pending' || state === 'partial'
    })
    return open.sort((a, b) => Number(this.#isPartial(b)) - Number(this.#isPartial(a)))
  }

  #isPartial(index: number): boolean {
    return this.#entries[index]?.state === 'partial'
  }

  /** Starts from the beginning when what was committed is not there any more. */
  async #restore(): Promise<void> {
    if ((await this.#sink.size()) < this.#committed) {
      for (const [index, entry] of this.#entries.entries()) {
        if (entry.state !== 'failed') this.#change(index, { state: 'pending', received: 0, etag: null })
      }
      this.#position = 0
      this.#committed = 0
    }
    await this.#sink.truncate(this.#position)
  }

  #change(index: number, changes: Partial<ArchiveEntry>): ArchiveEntry {
    const entry = Object.assign(this.#entries[index]!, changes)
    this.#changed.add(index)
    return entry
  }

  async #add(index: number): Promise<void> {
    const entry = this.#entries[index]!
    if (entry.state === 'pending') this.#begin(index)
    let heardAt = performance.now()
    for (let tries = 1, reached = entry.received; ; tries++) {
      try {
        await (entry.url === null ? this.#copy(index) : this.#fetch(index, entry.url))
        return
      } catch (thrown) {
        if (this.#control.stopped) return
        if (entry.received > reached) {
          tries = 1
          heardAt = performance.now()
        }
        reached = entry.received
        const error = await this.#hindered(index, thrown, tries, heardAt)
        if (error) {
          await this.#fail(index, error)
          return
        }
        if (this.#control.stopped) return
      }
    }
  }

  #begin(index: number): void {
    this.#sums = new Sums()
    this.#change(index, { state: 'partial', offset: this.#position, received: 0, etag: null, error: null })
  }

  /** Throws away what has arrived of an entry. */
  async #restart(index: number): Promise<void> {
    this.#position = this.#entries[index]!.offset
    this.#begin(index)
    // Forgotten before it is overwritten, or a crash would leave old and new bytes mixed.
    if (this.#position < this.#committed) await this.#commit()
    await this.#sink.truncate(this.#position)
  }

  async #fail(index: number, error: AppError): Promise<void> {
    await this.#restart(index)
    this.#change(index, { state: 'failed', error: { message: error.message, remedy: error.remedy } })
  }

  /** Waits until another try makes sense, or tells why there is none. */
  async #hindered(index: number, thrown: unknown, tries: number, heardAt: number): Promise<AppError | null> {
    if (!(thrown instanceof ReceiveError)) throw thrown
    const { hindrance } = thrown
    if (hindrance.kind === 'signIn') throw thrown
    if (hindrance.kind === 'refused') return hindrance.error
    if (hindrance.kind === 'changed') {
      await this.#restart(index)
      return tries < MOST_TRIES ? null : new AppError('FILE_DAMAGED', '收到的内容与服务器记录不一致')
    }
    await this.#commit()
    this.#report(index, true)
    for (let round = 0; !this.#control.stopped; round++) {
      await this.#control.pause(round + tries - 1)
      if (await this.#io.online()) break
    }
    const isPatient = performance.now() - heardAt < this.#patienceMs
    if (this.#control.stopped || tries < MOST_TRIES || isPatient) return null
    return new AppError(hindrance.kind === 'network' ? 'NETWORK' : 'INTERNAL')
  }

  /** Bytes of this device; they are read again from the start, which costs little. */
  async #copy(index: number): Promise<void> {
    const answer = await this.#io.open(index)
    if ('error' in answer) {
      if (answer.again) throw new ReceiveError({ kind: 'network' })
      throw new ReceiveError({ kind: 'refused', error: new AppError('NOT_FOUND', answer.error.message) })
    }
    const { blob } = answer
    if (this.#entries[index]!.received > 0) await this.#restart(index)
    this.#open(index, blob.size)
    for (let at = 0; at < blob.size; at += PIECE) {
      if (this.#control.stopped) return
      const read = blob.slice(at, at + PIECE).arrayBuffer()
      const bytes = await read.catch((cause: unknown) => {
        const error = new AppError('FILE_DAMAGED', '本机保存的图片已读不出', { cause })
        throw new ReceiveError({ kind: 'refused', error })
      })
      await this.#take(index, new Uint8Array(bytes))
    }
    await this.#close(index)
  }

  async #fetch(index: number, url: string): Promise<void> {
    const entry = this.#entries[index]!
    await this.#sumAgain(entry)
    await receive({
      url,
      from: entry.received,
      etag: entry.etag,
      signal: this.#control.signal,
      stallMs: this.#stallMs,
      onStart: async (total, etag) => {
        if (entry.received > 0) return
        this.#open(index, total)
        this.#change(index, { etag })
      },
      onBytes: (bytes) => this.#take(index, bytes),
    })
    await this.#close(index)
  }

  /** After a reload the sums of a partial entry are made from what was committed of it. */
  async #sumAgain(entry: ArchiveEntry): Promise<void> {
    if (this.#sums.count === entry.received) return
    this.#sums = new Sums()
    const start = this.#position - entry.received
    for (let at = 0; at < entry.received; at += PIECE) {
      this.#sums.take(await this.#sink.readBack(start + at, Math.min(PIECE, entry.received - at)))
    }
  }

  /** Leaves room for the local header, whose sums are known only at the end. */
  #open(index: number, bytes: number | null): void {
    const { name, offset } = this.#change(index, { bytes })
    this.#position = offset + localHeaderSize(name, isLarge(bytes, this.#limits))
  }

  async #take(index: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#sums.take(bytes)
    await this.#sink.write(bytes, this.#position)
    this.#position += bytes.length
    const { received } = this.#entries[index]!
    this.#change(index, { received: received + bytes.length })
    this.#report(index, false)
    await this.#commitIfDue()
  }

  /** Checks what has arrived and writes its header. */
  async #close(index: number): Promise<void> {
    const entry = this.#entries[index]!
    const large = isLarge(entry.bytes, this.#limits)
    const sha256 = this.#sums.hash.hex()
    const { crc, count } = this.#sums
    if ((entry.sha256 ?? sha256) !== sha256 || (entry.crc32 ?? crc) !== crc) {
      if (entry.url !== null) throw new ReceiveError({ kind: 'changed' })
      const error = new AppError('FILE_DAMAGED', '本机保存的图片已损坏')
      throw new ReceiveError({ kind: 'refused', error })
    }
    this.#change(index, { state: 'done', bytes: count, crc32: crc, sha256, etag: null })
    await this.#sink.write(localHeader(recordOf(entry), large), entry.offset)
    await this.#commitIfDue()
  }

  #report(index: number, waiting: boolean): void {
    const now = performance.now()
    if (!waiting && now - this.#reportedAt < REPORT_MS) return
    this.#reportedAt = now
    this.#io.progress(index, this.#entries[index]!.received, waiting)
  }

  async #commitIfDue(): Promise<void> {
    const elapsed = performance.now() - this.#committedAt
    if (this.#sink.isDue(this.#committed, this.#position - this.#committed, elapsed)) await this.#commit()
  }

  async #commit(): Promise<void> {
    if (this.#changed.size === 0) return
    await this.#sink.commit()
    this.#committed = this.#position
    this.#committedAt = performance.now()
    const changes = [...this.#changed].map((index): [number, ArchiveEntry] => [index, this.#entries[index]!])
    this.#changed.clear()
    await this.#io.commit(this.#committed, changes)
  }

  /**
   * Writes lists and directory behind the last entry. They are not committed, so that an archive which lacks
   * something can be gone on with from its last entry.
   */
  async #finish(): Promise<PackResult> {
    const done = this.#entries.filter(({ state }) => state === 'done')
    const failed = this.#entries.filter(({ state }) => state === 'failed')
    const records = done.map(recordOf)
    if (done.length === 0) return { outcome: 'done', bytes: 0, blob: null }
    const { missingList, sumList } = this.#job
    const [missingName = '', sumName = ''] = archiveNames(
      [missingList.name, sumList.name],
      done.map(({ name }) => name),
    )
    const sums = done.map(({ name, sha256, remark }) => ({ name, sha256: sha256 ?? '', remark }))
    if (failed.length > 0) {
      const text = missingListOf(missingList.head, failed)
      records.push(await this.#append(missingName, text))
      sums.push({ name: missingName, sha256: new Sha256().update(text).hex(), remark: '' })
    }
    records.push(await this.#append(sumName, sumListOf(sums)))
    for (const bytes of directory(records, this.#position, this.#limits)) {
      await this.#sink.write(bytes, this.#position)
      this.#position += bytes.length
    }
    const blob = await this.#sink.finish(this.#position)
    return { outcome: 'done', bytes: this.#position, blob }
  }

  async #append(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<ZipRecord> {
    const modified = Math.max(...this.#entries.map((entry) => entry.modified))
    const record = { name, modified, bytes: bytes.length, crc32: crc32(bytes), offset: this.#position }
    const header = localHeader(record, false)
    await this.#sink.write(header, this.#position)
    await this.#sink.write(bytes, this.#position + header.length)
    this.#position += header.length + bytes.length
    return record
  }
}
