/** Gathers look-ups that arrive while one is under way into the next one: fresh reads, in a fraction of the round trips. */

/**
 * `read` answers many keys at once. A key is always read after it was asked for, never from memory.
 * At most `lanes` reads run at a time; what arrives meanwhile waits for the next.
 */
export function batched<K, V>(read: (keys: K[]) => Promise<Map<K, V>>, { lanes, most }: { lanes: number; most: number }) {
  type Waiting = { key: K; found: (value: V | undefined) => void; failed: (reason: unknown) => void }
  let waiting: Waiting[] = []
  let running = 0
  const run = async () => {
    if (running >= lanes || waiting.length === 0) return
    running += 1
    const batch = waiting.splice(0, most)
    try {
      const values = await read([...new Set(batch.map(({ key }) => key))])
      for (const { key, found } of batch) found(values.get(key))
    } catch (reason) {
      for (const { failed } of batch) failed(reason)
    }
    running -= 1
    void run()
  }
  return (key: K): Promise<V | undefined> =>
    new Promise((found, failed) => {
      waiting.push({ key, found, failed })
      void run()
    })
}
