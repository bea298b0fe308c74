/** Topics of which a call may change data: pages that show them refetch. */
import type { Endpoint } from '#contract/endpoint.ts'
import { topicOfPath, type Topic } from '#contract/topics.ts'

/** A change of money or quota affects the user's balances and the account log. */
const balanceTopics: readonly Topic[] = ['user', 'memberAccountLog']
/** Topics that change together with another. */
const relatedTopics: { readonly [T in Topic]?: readonly Topic[] } = {
  translation: ['translationLog', 'usage'],
  contact: ['workSpace'],
  // Enabling two-factor ends sessions.
  secondStep: ['user'],
}

export function listChangedTopics(
  endpoint: Pick<Endpoint, 'path' | 'mutatesBalance' | 'audit'>,
): Topic[] {
  const topic = topicOfPath(endpoint.path)
  const balance = endpoint.mutatesBalance ? balanceTopics : []
  const audit: readonly Topic[] = endpoint.audit ? ['auditLog'] : []
  return [...new Set([topic, ...balance, ...audit, ...(relatedTopics[topic] ?? [])])]
}
