/** Access to endpoints: customers call none of the operators', operators none of the customers'. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { channels } from '#contract/packages.ts'
import { operatorRoles } from '#contract/operator/roles.ts'
import { operatorSession } from '#contract/operator/session.ts'
import { users } from '#server/schema.ts'
import {
  everyOperatorEndpoint,
  newOperator,
  operatorCaller,
  operatorsOfEachRole,
} from '#tests/support/actors/operators.ts'
import { addPeople, type Person } from '#tests/support/actors/people.ts'
import { everyEndpoint, minimalInput } from '#tests/support/fuzz/endpoints.ts'
import {
  caller,
  signedIn,
  startServer,
  type Caller,
  type TestServer,
} from '#tests/support/server/server.ts'
import { eq } from 'drizzle-orm'

let server: TestServer
let anna: Person
let customer: Caller
let sub: Caller
let staff: Awaited<ReturnType<typeof operatorsOfEachRole>>
beforeAll(async () => {
  server = await startServer()
  const people = await addPeople(server.database.db)
  anna = people.anna
  customer = await signedIn(server, anna)
  sub = await signedIn(server, people.sub)
  staff = await operatorsOfEachRole(server)
})
afterAll(() => server.close())

const member = everyOperatorEndpoint.filter(([, { access }]) => access !== 'visitor')

test('sign-in is the only operators’ endpoint without a session', () => {
  const open = everyOperatorEndpoint.filter(([, { access }]) => access === 'visitor')
  expect(open.map(([name]) => name)).toEqual(['session.signIn'])
})

test('every path of an operators’ endpoint begins with /operator/', () => {
  for (const [name, { path }] of everyOperatorEndpoint)
    expect(path, name).toMatch(/^\/operator\/\w/)
  for (const [name, { path }] of everyEndpoint) expect(path, name).not.toMatch(/^\/operator(\/|$)/)
})

test('customers and visitors get 700 from every operators’ endpoint but sign-in', async () => {
  for (const [name, endpoint] of member)
    for (const user of [customer, sub, caller(server, null)])
      expect(await user.refused(endpoint, minimalInput(endpoint)), name).toMatchObject({
        status: 700,
        code: 'sessionEnded',
      })
})

test('an operator gets 700 from every customers’ endpoint that needs a session', async () => {
  for (const [name, endpoint] of everyEndpoint.filter(([, { access }]) => access !== 'visitor'))
    expect(await staff.admin.refused(endpoint, minimalInput(endpoint)), name).toMatchObject({
      status: 700,
      code: 'sessionEnded',
    })
})

test.each(operatorRoles)('%s may call what the contract allows, and nothing else', async (role) => {
  for (const [name, endpoint] of member) {
    // A call may end sessions.
    const user = await operatorCaller(server, staff[role].operator)
    const { status, success, data } = await user.call(endpoint, minimalInput(endpoint))
    const code = success ? 'done' : (data as { code: string }).code
    if (endpoint.roles && !endpoint.roles.includes(role))
      expect([status, code], name).toEqual([200, 'notAllowed'])
    else
      expect(['notAllowed', 'notAvailable', 'sessionEnded', 'serverError'], name).not.toContain(
        code,
      )
  }
})

test('operators and customers have different ids, and owner 0 has no account', async () => {
  const { db } = server.database
  expect(await db.$count(users, eq(users.ownerId, '0'))).toBe(0)
  for (const { operator } of Object.values(staff))
    expect(await db.$count(users, eq(users.userId, operator.userId))).toBe(0)
})

test('a replayed request is refused by endpoints that change something', async () => {
  const admin = await newOperator(server)
  const headers = { ...admin.headers(), 'content-type': 'application/json' }
  const create = (name: string) =>
    fetch(`${server.api}/operator/operators/save`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email: `${name}@staff.example.com`, name, role: 'support' }),
    }).then((response) => response.json() as Promise<{ success: boolean; data: { code: string } }>)
  expect((await create('replayed-1')).success).toBe(true)
  expect((await create('replayed-2')).success).toBe(true)
  const { success, data } = await create('replayed-1')
  expect([success, data.code]).toEqual([false, 'duplicate'])
})

test('the document of the customers’ API contains no operators’ endpoint', async () => {
  for (const path of ['/openapi.json', '/docs']) {
    const text = await (await fetch(server.api + path)).text()
    expect(text).toContain('/login/login')
    for (const [name, endpoint] of everyOperatorEndpoint)
      expect(text, name).not.toContain(endpoint.path)
  }
})

test('outside of OPERATOR_NETWORKS the console and its API are not found', async () => {
  const networks = ['10.7.0.0/16', '2001:db8::/48']
  const pages = mkdtempSync(join(tmpdir(), 'pages-'))
  writeFileSync(join(pages, 'index.html'), '<!doctype html><title>shell</title>')
  const closed = await startServer({ operatorNetworks: networks }, undefined, { pages })
  const from = async (ip: string, path: string) =>
    (await fetch(closed.origin + path, { headers: { 'x-forwarded-for': ip } })).status
  const get = `/api${operatorSession.get.path}`
  for (const [ip, status] of [
    ['10.7.200.1', 700],
    ['::ffff:10.7.1.1', 700],
    ['2001:db8:0:ffff::1', 700],
    ['10.8.0.1', 404],
    ['2001:db9::1', 404],
  ] as const)
    expect([ip, await from(ip, get)]).toEqual([ip, status])
  const spellings =
    '/operator /operator/ /operator/customers /Operator /api/operator/none /operator?lang=en ' +
    '/en/operator /zh/operator/today /EN/Operator/ /en//operator //operator /%6fperator ' +
    '/en%2Foperator /en/%256fperator /en/operator%2Ftoday /en%5coperator'
  for (const path of spellings.split(' '))
    expect([path, await from('10.8.0.1', path)]).toEqual([path, 404])
  expect(await from('10.7.0.1', '/en/operator')).toBe(200)
  expect(await from('10.8.0.1', '/en/operators')).toBe(200)
  expect(await from('10.8.0.1', '/healthz')).toBe(200)
  expect(await from('10.8.0.1', `/api${channels.list.path}`)).toBe(200)
  await closed.close()
})
