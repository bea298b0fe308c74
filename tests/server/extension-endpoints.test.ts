/** The list of endpoints beyond the specification matches what the server serves. */
import { afterAll, expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { extensions } from '#contract/extensions.ts'
import { addPeople } from '#tests/support/actors/people.ts'
import { caller, signedIn, startServer } from '#tests/support/server/server.ts'

const server = await startServer()
const { anna } = await addPeople(server.database.db)
afterAll(() => server.close())

const extensionEndpoints = Object.values(contract)
  .flatMap((calls) => Object.values<Endpoint>(calls))
  .filter(({ spec }) => spec === undefined)

test('visitors read the list; an endpoint is in it exactly if it is served', async () => {
  const { success, data } = await caller(server, null).call(extensions.list, {})
  expect(success).toBe(true)
  expect(data).toContain('/user/batch/distribution')
  const paths = data.filter((path) => !path.includes('?'))
  expect(
    paths.filter((path) => !extensionEndpoints.some((endpoint) => endpoint.path === path)),
  ).toEqual([])
  const owner = await signedIn(server, anna)
  for (const endpoint of extensionEndpoints.filter(({ path }) => path !== '/login/logout')) {
    const { code } = await owner.refused(endpoint, {})
    expect(code === 'notAvailable', endpoint.path).toBe(!data.includes(endpoint.path))
  }
})

test('parameters and fields beyond the specification are listed as path?name', async () => {
  const { data } = await caller(server, null).call(extensions.list, {})
  const listed = data.filter((path) => path.startsWith('/user/page?'))
  expect(listed).toEqual(
    [
      'search',
      'nickname',
      'groupId',
      'accountRole',
      'sortBy',
      'sortOrder',
      'usedThisMonthNum',
      'groupId',
      'ownRule',
      'caps',
      'accountRole',
    ].map((name) => `/user/page?${name}`),
  )
  expect(data).toContain('/orderByMemberGroup/page?sortBy')
})
