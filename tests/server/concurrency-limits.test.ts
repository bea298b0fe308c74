/** One customer's calls at once: some work, some wait, more are refused, and others go on. */
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { sessions } from '#contract/sessions.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { translation, translationLimits } from '#contract/translation.ts'
import { users } from '#contract/users.ts'
import { spaces } from '#contract/workspace.ts'
import { contacts } from '#tests/support/actors/workspaces.ts'
import { defaultRates, unlimitedRates } from '#server/http/limits/call-limits.ts'
import { handlers } from '#server/handlers.ts'
import type { Handler } from '#server/http/handler.ts'
import type { TranslationResult } from '#server/features/translation/translator.ts'
import { scriptedTranslators } from '#tests/support/gateways/scripted-translator.ts'
import { signedIn } from '#tests/support/server/server.ts'
import { serverWithPeople } from '#tests/support/server/server-with-people.ts'
import { waitingForLocks } from '#tests/support/server/database-state.ts'

let answerTranslations: (result: TranslationResult) => void
const translated = new Promise<TranslationResult>((resolve) => (answerTranslations = resolve))
const { translators, requests } = scriptedTranslators(() => translated)
let endSearches: () => void
const searchesEnd = new Promise<void>((resolve) => (endSearches = resolve))
let searching = 0
const searchContacts = handlers.contacts.page as Handler<typeof contacts.page>
const { server, people } = await serverWithPeople({
  // On a busy machine the calls of a test arrive within minutes.
  rates: { ...unlimitedRates, concurrency: { ...defaultRates.concurrency, maxWait: 120_000 } },
  translators,
  handlers: {
    ...handlers,
    contacts: {
      ...handlers.contacts,
      async page(query, call) {
        searching += 1
        await searchesEnd
        return searchContacts(query, call)
      },
    },
  },
})

/** Locks in a transaction of another connection until the returned function is called. */
async function lock(statement: string): Promise<() => Promise<void>> {
  const client = new Client(server.database.url)
  await client.connect()
  await client.query('begin')
  await client.query(statement)
  return () => client.end()
}

const repeat = <T>(count: number, call: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)))
const countBy = (replies: readonly { status: number; success: boolean }[]) => ({
  done: replies.filter(({ success }) => success).length,
  refused: replies.filter(({ status }) => status === 429).length,
})

test('of 300 searches of one user 8 work and 100 wait; the others get 429, other users none', async () => {
  const [anna, berta] = [await signedIn(server, people.anna), await signedIn(server, people.berta)]
  const { data } = await anna.call(spaces.create, { name: 'Customers' })
  let answered = 0
  const searches = repeat(300, async () => {
    const query = { spaceId: data.id, title: 'x', pageNum: 1, pageSize: 10 }
    const reply = await anna.call(contacts.page, query)
    answered += 1
    return reply
  })
  await expect.poll(() => answered).toBe(192)
  expect(searching).toBe(8)
  expect((await berta.call(users.get, {})).success).toBe(true)
  endSearches()
  const replies = await searches
  expect(countBy(replies)).toEqual({ done: 108, refused: 192 })
  const refused = replies.find(({ status }) => status === 429)!
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(refused.data).toMatchObject({ code: 'tooManyRequests' })
})

test('of 40 distributions of a locked account 4 wait in the database; its owner’s reads go on', async () => {
  const [berta, anna] = [await signedIn(server, people.berta), await signedIn(server, people.anna)]
  const unlock = await lock(
    `select from balances where owner_id = ${people.berta.userId} for update`,
  )
  const give = { childUserId: people.foreignSub.userId, changeCharNum: 1 }
  const distributions = repeat(40, () => berta.call(subAccounts.distribute, give))
  await expect.poll(() => waitingForLocks(server.database.db)).toBe(4)
  expect((await berta.call(users.get, {})).success).toBe(true)
  const other = { childUserId: people.sub.userId, changeCharNum: 1 }
  expect((await anna.call(subAccounts.distribute, other)).success).toBe(true)
  await unlock()
  expect(countBy(await distributions)).toEqual({ done: 40, refused: 0 })
})

test('imports of one account group work one after another', async () => {
  const berta = await signedIn(server, people.berta)
  const { data: space } = await berta.call(spaces.create, { name: 'Imports' })
  const unlock = await lock(
    `select from spaces where owner_id = ${people.berta.userId} and id = ${space.id} for update`,
  )
  const imports = repeat(4, () =>
    berta.call(contacts.import, { spaceId: space.id, rows: [{ title: 'Contact' }] }),
  )
  await expect.poll(() => waitingForLocks(server.database.db)).toBe(1)
  // A further one that is admitted would be blocked by now as well.
  const give = { childUserId: people.foreignSub.userId, changeCharNum: 1 }
  expect((await berta.call(subAccounts.distribute, give)).success).toBe(true)
  expect(await waitingForLocks(server.database.db)).toBe(1)
  await unlock()
  expect(countBy(await imports)).toEqual({ done: 4, refused: 0 })
})

test('a call that waits five seconds for a locked account is answered by 503', async () => {
  const berta = await signedIn(server, people.berta)
  const unlock = await lock(
    `select from balances where owner_id = ${people.berta.userId} for update`,
  )
  const give = { childUserId: people.foreignSub.userId, changeCharNum: 1 }
  const replies = await repeat(4, () => berta.call(subAccounts.distribute, give))
  await unlock()
  expect(replies.map(({ status }) => status)).toEqual([503, 503, 503, 503])
  expect((await berta.call(subAccounts.distribute, give)).success).toBe(true)
}, 40_000)

test('calls that wait for a translation channel take no turn, nor do their repetitions', async () => {
  const anna = await signedIn(server, people.anna)
  const translate = (index: number) =>
    anna.call(
      translation.text,
      { text: 'a', source: 'en', target: 'zh' },
      { 'idempotency-key': `waits ${index}` },
    )
  const { concurrent } = translationLimits
  const translations = repeat(concurrent, translate)
  await expect.poll(() => requests.length).toBe(concurrent)
  const repetitions = repeat(concurrent, translate)
  expect((await anna.call(sessions.page, {})).success).toBe(true)
  const give = { childUserId: people.sub.userId, changeCharNum: 1 }
  expect((await anna.call(subAccounts.distribute, give)).success).toBe(true)
  answerTranslations({ translated: '你好' })
  expect(countBy(await translations)).toEqual({ done: concurrent, refused: 0 })
  // They get the first call's answer, or 503 if that takes long.
  expect(countBy(await repetitions).refused).toBe(0)
  expect(requests).toHaveLength(concurrent)
})
