/** Mass assignment: extra fields in a request change neither the response nor any row. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { shapeOf } from '#contract/query.ts'
import { users } from '#contract/users.ts'
import {
  objectIdFields,
  createActors,
  startWithActors,
  type Actors,
} from '#tests/support/actors/access-fixtures.ts'
import { password } from '#tests/support/actors/people.ts'
import { dropDb } from '#tests/support/server/postgres.ts'
import {
  handwrittenEndpoints,
  minimalInput,
  type NamedEndpoint,
} from '#tests/support/fuzz/endpoints.ts'
import { allRows } from '#tests/support/server/database-state.ts'
import { testCrypto } from '#tests/support/server/test-crypto.ts'

let actors: Actors
beforeAll(async () => {
  actors = await createActors()
  // Without salt, so that the rows of two runs can be compared.
  vi.spyOn(testCrypto, 'hashPassword').mockImplementation((typed) =>
    Promise.resolve(`hash of ${typed}`),
  )
})
afterAll(() => vi.restoreAllMocks())

/** Columns, and fields of other endpoints, with values that an attacker would want. */
const attackValues: Record<string, unknown> = {
  id: '1',
  userId: '1',
  ownerId: '1',
  parentUserId: null,
  managerId: '1',
  spaceId: '1',
  role: 'owner',
  isAdmin: true,
  createChildUser: true,
  usableCharNum: 9e9,
  usableVoiceNum: 9e9,
  chars: 9e9,
  voices: 9e9,
  images: 9e9,
  changeCharNum: 9e9,
  memberAccount: { usableCharNum: 9e9 },
  price: 1,
  salePrice: 1,
  amount: 1,
  amountCents: 1,
  num: 9e9,
  payStatus: 'P',
  paidAt: '2020-01-01 00:00:00',
  memberGroupId: '1',
  enabled: 0,
  disabledAt: null,
  erasedAt: null,
  expiresAt: '2999-01-01 00:00:00',
  version: -1,
  seq: 1,
  channelId: '3',
  tranChannelId: '3',
  passwordHash: 'hoped',
  inviteCode: 'hoped',
  inviteCount: 99,
  account: 'hoped',
  username: 'hoped',
  clientType: 'hoped',
  tokenHash: 'hoped',
  constructor: { prototype: { isAdmin: true } },
  toString: 'hoped',
  autoDistribution: 1,
}

const writes = handwrittenEndpoints.filter(
  ([, { method, access }]) => method !== 'GET' && access !== 'visitor',
)
/** Input fields that select between two endpoints with the same path. */
const selectorFields = (path: string): string[] =>
  handwrittenEndpoints.flatMap(([, other]) =>
    other.path === path && other.when ? [other.when] : [],
  )

test.each(writes)('%s ignores extra fields', async (name, endpoint) => {
  const input = validInput(name, endpoint)
  const knownFields = new Set([
    ...Object.keys(shapeOf(endpoint.input)),
    ...selectorFields(endpoint.path),
  ])
  const extraFields = Object.fromEntries(
    Object.entries(attackValues).filter(([key]) => !knownFields.has(key)),
  )
  expect(await effectOf(endpoint, { ...extraFields, ...input })).toEqual(
    await effectOf(endpoint, input),
  )
})

const endpointsWithSelector = writes.filter(
  ([, { path, when }]) => when === undefined && selectorFields(path).length > 0,
)

test.each(endpointsWithSelector)(
  '%s with the id of another account’s object is refused and changes nothing',
  async (name, endpoint) => {
    const [key] = selectorFields(endpoint.path)
    const [selected] = handwrittenEndpoints.filter(
      ([, { path, when }]) => path === endpoint.path && when === key,
    )
    const [objectField] = objectIdFields(...selected!).filter(({ field }) => field === key)
    const server = await startWithActors(actors)
    // The session's last use is stored at intervals only, so the call below does not change it.
    await server.callers.main.call(users.get, {})
    const before = await allRows(server.database.db)
    const input = {
      ...minimalInput(selected![1]),
      ...validInput(name, endpoint),
      [key!]: actors.objects['other main'][objectField!.kind],
    }
    expect(await server.callers.main.refused(endpoint, input)).toMatchObject({ code: 'notFound' })
    expect(await allRows(server.database.db)).toEqual(before)
    await server.close()
    await dropDb(server.database.url)
  },
)

/** Response and rows after a call of the main account, without values that differ in every run. */
async function effectOf(endpoint: NamedEndpoint[1], input: Record<string, unknown>) {
  const server = await startWithActors(actors)
  const { success, data } = await server.callers.main.call(endpoint, input)
  const rows = await allRows(server.database.db)
  await server.close()
  await dropDb(server.database.url)
  return withoutVariableParts({ success, data, rows })
}

/**
 * Replaces times, random texts and numbers derived from times, and sorts the rows independently of
 * them.
 */
function withoutVariableParts({
  rows,
  ...response
}: {
  success: boolean
  data: unknown
  rows: Record<string, string[]>
}) {
  const normalise = (text: string) =>
    text
      .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[\d.]*(\+\d\d:\d\d)?/g, '{time}')
      .replace(/[\w-]{8}-[\w-]{4}-[\w-]{4}-[\w-]{4}-[\w-]{12}/g, '{uuid}')
      .replace(/(?<=")[\w+/=:$,-]{20,}(?=\\?")/g, '{random}')
      .replace(/\b\d{12,}\b|(?<="ms":)\d+/g, '{number}')
      .replace(/http:[^"\\]*/g, '{address}')
  return {
    ...response,
    data: normalise(JSON.stringify(response.data) ?? ''),
    rows: Object.fromEntries(
      Object.entries(rows).map(([table, all]) => [table, all.map(normalise).toSorted()]),
    ),
  }
}

/** Valid input of the main account by the contract. */
function validInput(name: string, endpoint: NamedEndpoint[1]): Record<string, unknown> {
  const input = minimalInput(endpoint)
  for (const [field, value] of Object.entries(input))
    if (value === 0 && field.endsWith('Num')) input[field] = 1
  for (const field of ['oldPassword', 'userPassword']) if (field in input) input[field] = password
  if ('memberGroupId' in input) input['memberGroupId'] = '2'
  // Other channels return a form whose signature differs each time.
  if ('payChannel' in input) input['payChannel'] = 'WC_NATIVE'
  for (const { field, isList, kind, visible } of objectIdFields(name, endpoint)) {
    if (!(field in input)) continue
    // The main account's own object; of kinds that it has none of, its sub-account's.
    const id = actors.objects[visible.includes('own') ? 'main' : 'sub'][kind]
    input[field] = isList ? [id] : id
  }
  return input
}
