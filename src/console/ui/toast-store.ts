/** The messages that are on the screen now, outside React, so that anything may say something. */
export type Toast = {
  /** A message of the same key takes the place of the earlier one. */
  key: string
  tone: 'success' | 'error' | 'info'
  text: string
  /** For reporting a failure; shown with a button that copies it. */
  requestId?: string | undefined
  undo?: (() => void) | undefined
  /** Milliseconds on the screen; the tone's own when absent. */
  stays?: number | undefined
}

/** Milliseconds. A failure stays long enough to be read twice and its id copied. */
const stays = { success: 4_000, info: 6_000, error: 12_000 } as const
const most = 4

let shown: readonly Toast[] = []
let made = 0
const timers = new Map<string, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()

export const toasts = (): readonly Toast[] => shown

export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function showToast(toast: Omit<Toast, 'key'> & { key?: string | undefined }): void {
  const whole = { ...toast, key: toast.key ?? `toast-${++made}` }
  const rest = shown.filter(({ key }) => key !== whole.key)
  change([...rest, whole].slice(-most))
  releaseToast(whole.key)
}

export function closeToast(key: string): void {
  stop(key)
  if (shown.some((toast) => toast.key === key)) change(shown.filter((toast) => toast.key !== key))
}

/** While somebody points at a message or has the focus in it, it stays. */
export function holdToast(key: string): void {
  stop(key)
}

export function releaseToast(key: string): void {
  stop(key)
  const toast = shown.find((one) => one.key === key)
  if (toast)
    timers.set(
      key,
      setTimeout(() => closeToast(key), toast.stays ?? stays[toast.tone]),
    )
}

export function clearToasts(): void {
  for (const { key } of shown) stop(key)
  change([])
}

function stop(key: string) {
  clearTimeout(timers.get(key))
  timers.delete(key)
}

function change(next: readonly Toast[]) {
  shown = next
  for (const listener of listeners) listener()
}
