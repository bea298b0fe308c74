/** Event topics that a call changes: the first path segments of calls whose data is now stale. */
import type { Endpoint } from '#contract/endpoint.ts'

/** A change of money or quota affects the user's balances and the account log. */
const moved = ['user', 'memberAccountLog']
const besides: Readonly<Record<string, readonly string[]>> = {
  translation: ['translationLog', 'usage'],
  contact: ['workSpace'],
  // Enabling two-factor ends sessions.
  secondStep: ['user'],
}

export function topicsChangedBy({
  path,
  mutatesBalance,
}: Pick<Endpoint, 'path' | 'mutatesBalance'>): string[] {
  const subject = path.split('/')[1]!
  return [...new Set([subject, ...(mutatesBalance ? moved : []), ...(besides[subject] ?? [])])]
}
