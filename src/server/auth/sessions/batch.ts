/** Batches concurrent lookups into one query, without caching. */

/**
 * `read` answers many keys at once. A key is always read after it was requested, never from a
 * cache. Keys requested during a read go into the next batch of at most `max` keys.
 */
export function batched<K, V>(read: (keys: K[]) => Promise<Map<K, V>>, max: number) {
  type Waiting = {
    key: K
    found: (value: V | undefined) => void
    failed: (reason: unknown) => void
  }
  let pending: Waiting[] = []
  let running = false
  const run = async () => {
    if (running || pending.length === 0) return
    running = true
    const batch = pending.splice(0, max)
    try {
      const values = await read([...new Set(batch.map(({ key }) => key))])
      for (const { key, found } of batch) found(values.get(key))
    } catch (reason) {
      for (const { failed } of batch) failed(reason)
    }
    running = false
    void run()
  }
  return (key: K): Promise<V | undefined> =>
    new Promise((found, failed) => {
      pending.push({ key, found, failed })
      void run()
    })
}
