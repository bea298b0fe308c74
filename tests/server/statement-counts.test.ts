/** Statements that the most frequent changes send, without the NOTIFY that calls share. */
import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import { budgets } from '#contract/budgets.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { translation } from '#contract/translation.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { echo, scriptedTranslators } from '#tests/support/gateways/scripted-translator.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const server = await serverWithCatalogue({ translators: scriptedTranslators(echo).translators })

/** Names of prepared statements, else their texts, without those of new connections and of events. */
async function statementsOf(call: () => Promise<{ success: boolean }>): Promise<string[]> {
  const query = vi.spyOn(Client.prototype, 'query')
  expect((await call()).success).toBe(true)
  const sent = query.mock.calls.map(([statement]: unknown[]) =>
    typeof statement === 'string'
      ? statement
      : ((statement as { name?: string }).name ?? (statement as { text: string }).text),
  )
  query.mockRestore()
  return sent.filter((statement) => !/^(show|select (1$|pg_))/.test(statement))
}

test('a translation sends 10 statements, and a distribution 8 with its notice and its audit', async () => {
  const { subs, asMain } = await addAccountGroup(server, { quota: [{ chars: 1_000 }, {}] })
  const translate = () =>
    asMain.call(
      translation.text,
      { source: 'zh', target: 'en', text: '你好' },
      { 'idempotency-key': crypto.randomUUID() },
    )
  const distribute = () =>
    asMain.call(subAccounts.distribute, { childUserId: subs[0]!.userId, changeCharNum: 10 })
  await translate()
  const translating = await statementsOf(translate)
  const distributing = await statementsOf(distribute)
  expect(translating).toHaveLength(10)
  expect(distributing).toHaveLength(8)
})

test('a translation of a sub-account with a cap sends no statement more', async () => {
  const { subs, asMain, asSubs } = await addAccountGroup(server, {
    quota: [{ chars: 1_000 }, { chars: 1_000 }],
  })
  const translate = () =>
    asSubs[0]!.call(
      translation.text,
      { source: 'zh', target: 'en', text: '你好' },
      { 'idempotency-key': crypto.randomUUID() },
    )
  await translate()
  const without = await statementsOf(translate)
  await asMain.call(budgets.setBudget, {
    userId: subs[0]!.userId,
    ownRule: 1,
    monthlyCharNum: 1_000,
  })
  const withCap = await statementsOf(translate)
  expect(withCap).toEqual(without)
})
