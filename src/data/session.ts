import { signal } from '@preact/signals-react'
import type { User } from '#contracts/account.ts'
import { AppError } from '#contracts/errors.ts'
import type { TicketKind } from '#contracts/tickets.ts'

/** Undefined while it is not known, null for a visitor. */
export const user = signal<User | null | undefined>(undefined)
export const tickets = signal<Record<TicketKind, number> | null>(null)
export const loginOpen = signal(false)

export function useUser(): User | null | undefined {
  return user.value
}
export function useTickets(): Record<TicketKind, number> | null {
  return tickets.value
}
export function useLoginOpen(): boolean {
  return loginOpen.value
}
export async function loadSession(): Promise<void> {}
/** Resolves with the seconds until the next code may be asked for. */
export async function sendCode(_phone: string): Promise<number> {
  throw new AppError('NETWORK')
}
export async function signIn(_form: { phone: string; code: string }): Promise<User> {
  throw new AppError('NETWORK')
}
export async function signOut(): Promise<void> {}
/** Opens the sign-in modal where needed; true once signed in, false when it was closed. */
export async function requireSignIn(): Promise<boolean> {
  return false
}
/** Closes the modal; everyone who waits on requireSignIn goes on. */
export function closeLogin(): void {}
export async function refreshTickets(): Promise<void> {}
