/**
 * What was translated while this page was open. It is kept in memory only: signing out leaves the
 * page, and nothing is left.
 */
import { useSyncExternalStore } from 'react'

export type Translated = {
  readonly id: number
  readonly source: string
  readonly target: string
  readonly text: string
  readonly translated: string
}

const most = 20
let kept: readonly Translated[] = []
let made = 0
const listeners = new Set<() => void>()

export function keep(translated: Omit<Translated, 'id'>): void {
  change([{ ...translated, id: ++made }, ...kept].slice(0, most))
}

export const clearHistory = (): void => change([])

export function useHistory(): readonly Translated[] {
  return useSyncExternalStore(onChange, () => kept)
}

function onChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function change(next: readonly Translated[]): void {
  kept = next
  listeners.forEach((listener) => listener())
}
