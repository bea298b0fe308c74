/** Every endpoint accepts exactly the kinds of callers that the contract allows. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { siteConfig } from '#contract/site.ts'
import { handlers } from '#server/handlers.ts'
import { notImplemented } from '#server/http/handler.ts'
import { everyEndpoint, minimalInput } from '#tests/support/fuzz/endpoints.ts'
import {
  callerKinds,
  createActors,
  startWithActors,
  type CallerKind,
} from '#tests/support/actors/access-fixtures.ts'
import { snapshotSessions } from '#tests/support/server/database-state.ts'

let server: Awaited<ReturnType<typeof startWithActors>>
let signInAgain: () => Promise<void>
beforeAll(async () => {
  server = await startWithActors(await createActors())
  signInAgain = await snapshotSessions(server.database.db)
})
afterAll(() => server.close())

/** Status and error code by the rules of access; undefined if they allow the call. */
function expected(
  kind: CallerKind,
  { access, needs, path, viewerOnly }: Endpoint,
): [number, string] | undefined {
  if (access === 'visitor') return undefined
  if (kind === 'visitor' || kind === 'ended' || kind === 'deleted') return [700, 'sessionEnded']
  if (kind === 'shut out') return [701, 'accountDisabled']
  if (viewerOnly) return [200, 'notAllowed']
  // No web user has this right.
  if ((access === 'main' && subs.includes(kind)) || path === siteConfig.save.path)
    return [200, 'notAllowed']
  if (access === 'sub' && !subs.includes(kind)) return [200, 'notAllowed']
  if (needs === 'createChildUser' && kind === 'without capability')
    return [200, 'capabilityMissing']
  // No main account has allowed it.
  if (needs === 'createApiKey' && subs.includes(kind)) return [200, 'capabilityMissing']
  return undefined
}

const subs: CallerKind[] = ['sub', 'sibling', 'other sub']
const accessErrors = [
  'notAllowed',
  'notAvailable',
  'sessionEnded',
  'accountDisabled',
  'serverError',
]

test.each(callerKinds)('%s may call what the contract allows, and nothing else', async (kind) => {
  for (const [name, endpoint] of everyEndpoint) {
    if (endpoint.responseType === 'stream' && isServed(name)) continue
    const { status, data, success } = await server.callers[kind].call(
      endpoint,
      minimalInput(endpoint),
    )
    const code = success ? 'done' : (data as { code: string }).code
    const refusal = expected(kind, endpoint)
    if (refusal) expect([status, code], name).toEqual(refusal)
    else if (!isServed(name)) expect([status, code], name).toEqual([200, 'notAvailable'])
    else expect(accessErrors, name).not.toContain(code)
    // A change may end sessions.
    if (endpoint.method !== 'GET') await signInAgain()
  }
})

test('visitors may call the endpoints of section 6, two public ones and the two-factor sign-in', () => {
  const visitorEndpoints = everyEndpoint
    .filter(([, { access }]) => access === 'visitor')
    .map(([name]) => name)
  expect(
    visitorEndpoints.filter((name) => !/^(login|customerService)\./.test(name)).toSorted(),
  ).toEqual([
    'channels.list',
    'extensions.list',
    'notices.stream',
    'packages.sale',
    'secondStep.signIn',
    'siteConfig.get',
  ])
})

function isServed(name: string): boolean {
  const [group, call] = name.split('.') as [string, string]
  return (
    (handlers as unknown as Record<string, Record<string, unknown>>)[group]![call] !==
    notImplemented
  )
}
