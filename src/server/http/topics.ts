/**
 * What a call changes besides what it is about, as the first segments of the paths of the calls
 * that tell of it.
 */
import type { Endpoint } from '#contract/endpoint.ts'

/** What moves money or quota shows in the user's balances and in the account log. */
const moved = ['user', 'memberAccountLog']
const besides: Readonly<Record<string, readonly string[]>> = {
  translation: ['translationLog', 'usage'],
  contact: ['workSpace'],
  // Turning it on ends sessions.
  secondStep: ['user'],
}

export function topicsChangedBy({
  path,
  mutatesBalance,
}: Pick<Endpoint, 'path' | 'mutatesBalance'>): string[] {
  const subject = path.split('/')[1]!
  return [...new Set([subject, ...(mutatesBalance ? moved : []), ...(besides[subject] ?? [])])]
}
