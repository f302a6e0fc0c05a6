import type { Generated } from 'kysely'
import type { EngineKind } from '#contracts/engines.ts'
import type { InputRole, Place } from '#contracts/ops.ts'
import type { Reach } from '#contracts/reach.ts'
import type { TaskState } from '#contracts/task.ts'
import type { LedgerReason, TicketKind } from '#contracts/tickets.ts'
import type { OpId } from '#ops/index.ts'
import type { LiveEnd } from './live-sessions.ts'
import type { NamedBy } from './operators.ts'

/** Times are milliseconds since 1970, flags are 0 or 1, JSON is text. */
export interface Tables {
  users: {
    id: string
    phone: string
    nickname: string
    avatar: string
    created_at: number
    /** How they became an operator of this site; null for who is none. */
    operator_by: Generated<NamedBy | null>
  }
  sessions: {
    /** SHA-256 of the token; the token itself is nowhere on the server. */
    token_hash: string
    user_id: string
    created_at: number
    last_seen_at: number
    expires_at: number
  }
  sms_codes: {
    phone: string
    /** Keyed hash of the browser that asked: nobody else can use the code, or use up its tries. */
    browser: string
    code_hash: string
    tries: number
    expires_at: number
  }
  sms_sends: {
    id: Generated<number>
    phone: string
    /** Keyed hash of the asking address. */
    source: string
    created_at: number
  }
  purses: {
    user_id: string
    kind: TicketKind
    balance: number
  }
  ledger: {
    id: Generated<number>
    user_id: string
    kind: TicketKind
    delta: number
    reason: LedgerReason
    note: string
    task_id: string | null
    created_at: number
  }
  assets: {
    id: string
    type: string
    bytes: number
    width: number
    height: number
    created_at: number
  }
  asset_owners: {
    asset_id: string
    user_id: string
    created_at: number
  }
  uploads: {
    id: string
    user_id: string
    name: string
    size: number
    /** Set once the file was checked and taken in. */
    asset_id: string | null
    created_at: number
  }
  engines: {
    /** Name of the engine, by which its tasks find it again. */
    id: string
    kind: EngineKind
    title: string
    address: string
    /** Sealed (see KeyBox); '' for none. */
    key: string
    image_model: string
    video_model: Generated<string>
    vision_model: string
    chat_model: string
    slots: number
    time_limit_s: number
    /** Pictures that it gets leave the house. */
    is_outside: number
    position: number
    is_on: number
    changed_at: number
  }
  /** Workflows of the operator's own. */
  workflows: {
    id: string
    version: number
    /** zWorkflowForm, as JSON. */
    form: string
    changed_at: number
  }
  /** Sessions of real-time rendering. */
  live_sessions: {
    id: string
    user_id: string
    started_at: number
    /** When its page was heard last. */
    beat_at: number
    /** Minutes that were paid for. */
    minutes: number
    ended_at: number | null
    ended_by: LiveEnd | null
  }
  /** How many pictures of a session left the house for an engine, and when the first and the last of them did. */
  live_departures: {
    session_id: string
    engine_id: string
    /** Title of the engine, as shown. */
    engine: string
    pictures: number
    first_at: number
    last_at: number
  }
  /** Jobs that clouds have under names of their own, by the task's id and the engine. */
  remote_jobs: {
    id: string
    engine_id: string
    remote_id: string
    created_at: number
  }
  /** Settings of the site that its operator makes, by names. */
  site: {
    name: string
    value: string
  }
  /** Pictures that left the house. */
  departures: {
    task_id: string
    asset_id: string
    /** As the user calls it. */
    name: string
    engine_id: string
    /** Title of the engine, as shown. */
    engine: string
    at: number
  }
  tasks: {
    id: string
    /** Order of arrival. */
    seq: Generated<number>
    user_id: string
    tool_id: string
    op: OpId
    params: string
    /** Hash of the request, to tell a repeat from a conflict. */
    body_hash: string
    batch_id: string | null
    state: TaskState
    /** Work of the embedded engine, s; see `secondsOf`. */
    work_s: Generated<number>
    /** Waits in the lane of long tasks, where its place has one. */
    is_long: Generated<number>
    /** Fair order: each lane of a place runs by turn, then by arrival. */
    turn: number
    /** Counts the runs; a result of an earlier run is ignored. */
    attempt: number
    /** Runs that were lost: with their engine, or with this server where the engine was a part of it. */
    lost: Generated<number>
    text: string | null
    place: Place
    /** Title of the engine that has it, as shown; empty before it runs. */
    engine: string
    /** Name of that engine; a waiting task that has one is that engine's alone, which may still have its job. */
    engine_id: Generated<string>
    /** Graph, and model, that were asked for; '' for any. */
    graph_id: Generated<string>
    model: Generated<string>
    /** How far its pictures may go. */
    reach: Generated<Reach>
    cost_kind: TicketKind | null
    cost_amount: number
    refunded: number
    error_code: number | null
    error_message: string
    error_remedy: string
    created_at: number
    started_at: number | null
    finished_at: number | null
    /** A deleted task keeps its row, so that a late repeat of its request is not charged again. */
    deleted_at: number | null
  }
  task_assets: {
    task_id: string
    side: 'input' | 'output'
    position: number
    role: InputRole | 'result'
    asset_id: string
    name: string
    /** Where a cropped result lies in its source (zTrim), as JSON. */
    trim: Generated<string | null>
    /** How a generative engine made it (zResultMeta), as JSON. */
    meta: Generated<string | null>
  }
}
