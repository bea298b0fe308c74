/** Programs as callers: authenticated by key, limited to its scopes. */
import {
  requireScope,
  type createKeyAuthenticator,
  type ProgramUser,
} from '#server/features/api-keys/index.ts'
import { sql } from 'drizzle-orm'
import { apiKeys } from '#server/features/api-keys/table.ts'
import { recordAct } from '#server/features/audit-log/index.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Topic } from '#contract/topics.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Audience } from '#server/http/authorize-call.ts'
import { listChangedTopics } from '#server/http/changed-topics.ts'
import type { WireFormat } from '#server/http/wire-format.ts'

/** Both schemes name the key; DeepL's clients send the first, OpenAI's the second. */
const authorization = /^(?:DeepL-Auth-Key|Bearer) +(\S{1,200}) *$/i

export function createProgramAudience(
  authenticateKey: ReturnType<typeof createKeyAuthenticator>,
  format: WireFormat,
  clock: () => Date,
): Audience<ProgramUser> {
  return {
    format,
    async authenticate(header, ip) {
      const secret = authorization.exec(header('authorization') ?? '')?.[1]
      if (secret === undefined) throw new ApiError('keyRefused')
      const me = await authenticateKey(secret, ip)
      const parentUserId = me.ownerId === me.userId ? null : me.ownerId
      return { me, key: me, group: me.ownerId, role: { parentUserId } }
    },
    checkAccess({ scope }: Endpoint, me) {
      if (scope) requireScope(me, scope)
    },
    async recordAct(tx, me, act) {
      const { rows } = await tx.execute<{ name: string }>(
        sql`select k.name from ${apiKeys} k where k.owner_id = ${me.ownerId}::bigint and k.id = ${me.keyId}::bigint`,
      )
      const details = { ...act.details, apiKey: rows[0]?.name }
      await recordAct(tx, me, { ...act, details }, clock())
    },
    toChangeEvent: (endpoint, { ownerId }) => ({ ownerId, about: listTopics(endpoint) }),
  }
}

/** Topics of the console's calls that read what a program's call has changed. */
function listTopics({ mutatesBalance, scope }: Endpoint): Topic[] {
  if (mutatesBalance) return listChangedTopics({ path: '/translation/text', mutatesBalance })
  return scope === 'glossaries' ? ['glossary', 'glossaryTerm', 'auditLog'] : []
}
