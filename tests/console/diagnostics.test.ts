/** Diagnostics of resource files that compile but are invalid. */
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { diagnose, type Environment, availableKinds } from '#console/engine/diagnostics.ts'
import { buildPage } from '#console/engine/build-page.ts'
import { list, form, screen, type Resource } from '#console/engine/resource.ts'
import { accountGroup, defineCollection } from '#contract/collection.ts'
import { choice, text } from '#contract/field-constructors.ts'
import { get, pageOf, pageQuery, post } from '#contract/endpoint.ts'
import { loginLog } from '#contract/sessions.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { AccountName, Id, Text } from '#contract/vocabulary.ts'
import { orders } from '#contract/orders.ts'

const allMessages = { zh: () => true, en: () => true }
const about = { access: 'main' } as const
const place = { route: 'UserCenterOrder' } as const

function diagnosticsOf(
  resource: Resource,
  messages: Environment['hasMessage'] = allMessages,
): string {
  return diagnose([buildPage('/resources/some-page.ts', resource)], {
    ...availableKinds,
    hasMessage: messages,
  }).join('\n')
}

test('a valid resource has no diagnostics', () => {
  expect(diagnosticsOf(list(loginLog, { ...place, columns: ['loginIp'] }))).toBe('')
})

test('duplicate routes and menu positions are reported', () => {
  const first = buildPage(
    '/resources/one.ts',
    list(loginLog, { ...place, menu: ['functions', 1], columns: [] }),
  )
  const second = buildPage(
    '/resources/two.ts',
    list(loginLog, { ...place, menu: ['functions', 1], columns: [] }),
  )
  expect(diagnose([first, second], { ...availableKinds, hasMessage: allMessages }).join('\n'))
    .toMatchInlineSnapshot(`
    "resources/two.ts, route: "UserCenterOrder" is also the address of resources/one.ts; give one of them another.
    resources/two.ts, menu: ['functions', 1] is also the place of resources/one.ts; give one of them another number."
  `)
})

test('a screen whose page in the menu does not exist is reported', () => {
  const component = () => Promise.resolve({ default: () => null })
  expect(diagnosticsOf(screen({ ...place, menu: 'orders', component }))).toMatchInlineSnapshot(
    `"resources/some-page.ts, menu: no page "orders" has a place in the menu; name one that has."`,
  )
})

test('a duplicate column is reported', () => {
  expect(
    diagnosticsOf(list(loginLog, { ...place, columns: ['loginIp', 'clientType', 'loginIp'] })),
  ).toMatchInlineSnapshot(
    `"resources/some-page.ts, columns: "loginIp" is listed twice; remove one of them."`,
  )
})

test('a switch whose endpoint has no flag is reported', () => {
  const calls = {
    ...subAccounts,
    changeEnabled: post(
      '/user/changeEnabled',
      z.object({ userId: Id, enabled: z.union([z.literal(0), z.literal(1)]) }),
      Text,
      about,
    ),
  }
  expect(
    diagnosticsOf(list(calls, { ...place, columns: ['enabled'], actions: { changeEnabled: {} } })),
  ).toMatchInlineSnapshot(
    `"resources/some-page.ts, actions.changeEnabled: /user/changeEnabled does not take "enabled" as a flag of the row, so it can't switch it; make it a form."`,
  )
})

test('a switch whose field is in no column is reported', () => {
  expect(
    diagnosticsOf(
      list(subAccounts, { ...place, columns: ['account'], actions: { changeEnabled: {} } }),
    ),
  ).toMatchInlineSnapshot(
    `"resources/some-page.ts, actions.changeEnabled: no column shows "enabled", which this call switches; add it to columns."`,
  )
})

test('an action whose outcome is no code is reported', () => {
  const check = post('/order/check', z.object({ id: Id }), Text, {
    ...about,
    outcome: 'get.amount',
  })
  expect(
    diagnosticsOf(
      list({ ...orders, check }, { ...place, columns: ['no'], actions: { check: {} } }),
    ),
  ).toMatchInlineSnapshot(
    `"resources/some-page.ts, actions.check: "get.amount", where its outcome is found, is no code of a call of this subject; correct it in the contract."`,
  )
})

test('a filter of an unsupported kind is reported', () => {
  const page = get(
    '/thing/page',
    pageQuery({ ownerId: z.optional(Id) }),
    pageOf(z.object({ id: Id })),
    about,
  )
  expect(diagnosticsOf(list({ page }, { ...place, columns: ['id'] }))).toMatchInlineSnapshot(
    `"resources/some-page.ts, filters: "ownerId" is of the kind "id", which can't be filtered by; attach another field type to it in the contract."`,
  )
})

test('a form and an action with the same name are reported', () => {
  const panel = () => Promise.resolve({ default: () => null })
  expect(
    diagnosticsOf(
      list(subAccounts, {
        ...place,
        columns: ['account'],
        forms: { edit: {} },
        actions: { edit: { component: panel } },
      }),
    ),
  ).toMatchInlineSnapshot(
    `"resources/some-page.ts, edit: a form and an action have this name; rename one of them."`,
  )
})

test('a bulk action on rows without an id is reported', () => {
  const page = get('/thing/page', pageQuery({}), pageOf(z.object({ account: Text })), about)
  expect(
    diagnosticsOf(
      list({ ...subAccounts, page }, { ...place, columns: ['account'], bulk: { remove: {} } }),
    ),
  ).toMatchInlineSnapshot(
    `"resources/some-page.ts, bulk: rows have no id, so none can be selected; leave bulk out or give the row an Id in the contract."`,
  )
})

test('a form without input fields is reported', () => {
  const end = post('/thing/end', z.object({ userId: Id }), Text, about)
  expect(
    diagnosticsOf(
      list({ ...subAccounts, end }, { ...place, columns: ['account'], forms: { end: {} } }),
    ),
  ).toMatchInlineSnapshot(
    `"resources/some-page.ts, forms.end: nothing of this call can be typed in; make it an action."`,
  )
})

test('a form that needs an id which the row lacks is reported', () => {
  expect(
    diagnosticsOf(list(subAccounts, { ...place, columns: ['account'], forms: { distribute: {} } })),
  ).toMatchInlineSnapshot(
    `"resources/some-page.ts, forms.distribute: the call asks for "childUserId", which the record lacks; use a component, or add it to the record in the contract."`,
  )
})

test('a form field without a control for its type is reported', () => {
  expect(
    diagnosticsOf(
      list(subAccounts, {
        ...place,
        columns: ['account'],
        forms: { remove: {} },
      }),
    ),
  ).toMatchInlineSnapshot(
    `"resources/some-page.ts, forms.remove: "childrenIds" is a list, which no form item holds; use a component."`,
  )
})

test('a uniqueness check by an endpoint with two inputs is reported', () => {
  const checkAccount = post(
    '/login/checkBoth',
    z.object({ username: AccountName, account: AccountName }),
    z.boolean(),
    about,
  )
  const calls = { ...subAccounts, checkAccount }
  expect(
    diagnosticsOf(list(calls, { ...place, columns: ['account'], forms: { create: {} } })),
  ).toMatchInlineSnapshot(
    `"resources/some-page.ts, forms.create.account: /login/checkBoth takes username and account, and only one input can receive the value; name a call with one."`,
  )
})

test('messages missing in one language are reported', () => {
  const messages = {
    zh: () => true,
    en: (key: string) => !/help|nickname|one$/.test(key),
  }
  expect(diagnosticsOf(form(users, { ...place, forms: { update: {} } }), messages))
    .toMatchInlineSnapshot(`
      "resources/some-page.ts, messages: no en message for "resources.somePage.help"; add one to locales/resources.ts.
      resources/some-page.ts, messages: no en message for "resources.somePage.fields.nickname" or "fields.nickname"; add one to locales/resources.ts."
    `)
})

test('codes without words are reported with the file that has those of the others', () => {
  const messages = { zh: (key: string) => !/\.(done|W)$/.test(key), en: () => true }
  expect(
    diagnosticsOf(list(orders, { ...place, columns: ['payStatus'] }), messages),
  ).toMatchInlineSnapshot(
    `"resources/some-page.ts, messages: no zh message for "codes.payStatus.W"; add one to locales/codes.ts."`,
  )
  const tasks = defineCollection('somePage', {
    fields: { name: text({ max: 20 }), state: choice(['open', 'done']) },
    maxRows: 10,
    scope: accountGroup,
    access: { read: 'member', write: 'member' },
    support: 'hidden',
  })
  expect(
    diagnosticsOf(list(tasks, { route: 'UserCenterSomePage' }), messages),
  ).toMatchInlineSnapshot(
    `"resources/some-page.ts, messages: no zh message for "resources.somePage.values.state.done"; add one to locales/collections.ts."`,
  )
})

test('a file that exports no resource throws', () => {
  expect(() =>
    buildPage('/resources/some-page.ts', undefined as never),
  ).toThrowErrorMatchingInlineSnapshot(
    `[Error: resources/some-page.ts exports no resource: end it with export default list(…), form(…) or screen(…).]`,
  )
})
