/** Records SQL statements, to compare the work behind two responses. */
import { Client } from 'pg'
import { vi } from 'vitest'

/**
 * Records the statements of all clients in this process until stopped, without connection setup.
 */
export function recordStatements() {
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
    /** Returns and clears the statements recorded so far, in order. */
    taken: () => seen.splice(0),
    stop: () => spy.mockRestore(),
  }
}
