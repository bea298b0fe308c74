/** Translation history since the page load. In memory only, so that signing out leaves no trace. */
import { useSyncExternalStore } from 'react'

export type Translated = {
  readonly id: number
  readonly source: string
  readonly target: string
  readonly text: string
  readonly translated: string
}

const max = 20
let stored: readonly Translated[] = []
let made = 0
const listeners = new Set<() => void>()

export function keep(translated: Omit<Translated, 'id'>): void {
  change([{ ...translated, id: ++made }, ...stored].slice(0, max))
}

export const clearHistory = (): void => change([])

export function useHistory(): readonly Translated[] {
  return useSyncExternalStore(onChange, () => stored)
}

function onChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function change(next: readonly Translated[]): void {
  stored = next
  listeners.forEach((listener) => listener())
}
