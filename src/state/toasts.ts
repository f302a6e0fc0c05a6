import { signal } from '@preact/signals-react'
import { toAppError } from '#contracts/errors.ts'

export type ToastKind = 'success' | 'info' | 'warning' | 'error'
export interface Toast {
  id: number
  kind: ToastKind
  text: string
}
/** At most this many at once, each for this long: the product's constants. */
const TOAST_MAX = 2
const TOAST_SECONDS = 3

export const toasts = signal<readonly Toast[]>([])
let nextId = 1

export function closeToast(id: number): void {
  toasts.value = toasts.peek().filter((toast) => toast.id !== id)
}

function show(kind: ToastKind, text: string): number {
  const id = nextId++
  toasts.value = [...toasts.peek(), { id, kind, text }].slice(-TOAST_MAX)
  return id
}

/** Says something short in passing. */
export function toast(kind: ToastKind, text: string): void {
  const id = show(kind, text)
  setTimeout(() => closeToast(id), TOAST_SECONDS * 1000)
}

/** Says what went wrong and what the user can do about it. */
export function toastError(thrown: unknown): void {
  const { message, remedy } = toAppError(thrown)
  toast('error', `${message}，${remedy}`)
}

/** Says what the app is busy with until the work ends, however it ends. */
export async function toastWhile<T>(text: string, work: () => Promise<T>): Promise<T> {
  const id = show('info', text)
  try {
    return await work()
  } finally {
    closeToast(id)
  }
}
