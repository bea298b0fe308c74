/**
 * That something of an account has changed, told to every server process. Only hints: the truth
 * stands in the tables.
 */

/**
 * `about`: the first path segments of the calls whose answers are no longer the same; without an
 * owner everybody is meant.
 */
export type ChangeEvent = { ownerId: string | null; about: readonly string[] }

export type EventBus = {
  /**
   * Call it when the change is committed. Costs nothing that anybody waits for; what is told within
   * a moment travels together.
   */
  publish(change: ChangeEvent): void
  /** Hears what any process tells, this one included. What it returns ends that. */
  listen(hear: (change: ChangeEvent) => void): () => void
  /** Ends all listening; listeners are told first. */
  close(): Promise<void>
  /** Called once when `close` begins. */
  onClose(leave: () => void): void
}

/**
 * Passes changes on within this process. `send` is how they get here from wherever they are told.
 */
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

/** For a database that nobody else uses: the one inside the process. */
export function localEventBus(): EventBus {
  const { hear, listen } = hub()
  const leaving = new Set<() => void>()
  return {
    publish: (change) => queueMicrotask(() => hear(change)),
    listen,
    onClose: (leave) => void leaving.add(leave),
    close: () => Promise.resolve(leaving.forEach((leave) => leave())),
  }
}
