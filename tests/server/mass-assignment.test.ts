/** Mass assignment: no handler receives a field that is not in its contract. */
import { expect, test } from 'vitest'
import { shapeOf } from '#contract/query.ts'
import { handlers } from '#server/handlers.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Handlers } from '#server/http/handler.ts'
import {
  everyEndpoint,
  handwrittenEndpoints,
  minimalInput,
  type NamedEndpoint,
} from '#tests/support/fuzz/endpoints.ts'
import { signedIn } from '#tests/support/server/server.ts'
import { serverWithPeople } from '#tests/support/server/server-with-people.ts'

/** Input that a handler received last. */
let received: unknown
const receive = (input: unknown) => {
  received = input
  return Promise.reject(new ApiError('notFound'))
}
const receivingHandlers = Object.fromEntries(
  Object.entries(handlers).map(([group, calls]) => [
    group,
    Object.fromEntries(
      Object.entries(calls).map(([name, handler]) => [
        name,
        typeof handler === 'function' ? receive : handler,
      ]),
    ),
  ]),
) as unknown as Handlers
const { server, people } = await serverWithPeople({ handlers: receivingHandlers })
const main = await signedIn(server, people.anna)
const sub = await signedIn(server, people.sub)

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
  // A form is validated by the same rules as JSON.
  ([, { method, access, bodyType }]) =>
    method !== 'GET' && access !== 'visitor' && bodyType === undefined,
)
/** Input fields that select between two endpoints with the same path. */
const selectorFields = (path: string): string[] =>
  everyEndpoint.flatMap(([, other]) => (other.path === path && other.when ? [other.when] : []))

test.each(writes)('%s receives no extra fields', async (_name, endpoint) => {
  const input = minimalInput(endpoint)
  const knownFields = new Set([
    ...Object.keys(shapeOf(endpoint.input)),
    ...selectorFields(endpoint.path),
  ])
  const extraFields = Object.fromEntries(
    Object.entries(attackValues).filter(([key]) => !knownFields.has(key)),
  )
  const parsed = await inputReceived(endpoint, input)
  expect(parsed).toBeDefined()
  expect(await inputReceived(endpoint, { ...extraFields, ...input })).toEqual(parsed)
})

async function inputReceived(
  endpoint: NamedEndpoint[1],
  input: Record<string, unknown>,
): Promise<unknown> {
  received = undefined
  await (endpoint.access === 'sub' ? sub : main).call(endpoint, input)
  return received
}
