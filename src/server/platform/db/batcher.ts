/** Concurrent lookups by key as one query. */

/**
 * Batches concurrent lookups into one query, without caching. `read` looks up many keys at once. A
 * key is always read after it was requested. Keys requested during a read go into the next batch of
 * at most `maxKeys` keys.
 */
export function createBatcher<K, V>(read: (keys: K[]) => Promise<Map<K, V>>, maxKeys: number) {
  type PendingKey = {
    key: K
    resolve: (value: V | undefined) => void
    reject: (reason: unknown) => void
  }
  let pending: PendingKey[] = []
  let isRunning = false
  const run = async () => {
    if (isRunning || pending.length === 0) return
    isRunning = true
    const batch = pending.splice(0, maxKeys)
    try {
      const values = await read([...new Set(batch.map(({ key }) => key))])
      for (const { key, resolve } of batch) resolve(values.get(key))
    } catch (reason) {
      for (const { reject } of batch) reject(reason)
    }
    isRunning = false
    void run()
  }
  return (key: K): Promise<V | undefined> =>
    new Promise((resolve, reject) => {
      pending.push({ key, resolve, reject })
      void run()
    })
}
