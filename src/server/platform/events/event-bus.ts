/** Event bus: announces changes to all server processes. Events may be lost. */
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
  listen(listener: (change: ChangeEvent) => void): () => void
  /** Calls the `onClose` listeners; events are still published until `close`. */
  endListeners(): void
  close(): Promise<void>
  /** Called once, by `endListeners` or when `close` begins. */
  onClose(listener: () => void): void
}

/** Distributes events within this process; `deliver` passes on an incoming event. */
export function createHub(): {
  deliver: (change: ChangeEvent) => void
  listen: EventBus['listen']
} {
  const listeners = new Set<(change: ChangeEvent) => void>()
  return {
    deliver: (change) => listeners.forEach((listener) => listener(change)),
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** For the in-process database, which no other process uses. */
export function createLocalEventBus(): EventBus {
  const { deliver, listen } = createHub()
  const closeListeners = new Set<() => void>()
  const endListeners = () => drainCallbacks(closeListeners)
  return {
    publish: (change) => queueMicrotask(() => deliver(change)),
    listen,
    onClose: (listener) => void closeListeners.add(listener),
    endListeners,
    close: () => Promise.resolve(endListeners()),
  }
}

/** Empties the set and calls its functions. */
export function drainCallbacks(functions: Set<() => void>): void {
  const all = [...functions]
  functions.clear()
  all.forEach((call) => call())
}
