/** Who may make which call, for every call of the contract and every kind of caller: as the contract says and nothing else. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { siteConfig } from '#contract/site-config.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { handlers } from '#server/handlers.ts'
import { notServed } from '#server/handler.ts'
import { everyCall, someInput } from '#tests/support/calls.ts'
import { addPeople, addPerson } from '#tests/support/people.ts'
import { caller, signedIn, startServer, type Caller, type TestServer } from '#tests/support/server.ts'

let server: TestServer
const callers = new Map<string, Caller>()
beforeAll(async () => {
  server = await startServer()
  const people = await addPeople(server.database.db)
  callers.set('visitor', caller(server, null))
  callers.set('main', await signedIn(server, people.berta))
  callers.set('sub', await signedIn(server, people.sub))
  callers.set('without capability', await signedIn(server, people.carl))
  const gone = await addPerson(server.database.db, { account: 'shutout', owner: people.anna })
  callers.set('shut out', await signedIn(server, gone))
  await (await signedIn(server, people.anna)).call(subAccounts.changeEnabled, { userId: gone.userId, enabled: 0 })
  callers.set('ended', caller(server, { sk: 'ended', userId: people.anna.userId }))
})
afterAll(() => server.close())

/** The status and the refusal that the rules of access alone lead to; nothing when they let the call pass. */
function expected(kind: string, { access, needs, path }: Endpoint): [number, string] | undefined {
  if (access === 'visitor') return undefined
  if (kind === 'visitor' || kind === 'ended') return [700, 'sessionEnded']
  if (kind === 'shut out') return [701, 'accountDisabled']
  // Nobody who comes by the web has this right.
  if ((access === 'main' && kind === 'sub') || path === siteConfig.save.path) return [200, 'notAllowed']
  if (needs && kind === 'without capability') return [200, 'capabilityMissing']
  return undefined
}

const kinds = ['visitor', 'ended', 'shut out', 'sub', 'without capability', 'main']
// Signing out ends the caller's own session, which the other cells need.
const cells = kinds.flatMap((kind) =>
  everyCall.filter(([name]) => name !== 'login.logout').map(([name, endpoint]) => [kind, name, endpoint] as const),
)

test.each(cells)('%s calls %s', async (kind, name, endpoint) => {
  if (endpoint.answers === 'stream' && isServed(name)) return
  const { status, data, success } = await callers.get(kind)!.call(endpoint, someInput(endpoint))
  const code = success ? 'done' : (data as { code: string }).code
  const wanted = expected(kind, endpoint)
  if (wanted) expect([status, code]).toEqual(wanted)
  else if (!isServed(name)) expect([status, code]).toEqual([200, 'notAvailable'])
  else expect(['notAllowed', 'notAvailable', 'sessionEnded', 'accountDisabled', 'serverError']).not.toContain(code)
})

test('visitors may make exactly the calls that section 6 gives them, the two that are no secret, and the second step of signing in', () => {
  const open = everyCall.filter(([, { access }]) => access === 'visitor').map(([name]) => name)
  expect(open.filter((name) => !/^(login|customerService)\./.test(name)).toSorted()).toEqual([
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
  return (handlers as unknown as Record<string, Record<string, unknown>>)[group]![call] !== notServed
}
