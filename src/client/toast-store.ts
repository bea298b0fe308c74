/** The messages that are on the screen now, outside React, so that anything may say something. */
export type Toast = {
  /** A message of the same key takes the place of the earlier one. */
  key: string
  /** Another one each time, so that a message that comes again is announced again. */
  id: number
  /** When it was shown, in milliseconds since the epoch. */
  at: number
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
const max = 4

/** Milliseconds in which the same message again only keeps the first one on the screen. */
const repeat = 2_000

let shown: readonly Toast[] = []
let made = 0
const timers = new Map<string, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()

export const toasts = (): readonly Toast[] => shown

export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Where messages appear: in the page, or in the dialog that is open above it, since the rest of the
 * page is inert then. The last one added shows them.
 */
const hosts: symbol[] = []

export const topToastHost = (): symbol | undefined => hosts.at(-1)

/** `base` hosts lie below all others. Returns the function that removes the host. */
export function addToastHost(host: symbol, base: boolean): () => void {
  if (base) hosts.unshift(host)
  else hosts.push(host)
  change(shown)
  return () => {
    hosts.splice(hosts.indexOf(host), 1)
    change(shown)
  }
}

export function showToast(
  toast: Omit<Toast, 'key' | 'id' | 'at'> & { key?: string | undefined },
): void {
  const id = ++made
  const next = { ...toast, id, at: Date.now(), key: toast.key ?? `toast-${id}` }
  const before = shown.find(({ key }) => key === next.key)
  if (before?.text === next.text && next.at - before.at < repeat) return resumeToast(next.key)
  const rest = shown.filter((one) => one !== before)
  change([...rest, next].slice(-max))
  resumeToast(next.key)
}

export function closeToast(key: string): void {
  stop(key)
  if (shown.some((toast) => toast.key === key)) change(shown.filter((toast) => toast.key !== key))
}

/** While somebody points at a message or has the focus in it, it stays. */
export function pauseToast(key: string): void {
  stop(key)
}

export function resumeToast(key: string): void {
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
