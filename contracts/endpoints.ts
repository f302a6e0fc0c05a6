import { z } from 'zod'
import { zNickname, zPhone, zSmsLogin, zStorageUse, zUser, zVip } from './account.ts'
import { ADMIN_ENDPOINTS } from './admin-endpoints.ts'
import { zAsset, zAssetId } from './asset.ts'
import { zClassify, zMaterial } from './catalog.ts'
import { endpoint } from './endpoint.ts'
import { zKnownWay, zLora } from './engines.ts'
import { LIVE_ENDPOINTS } from './live.ts'
import { zClickMask, zFoundMask } from './mask.ts'
import { zOp } from './ops.ts'
import { zQuote, zQuoteTask, zStartTask, zTask, zTaskId, zTaskState, zToolId } from './task.ts'
import { zLedgerEntry, zTicketKind } from './tickets.ts'

const zNothing = z.null()

/** Every JSON call of the API. Uploads (tus) and pictures are not JSON: see UPLOAD_PATH and assetUrl. */
export const ENDPOINTS = {
  ...ADMIN_ENDPOINTS,
  ...LIVE_ENDPOINTS,
  health: endpoint({
    method: 'GET',
    path: '/health',
    data: z.object({ version: z.string(), time: z.number() }),
    session: false,
  }),
  /** Null data for a visitor, so that opening the app signed out is no error. */
  userInfo: endpoint({ method: 'GET', path: '/user/userInfo', data: zUser.nullable(), session: false }),
  getVipInfo: endpoint({ method: 'GET', path: '/user/getVipInfo', data: zVip }),
  logout: endpoint({ method: 'GET', path: '/user/logout', data: zNothing, session: false, mutates: true }),
  editUser: endpoint({
    method: 'POST',
    path: '/user/v1/user/edit',
    body: z.object({ nickname: zNickname }),
    data: zUser,
  }),
  userStorage: endpoint({ method: 'GET', path: '/user/storage', data: zStorageUse }),
  /** Removes the user's pictures that no task shows; those of the last hour stay, for a task may follow them. */
  clearUnused: endpoint({ method: 'POST', path: '/user/clearUnused', data: zStorageUse }),
  smsSend: endpoint({
    method: 'POST',
    path: '/user/p1/sms/send',
    body: z.object({ phoneNo: zPhone }),
    data: z.object({ cooldownSeconds: z.number().int() }),
    session: false,
  }),
  smsLogin: endpoint({
    method: 'POST',
    path: '/user/p1/sms/login',
    body: zSmsLogin,
    /** A browser has the token in its cookie alone, where scripts cannot read it: null for it. */
    data: z.object({ satoken: z.string().nullable(), user: zUser, isNew: z.boolean() }),
    session: false,
  }),
  /** Whom a `satoken` found in the address would sign in, to be asked first; null for one that is worth nothing. */
  tokenUser: endpoint({
    method: 'POST',
    path: '/user/tokenUser',
    body: z.object({ satoken: z.string().max(200) }),
    data: zUser.pick({ phone: true, nickname: true }).nullable(),
    session: false,
  }),
  /** Ends the user's sessions on all other devices; how many there were. */
  logoutOthers: endpoint({
    method: 'POST',
    path: '/user/logoutOthers',
    data: z.object({ ended: z.number().int() }),
  }),
  /** Takes a `satoken` found in the address, once the user has agreed, and sets the cookie. */
  adoptToken: endpoint({
    method: 'POST',
    path: '/user/adoptToken',
    body: z.object({ satoken: z.string().max(200) }),
    data: zUser,
    session: false,
  }),
  /** Makes the caller an operator, by the code that the server has printed in its console. */
  becomeOperator: endpoint({
    method: 'POST',
    path: '/user/becomeOperator',
    body: z.object({ code: z.string().max(40) }),
    data: zUser,
  }),
  totalTicket: endpoint({
    method: 'GET',
    path: '/ai/totalTicket',
    query: z.object({ type: z.coerce.number().int().min(1).max(4) }),
    data: z.number().int().nonnegative(),
  }),
  ticketLedger: endpoint({
    method: 'GET',
    path: '/ai/ticketLedger',
    query: z.object({
      kind: zTicketKind.optional(),
      before: z.coerce.number().int().optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    data: z.array(zLedgerEntry),
  }),
  getAllClassify: endpoint({ method: 'GET', path: '/ai/getAllClassify', data: zClassify, session: false }),
  getAllSuCai: endpoint({ method: 'GET', path: '/ai/getAllSuCai', data: z.array(zMaterial), session: false }),
  /** Which ops can run on the server now, and on which engine. */
  engines: endpoint({
    method: 'GET',
    path: '/ai/engines',
    data: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        place: z.enum(['local', 'gpu']),
        /** Operations that the engine can run, or could when it answered last. */
        ops: z.array(zOp),
        /** When it answered last, ms since 1970; null if it never did. */
        seenAt: z.number().int().nullable().optional(),
        /** Median of the seconds that its last ten runs of an op took, by op. */
        lately: z.record(z.string(), z.number()).optional(),
        /** Graphs or models by which it carries out ops, best first, by op. */
        ways: z.record(z.string(), z.array(zKnownWay)).optional(),
        /** LoRAs that it has. */
        loras: z.array(zLora).optional(),
        /** Pictures that it gets leave the house. */
        isOutside: z.boolean().optional(),
        /** The site does not let pictures go there. */
        isBarred: z.boolean().optional(),
        healthy: z.boolean(),
      }),
    ),
    session: false,
  }),
  /** Finds the thing that the user points at in an uploaded picture; made at once, costs nothing. */
  clickMask: endpoint({ method: 'POST', path: '/ai/clickMask', body: zClickMask, data: zFoundMask }),
  /** Quotes a start, its price and its time as things stand, without holding tickets. */
  quoteTask: endpoint({
    method: 'POST',
    path: '/ai/quoteTask',
    body: zQuoteTask,
    data: zQuote,
    session: false,
  }),
  startTask: endpoint({ method: 'POST', path: '/ai/startTask', body: zStartTask, data: zTask }),
  getTaskByTaskId: endpoint({
    method: 'GET',
    path: '/ai/getTaskByTaskId',
    query: z.object({ taskId: zTaskId }),
    data: zTask,
  }),
  /** Newest first; `cursor` of one page is given back for the next. */
  getTaskList: endpoint({
    method: 'GET',
    path: '/ai/getTaskList',
    query: z.object({
      toolId: zToolId.optional(),
      state: zTaskState.optional(),
      cursor: z.string().max(80).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    data: z.object({ tasks: z.array(zTask), cursor: z.string().nullable(), total: z.number().int() }),
  }),
  delTaskByTaskId: endpoint({
    method: 'GET',
    path: '/ai/delTaskByTaskId',
    query: z.object({ taskId: zTaskId }),
    data: zNothing,
    mutates: true,
  }),
  cancelTask: endpoint({
    method: 'POST',
    path: '/ai/cancelTask',
    body: z.object({ taskId: zTaskId }),
    data: zTask,
  }),
  /** Runs a failed or cancelled task again as a new task with the given id. */
  retryTask: endpoint({
    method: 'POST',
    path: '/ai/retryTask',
    body: z.object({ taskId: zTaskId, newTaskId: zTaskId }),
    data: zTask,
  }),
  /** Whether the user's store already holds these bytes; null when it does not. */
  findAsset: endpoint({
    method: 'GET',
    path: '/asset/find',
    query: z.object({ id: zAssetId }),
    data: zAsset.nullable(),
  }),
} as const

/** Name of an endpoint. */
export type EndpointName = keyof typeof ENDPOINTS

/**
 * Where tus uploads go. Metadata: `filename`, `filetype`. When the last byte is in, the server checks the
 * file and answers with the asset's id in the header ASSET_HEADER, or refuses with an envelope.
 */
export const UPLOAD_PATH = '/api/uploads'
export const ASSET_HEADER = 'X-Asset-Id'
/** Every call of the app carries this header, which no foreign page can send without leave. */
export const APP_HEADER = 'X-Zhuhui'
/** Header and cookie that hold the session token. */
export const TOKEN_NAME = 'satoken'
