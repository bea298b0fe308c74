/** Empty text, null and an absent field mean the same to every endpoint, optional or required. */
import { subAccountGroups } from '#contract/budgets.ts'
import { expect, test } from 'vitest'
import { webhooks } from '#contract/webhooks.ts'
import { spaces } from '#contract/workspace.ts'
import { contacts } from '#tests/support/actors/workspaces.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { shapeOf } from '#contract/query.ts'
import { glossaries } from '#contract/glossaries.ts'
import { quotaRequests } from '#contract/quota-requests.ts'
import { listViews } from '#contract/saved-views.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { toJsonSchema } from '#server/http/openapi/operation-parts.ts'
import { caller, signedIn, type ApiErrorData } from '#tests/support/server/server.ts'
import { everyEndpoint, minimalInput } from '#tests/support/fuzz/endpoints.ts'
import { quotaRequests as requestTable } from '#server/features/quota-requests/table.ts'
import { serverWithPeople } from '#tests/support/server/server-with-people.ts'

const { server, people } = await serverWithPeople()
const anna = await signedIn(server, people.anna)
const annasub = await signedIn(server, people.sub)

const uniqueNames: readonly string[] = [
  glossaries.calls.create.path,
  subAccountGroups.calls.create.path,
  webhooks.calls.register.path,
]

let nameCount = 0
/** A valid input. Names are unique, so each request gets a new one. */
const inputOf = (endpoint: Endpoint): Record<string, unknown> =>
  endpoint === subAccounts.create
    ? { ...minimalInput(endpoint), account: `blank${nameCount++}` }
    : endpoint === listViews.create
      ? { ...minimalInput(endpoint), name: `View ${nameCount++}` }
      : uniqueNames.includes(endpoint.path)
        ? { ...minimalInput(endpoint), name: `Name ${nameCount++}` }
        : minimalInput(endpoint)

/** Response to an input sent as it is. The product's own client would omit empty fields. */
async function responseTo(endpoint: Endpoint, input: Record<string, unknown>) {
  const actors = { visitor: caller(server, null), sub: annasub, main: anna, member: anna }
  const actor = actors[endpoint.access]
  // A sub-account has one open request.
  if (endpoint === quotaRequests.calls.ask) await server.database.db.delete(requestTable)
  const query = new URLSearchParams(
    Object.entries(input).map(([key, value]) => [key, String(value)]),
  ).toString()
  const path = endpoint.path.replace('{clientId}', String(input['clientId']))
  const { status, success, data } = await (endpoint.method === 'GET'
    ? actor.send(endpoint.method, query ? `${path}?${query}` : path)
    : actor.send(endpoint.method, path, input))
  const { code, fields } = (success ? {} : data) as Partial<ApiErrorData>
  return { status, success, code, fields }
}

// A form with a file is no JSON.
const endpoints = everyEndpoint.filter(
  ([, { responseType, bodyType }]) => responseType !== 'stream' && bodyType === undefined,
)
const cells = endpoints.flatMap(([name, endpoint]) => {
  const { required = [] } = toJsonSchema(endpoint.input, 'input')
  return Object.keys(shapeOf(endpoint.input)).map(
    (field) => [name, field, required.includes(field), endpoint] as const,
  )
})

test.each(cells)(
  '%s treats a blank %s as an absent one',
  async (_name, field, required, endpoint) => {
    const without = () => {
      const { [field]: _, ...rest } = inputOf(endpoint)
      return rest
    }
    const absent = await responseTo(endpoint, without())
    // Two endpoints share this path: without the field the request belongs to the other one.
    if (required && endpoint.when !== field)
      expect(absent).toMatchObject({
        success: false,
        code: expect.stringMatching(/invalid|notAllowed/),
      })
    expect(await responseTo(endpoint, { ...without(), [field]: '' })).toEqual(absent)
    if (endpoint.method !== 'GET')
      expect(await responseTo(endpoint, { ...without(), [field]: null })).toEqual(absent)
  },
)

test.each([{}, { ids: '' }, { ids: null }, { ids: [] }])(
  'a contact is deleted by its id, also with %j in the same request',
  async (ids) => {
    const { id: spaceId } = (await anna.call(spaces.create, { name: `Space ${nameCount++}` })).data
    await anna.call(contacts.create, { spaceId, title: 'Mary' })
    const [contact] = (await anna.call(contacts.page, { spaceId })).data.rows
    expect(await anna.send('POST', '/contact/delete', { id: contact!.id, ...ids })).toMatchObject({
      success: true,
    })
    expect((await anna.call(contacts.page, { spaceId })).data.total).toBe(0)
  },
)

test.each([{}, { userId: '' }, { userId: null }])(
  'saving a sub-account with %j as its id creates a new one (spec 7.8)',
  async (id) => {
    const account = `opened${nameCount++}`
    expect(
      await anna.send('POST', '/user/saveChildUser', {
        ...id,
        account,
        nickname: '',
        password: 'first-one',
        enabled: '',
      }),
    ).toMatchObject({
      success: true,
    })
    const { rows } = (await anna.call(subAccounts.page, { account })).data
    expect(rows).toMatchObject([{ account, nickname: null, enabled: 1 }])
  },
)

test.each([{}, { nickname: '' }, { nickname: null }])(
  'editing a sub-account with %j clears its nickname',
  async (nickname) => {
    const { userId } = people.sub
    await anna.call(subAccounts.edit, { userId, nickname: 'Somebody', enabled: 1 })
    expect(
      await anna.send('POST', '/user/saveChildUser', { userId, enabled: 1, ...nickname }),
    ).toMatchObject({ success: true })
    expect((await anna.call(subAccounts.get, { userId })).data.nickname).toBeNull()
  },
)

test.each([{}, { company: '' }, { company: null }])(
  'editing a contact with %j clears its company',
  async (company) => {
    const { id: spaceId } = (await anna.call(spaces.create, { name: `Space ${nameCount++}` })).data
    await anna.call(contacts.create, { spaceId, title: 'Mary', company: 'Mary & Co' })
    const [before] = (await anna.call(contacts.page, { spaceId })).data.rows
    expect(before!.company).toBe('Mary & Co')
    expect(
      await anna.send('POST', '/contact/save', {
        id: before!.id,
        title: 'Mary',
        step: 'lead',
        ...company,
      }),
    ).toMatchObject({ success: true })
    expect((await anna.call(contacts.get, { id: before!.id })).data.company).toBeNull()
  },
)
