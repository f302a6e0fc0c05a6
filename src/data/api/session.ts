import { batch, computed, effect, signal } from '@preact/signals-react'
import { z } from 'zod'
import { type User, zUser } from '#contracts/account.ts'
import { TOKEN_NAME } from '#contracts/endpoints.ts'
import { AppError, toAppError } from '#contracts/errors.ts'
import type { RuleId } from '#contracts/rules.ts'
import { TICKET_KINDS, type TicketKind, zTicketKind } from '#contracts/tickets.ts'
import { dropValue, keepValue, readValue } from '#src/data/store/db.ts'
import { clearPrivateData, forgetPictures, forgetPrivateViews } from '#src/data/store/private-data.ts'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import { GUEST } from '#src/data/tasks/task-model.ts'
import { confirmed } from '#src/state/confirm.ts'
import { call, isTransient, onSessionLost } from './api.ts'
import { network, watchNetwork } from './network.ts'
import { mayAsk } from './start-order.ts'

/** Undefined while it is not known, null for a visitor. */
export const user = signal<User | null | undefined>(undefined)
/** Tickets left in each purse; null while unknown or signed out. */
export const tickets = signal<Record<TicketKind, number> | null>(null)
/** Whether the sign-in modal is open. */
export const loginOpen = signal(false)
/** Account whose session has run out and that has not signed in again: its jobs wait; null when there is none. */
export const expiredAccount = signal<string | null>(null)

/** The signed-in user; null for a visitor, undefined while it is not known. */
export function useUser(): User | null | undefined {
  return useSignalValue(user)
}

const owner = computed(() => user.value?.id ?? GUEST)
const visitor = computed(() => user.value === null)

/** Account that what is made now belongs to, GUEST for a visitor's and while it is not known. */
export function currentOwner(): string {
  return owner.value
}

/** The same as React state. */
export function useOwner(): string {
  return useSignalValue(owner)
}

const rights = computed<readonly RuleId[]>(() => user.value?.rules ?? [])

/** Named rights of the user; none for a visitor. */
export function useRights(): readonly RuleId[] {
  return useSignalValue(rights)
}

/** Whether it is known that nobody is signed in. */
export function useIsVisitor(): boolean {
  return useSignalValue(visitor)
}

/** Tickets left in each purse. */
export function useTickets(): Record<TicketKind, number> | null {
  return useSignalValue(tickets)
}

/** Whether the sign-in modal is open. */
export function useLoginOpen(): boolean {
  return useSignalValue(loginOpen)
}

const KEY_USER = 'session/user'
const KEY_TICKETS = 'session/tickets'
const KEY_LOGOUT = 'session/logoutOwed'
/** Account whose private things are being cleared: a tab closed in the middle leaves the rest to the next start. */
const KEY_CLEARING = 'session/clearing'
const zClearing = z.object({ userId: z.string(), keepWaiting: z.boolean() })
/** Account whose session has run out without a sign-out. */
const KEY_EXPIRED = 'session/expired'
/** Longest wait for the server's word on who is signed in. */
const ASK_MS = 15_000
/** After this long a visitor is taken to be one, until the server says otherwise. */
const PATIENCE_MS = 3000
const SIGNED_IN = 'signedIn'
const SIGNED_OUT = 'signedOut'
const zTickets = z.record(zTicketKind, z.number().int())

/** Tells the other tabs that somebody signed in or out. */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('zhuhui-session')

/** A token taken from the address that has not been shown to the server yet. */
let tokenFromAddress: string | null = null
let watching = false
/** The server has confirmed (or denied) the user since the page was opened. */
let isConfirmed = false
/** Counts sign-ins and sign-outs, so that an answer from before one is not believed after it. */
let generation = 0

/**
 * Takes `?satoken=` out of the address bar before anything else is requested, so that it reaches no
 * Referer, history or log. Called first thing by loadSession.
 */
export function takeTokenFromAddress(): void {
  const address = new URL(window.location.href)
  const token = address.searchParams.get(TOKEN_NAME)
  if (token === null) return
  tokenFromAddress = token
  address.searchParams.delete(TOKEN_NAME)
  window.history.replaceState(window.history.state, '', address)
}

function setUser(next: User | null): void {
  batch(() => {
    const changed = user.peek()?.id !== next?.id
    user.value = next
    if (next) loginOpen.value = false
    if (changed) tickets.value = null
  })
}

let paying: Promise<void> | undefined

/** Sends the logout that was owed since an offline sign-out; concurrent callers share one. */
function payLogout(): Promise<void> {
  const pay = async () => {
    if (!(await readValue(KEY_LOGOUT, z.literal(true)))) return
    await call('logout')
    await dropValue(KEY_LOGOUT)
  }
  paying ??= pay().finally(() => {
    paying = undefined
  })
  return paying
}

/** Asks the server who is signed in. */
async function askServer(): Promise<User | null> {
  await payLogout()
  return call('userInfo', { timeoutMs: ASK_MS })
}

/**
 * Offers a visitor the account of a token that came with the address. Never silently: whoever made the link would
 * read what the visitor uploads to it.
 */
async function offerToken(): Promise<void> {
  const satoken = tokenFromAddress
  tokenFromAddress = null
  if (!satoken || user.peek()) return
  try {
    const owner = await call('tokenUser', { body: { satoken } })
    if (!owner) return
    const agreed = await confirmed({
      title: `以 ${owner.phone} 登录？`,
      text: `打开的链接带有“${owner.nickname}”的登录信息。登录后上传的图片会存到这个账号；不是您的账号请不要登录。`,
      confirmLabel: '登录',
    })
    if (!agreed || user.peek()) return
    await enter(await call('adoptToken', { body: { satoken } }))
  } catch (thrown) {
    // It is offered again when the server can be reached.
    if (isTransient(toAppError(thrown))) tokenFromAddress = satoken
  }
}

async function setExpired(userId: string | null): Promise<void> {
  expiredAccount.value = userId
  await (userId ? keepValue(KEY_EXPIRED, userId) : dropValue(KEY_EXPIRED))
}

/**
 * The server knows the session no more: what was made here stays until the same account signs in again, copies of what the
 * server has go.
 */
async function expire(before: User | null | undefined): Promise<void> {
  await dropValue(KEY_USER)
  if (!before) return
  await Promise.all([setExpired(before.id), forgetPictures(before.id)])
}

async function confirm(): Promise<void> {
  const asked = generation
  try {
    const next = await askServer()
    if (asked !== generation) return
    isConfirmed = true
    const before = user.peek()
    setUser(next)
    void offerToken()
    if (!next) return expire(before)
    await Promise.all([keepValue(KEY_USER, next), setExpired(null)])
    await refreshTickets()
  } catch (thrown) {
    // Not reachable: the last known user stays, and the network watcher asks again.
    console.info('zhuhui: the session could not be confirmed yet', toAppError(thrown).errorName)
  }
}

function watch(): void {
  if (watching) return
  watching = true
  onSessionLost(() => {
    const before = user.peek()
    if (!before) return
    generation++
    setUser(null)
    void expire(before)
  })
  effect(() => {
    if (network.value !== 'offline' && !isConfirmed && user.peek() !== undefined) void confirm()
  })
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === SIGNED_OUT) {
      generation++
      setUser(null)
      forgetPrivateViews()
    }
    void confirm()
  })
}

/** Shows the last known user at once, then asks the server. Resolves when either is known. */
export async function loadSession(): Promise<void> {
  // From the first moment on: a network that goes while the app opens would not be missed until something is asked.
  watchNetwork()
  takeTokenFromAddress()
  await finishClearing()
  expiredAccount.value = (await readValue(KEY_EXPIRED, z.string())) ?? null
  const owed = await readValue(KEY_LOGOUT, z.literal(true))
  const known = owed ? undefined : await readValue(KEY_USER, zUser)
  const purse = await readValue(KEY_TICKETS, zTickets)
  if (known) {
    setUser(known)
    tickets.value = purse ?? null
  }
  // Who is not known is asked about at once: what is made meanwhile would be a visitor's.
  if (known) await mayAsk()
  const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))
  await Promise.race([confirm(), patience])
  if (user.peek() === undefined) setUser(null)
  watch()
}

/** Asks for an SMS code; resolves with the seconds until the next one may be asked for. */
export async function sendCode(phone: string): Promise<number> {
  return (await call('smsSend', { body: { phoneNo: phone } })).cooldownSeconds
}

/** Signs in. What waited for it (requireSignIn, the outbox) goes on in place, without a reload. */
export async function signIn(form: { phone: string; code: string }): Promise<User> {
  // One that is on its way would take the new session's cookie with it; whether it arrives is all the same.
  await paying?.catch(() => undefined)
  const answer = await call('smsLogin', {
    body: { phoneNo: form.phone, verifyCode: form.code, type: 'phone' },
  })
  // A logout still owed would end the new session, and a clearing would take what it brings.
  await Promise.all([dropValue(KEY_LOGOUT), finishClearing(), setExpired(null)])
  await enter(answer.user)
  return answer.user
}

/** Shows somebody as signed in, here and in the other tabs. */
async function enter(next: User): Promise<void> {
  generation++
  isConfirmed = true
  setUser(next)
  await keepValue(KEY_USER, next)
  void refreshTickets()
  channel?.postMessage(SIGNED_IN)
}

/** Makes the user an operator of this site by the one-time code of the server's console. @throws AppError */
export async function becomeOperator(code: string): Promise<void> {
  const next = await call('becomeOperator', { body: { code } })
  setUser(next)
  await keepValue(KEY_USER, next)
}

/** Ends the account's sessions on all other devices; resolves with how many there were. */
export async function signOutOthers(): Promise<number> {
  return (await call('logoutOthers')).ended
}

/** Forgets an account that signs out, and the note that this was owed last of all. */
async function clearAccount({ userId, keepWaiting }: z.infer<typeof zClearing>): Promise<void> {
  await Promise.all([dropValue(KEY_USER), dropValue(KEY_TICKETS), setExpired(null)])
  await clearPrivateData(userId, keepWaiting)
  await dropValue(KEY_CLEARING)
}

/** Does what is left of a sign-out that was cut short. */
async function finishClearing(): Promise<void> {
  const leaving = await readValue(KEY_CLEARING, zClearing)
  if (leaving) await clearAccount(leaving)
}

/**
 * Signs out here and now, also offline: private data goes at once, the server hears of it when it can.
 * @param keepWaiting whether jobs that wait stay, unseen, until the same account signs in again
 */
export async function signOut(keepWaiting: boolean): Promise<void> {
  const userId = user.peek()?.id
  generation++
  if (userId) await keepValue(KEY_CLEARING, { userId, keepWaiting })
  await keepValue(KEY_LOGOUT, true)
  setUser(null)
  // Not by the note alone: a full disk may have refused it.
  if (userId) await clearAccount({ userId, keepWaiting })
  isConfirmed = false
  channel?.postMessage(SIGNED_OUT)
  await confirm()
}

/** Closes the modal; everyone who waits on requireSignIn goes on. */
export function closeLogin(): void {
  loginOpen.value = false
}

/** Opens the sign-in modal where needed; true once signed in, false when it was closed. */
export async function requireSignIn(): Promise<boolean> {
  await until(() => user.value !== undefined)
  if (user.peek()) return true
  loginOpen.value = true
  await until(() => Boolean(user.value) || !loginOpen.value)
  return Boolean(user.peek())
}

/** Resolves once the condition over signals holds. */
function until(holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (!holds()) return
      resolve()
      queueMicrotask(() => stop())
    })
  })
}

let refreshing: Promise<void> | undefined

async function loadTickets(): Promise<void> {
  const owner = user.peek()?.id
  if (!owner) return
  try {
    const kinds = Object.keys(TICKET_KINDS) as TicketKind[]
    const counts = await Promise.all(
      kinds.map(async (kind) => [
        kind,
        await call('totalTicket', { query: { type: TICKET_KINDS[kind].type } }),
      ]),
    )
    const purse = zTickets.parse(Object.fromEntries(counts))
    if (user.peek()?.id !== owner) return
    tickets.value = purse
    await keepValue(KEY_TICKETS, purse)
  } catch (thrown) {
    // The old counts stay: they are better than none, and the next refresh corrects them.
    if (!(thrown instanceof AppError)) console.warn('zhuhui: tickets could not be read', thrown)
  }
}

/** Reads the purses again; concurrent callers share one round. */
export function refreshTickets(): Promise<void> {
  refreshing ??= loadTickets().finally(() => {
    refreshing = undefined
  })
  return refreshing
}
