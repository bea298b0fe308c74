/** The operators' console as the engine and the providers see it. */
import { startApplication } from '#console/refine/application.ts'
import { exits } from '#console/refine/router.ts'
import { operatorLanguages } from '#contract/operator/languages.ts'
import { operatorContract } from '#contract/operator/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { translation } from '#contract/translation.ts'
import { getCachedOperator, loadOperator } from '#operator/current-operator.ts'
import { operatorMessages } from '#operator/i18n.ts'

/** The server is of the same release, so it serves every call. */
const calls = Object.values<Readonly<Record<string, Endpoint>>>(operatorContract)
const paths = calls.flatMap((subject) => Object.values(subject).map(({ path }) => path))

function lookupEndpoint(lookup: Endpoint): Endpoint | undefined {
  if (lookup.path === translation.languages.path) return operatorLanguages.list
  return lookup.access === 'visitor' ? lookup : undefined
}

export const startOperatorApplication = (): void =>
  startApplication({
    userAccess: getCachedOperator,
    reloadUser: loadOperator,
    loadServedPaths: () => Promise.resolve(paths),
    lookupEndpoint,
    // Without a session, the same address shows the sign-in.
    openStartPage: () => exits.reload(),
    messages: operatorMessages,
  })
