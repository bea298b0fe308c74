/** The operators' console as the engine and the providers see it. */
import type { Application } from '#console/refine/application.ts'
import { exits } from '#console/refine/router.ts'
import { operatorGroups } from '#console/engine/resource.ts'
import { operatorContract } from '#contract/operator/contract.ts'
import { operatorSession } from '#contract/operator/session.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getCachedOperator, loadOperator } from '#operator/current-operator.ts'
import { messagesOf, operatorMessages } from '#operator/i18n.ts'
import type { zh } from '#locales/operator/shell.ts'

const t = messagesOf<typeof zh>()

/** The server is of the same release, so it serves every call. */
const calls = Object.values<Readonly<Record<string, Endpoint>>>(operatorContract)
const paths = calls.flatMap((subject) => Object.values(subject).map(({ path }) => path))

const lookupEndpoint = (lookup: Endpoint): Endpoint | undefined =>
  lookup.access === 'visitor' ? lookup : undefined

export const operatorApplication: Application = {
  userAccess: getCachedOperator,
  loadUser: loadOperator,
  signOutCall: operatorSession.signOut,
  servedPaths: paths,
  lookupEndpoint,
  // Without a session, the same address shows the sign-in.
  openStartPage: () => exits.reload(),
  menuGroups: operatorGroups,
  titleName: (product) => t('operator.fullName', { product }),
  messages: operatorMessages,
}
