/** Every table and text column has an erasure policy for cancelled accounts. */
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { pgTable, PgTable, text } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import * as schema from '#server/schema.ts'
import { generatedTables } from '#server/features/collections/table.ts'
import {
  personalData,
  type ErasurePolicy,
} from '#server/features/accounts/cancellation/personal-data.ts'
import {
  cancelAccount,
  rowsContaining,
  tablesOf,
  cancellingGroupWithData,
} from '#tests/support/actors/cancellation-fixtures.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const server = await serverWithCatalogue()

const tables = [...Object.values<unknown>(schema), ...Object.values(generatedTables)].filter(
  (each): each is PgTable => is(each, PgTable),
)
const sampleGroup = { ownerId: '1', people: [], names: [], now: new Date() }

/** Messages for tables and text columns without a policy. */
function missingPolicies(all: readonly PgTable[], policies: readonly ErasurePolicy[]): string[] {
  return all.flatMap((table) => {
    const name = getTableName(table)
    const policy = policies.find((each) => each.table === table)
    if (!policy)
      return [`${name} is not named in personal-data.ts: may its rows tell something of a person?`]
    if (!('blank' in policy)) return []
    const declared = new Set([
      ...Object.keys(policy.blank(sampleGroup)),
      ...Object.keys(policy.stays),
    ])
    return textsOf(table).flatMap((column) =>
      declared.has(column)
        ? []
        : [`${name}.${column} is neither blanked nor declared free of personal data.`],
    )
  })
}

/** Columns that can hold text. */
const textsOf = (table: PgTable) =>
  Object.entries(getTableColumns(table)).flatMap(([key, column]) =>
    /^(text|varchar|json|inet|bytea)/.test(column.getSQLType()) ? [key] : [],
  )

test('every table has a policy for the cancellation of an account', async () => {
  expect(missingPolicies(tables, personalData)).toEqual([])
  const inDatabase = (await tablesOf(server.database.db))
    .map(({ name }) => name)
    .filter((name) => name !== 'migrations')
  expect(tables.map(getTableName).toSorted()).toEqual(inDatabase)
})

test('a table or text column without a policy is reported', () => {
  const diary = pgTable('diary', { ownerId: text().notNull(), entry: text().notNull() })
  expect(missingPolicies([...tables, diary], personalData)).toEqual([
    'diary is not named in personal-data.ts: may its rows tell something of a person?',
  ])
  const incompletePolicy: ErasurePolicy = {
    table: diary,
    blank: () => ({ ownerId: '' }),
    stays: {},
  }
  expect(missingPolicies([diary], [incompletePolicy])).toEqual([
    'diary.entry is neither blanked nor declared free of personal data.',
  ])
})

test('policies name existing columns, and each table once', () => {
  const columns = personalData.flatMap((policy) =>
    'blank' in policy
      ? [...Object.keys(policy.blank(sampleGroup)), ...Object.keys(policy.stays)].map(
          (key) => [policy.table, key] as const,
        )
      : [],
  )
  for (const [table, key] of columns)
    expect(Object.keys(getTableColumns(table)), getTableName(table)).toContain(key)
  expect(new Set(personalData.map(({ table }) => table)).size).toBe(personalData.length)
})

test('after a cancellation no text of the account is left except its mail', async () => {
  const { db } = server.database
  const group = await cancellingGroupWithData(server)
  const { tag, owner } = group
  const texts = [tag, ',10.', '10.1.1.1']
  const tablesWithTexts = new Set((await rowsContaining(db, texts)).map((row) => row.split(':')[0]))
  for (const table of [
    'users',
    'login_names',
    'login_log',
    'account_log',
    'notices',
    'mails',
    'mail_codes',
    'sessions',
    'contacts',
    'list_views',
    'spaces',
    'space_invitations',
    'operator_log',
    'approvals',
    'idempotency',
    'translation_log',
  ])
    expect(tablesWithTexts, table).toContain(table)

  expect((await cancelAccount(group)).success).toBe(true)

  const rowsLeft = (await rowsContaining(db, texts)).filter((row) => !row.startsWith('throttles:'))
  expect(rowsLeft).toHaveLength(1)
  expect(rowsLeft[0]).toMatch(/^mails: .*Your account has been deleted/s)
  expect(rowsLeft[0]).toContain(owner.account)
})
