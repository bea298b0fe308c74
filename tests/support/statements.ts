/** Which statements the server runs: to see that two answers cost the same work. */
import { Client } from 'pg'
import { vi } from 'vitest'

/**
 * Of all clients in this process, until stopped; without what a connection says to itself when it
 * is made.
 */
export function watchStatements() {
  const seen: string[] = []
  const query = Reflect.get(Client.prototype, 'query') as (...args: unknown[]) => never
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (
    this: Client,
    ...given: unknown[]
  ) {
    const [asked] = given as [string | { text?: string; name?: string }]
    seen.push(typeof asked === 'string' ? asked : (asked.name ?? asked.text ?? ''))
    return query.apply(this, given)
  })
  return {
    /** Those since it was last asked, in order. */
    taken: () => seen.splice(0),
    stop: () => spy.mockRestore(),
  }
}
