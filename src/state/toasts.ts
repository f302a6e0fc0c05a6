import { signal } from '@preact/signals-react'

export type ToastKind = 'success' | 'info' | 'warning' | 'error'
export interface Toast {
  id: number
  kind: ToastKind
  text: string
}
/** At most this many at once, each for this long, this far from the top: the product's constants. */
export const TOAST_MAX = 2
export const TOAST_SECONDS = 3
export const TOAST_TOP = 200
export const NOTIFICATION_SECONDS = 4.5

export const toasts = signal<readonly Toast[]>([])

type Host = (kind: ToastKind, text: string) => void
let host: Host | null = null
let nextId = 1

/** A page that carries antd's messages shows toasts itself, so that there is one stack and not two. */
export function setToastHost(next: Host | null): void {
  host = next
  if (next) toasts.value = []
}

export function closeToast(id: number): void {
  toasts.value = toasts.peek().filter((toast) => toast.id !== id)
}

/** Says something short in passing. */
export function toast(kind: ToastKind, text: string): void {
  // A modal lies above everything that antd draws, so its toasts are drawn by the shell, above it.
  if (host && !document.querySelector('dialog[open]')) {
    host(kind, text)
    return
  }
  const id = nextId++
  toasts.value = [...toasts.peek(), { id, kind, text }].slice(-TOAST_MAX)
  setTimeout(() => closeToast(id), TOAST_SECONDS * 1000)
}
