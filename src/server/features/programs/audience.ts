/** Programs as callers: authenticated by key, limited to its scopes. */
import {
  requireScope,
  type createKeyAuthenticator,
  type ProgramUser,
} from '#server/features/api-keys/index.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Topic } from '#contract/topics.ts'
import { ApiError } from '#server/http/errors.ts'
import { listChangedTopics, type Audience } from '#server/http/router.ts'
import type { WireFormat } from '#server/http/wire-format.ts'

/** Both schemes name the key; DeepL's clients send the first, OpenAI's the second. */
const authorization = /^(?:DeepL-Auth-Key|Bearer) +(\S{1,200}) *$/i

export function createProgramAudience(
  authenticateKey: ReturnType<typeof createKeyAuthenticator>,
  format: WireFormat,
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
    toChangeEvent: (endpoint, { ownerId }) => ({ ownerId, about: listTopics(endpoint) }),
  }
}

/** Topics of the console's calls that read what a program's call has changed. */
function listTopics({ mutatesBalance, scope }: Endpoint): Topic[] {
  if (mutatesBalance) return listChangedTopics({ path: '/translation/text', mutatesBalance })
  return scope === 'glossaries' ? ['glossary', 'glossaryTerm'] : []
}
