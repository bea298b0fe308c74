/** Event bus: announces changes to all server processes, as hints only. */
import type { Topic } from '#contract/topics.ts'

/** `about`: topics whose data is now stale. Without an owner the event concerns everyone. */
export type ChangeEvent = { ownerId: string | null; about: readonly Topic[] }

export type EventBus = {
  /**
   * Call it after the commit. Does not block; events published shortly after each other are
   * batched.
   */
  publish(change: ChangeEvent): void
  /**
   * Subscribes to the events of all processes, this one included. Returns the unsubscribe function.
   */
  listen(hear: (change: ChangeEvent) => void): () => void
  /** Calls the `onClose` listeners; events are still published until `close`. */
  endListeners(): void
  close(): Promise<void>
  /** Called once, by `endListeners` or when `close` begins. */
  onClose(leave: () => void): void
}

/** Distributes events within this process; `hear` delivers an incoming event. */
export function hub(): { hear: (change: ChangeEvent) => void; listen: EventBus['listen'] } {
  const listeners = new Set<(change: ChangeEvent) => void>()
  return {
    hear: (change) => listeners.forEach((listener) => listener(change)),
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** For the in-process database, which no other process uses. */
export function localEventBus(): EventBus {
  const { hear, listen } = hub()
  const leaving = new Set<() => void>()
  const endListeners = () => callOnce(leaving)
  return {
    publish: (change) => queueMicrotask(() => hear(change)),
    listen,
    onClose: (leave) => void leaving.add(leave),
    endListeners,
    close: () => Promise.resolve(endListeners()),
  }
}

/** Empties the set and calls its functions. */
export function callOnce(functions: Set<() => void>): void {
  const all = [...functions]
  functions.clear()
  all.forEach((each) => each())
}
