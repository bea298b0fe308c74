/** Statements carry the id of their request, if the setting is on. */
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { subAccounts } from '#contract/sub-accounts.ts'
import { createRequestComments } from '#server/platform/db/request-comments.ts'
import { openDb, type Db } from '#server/platform/db/open.ts'
import { transaction } from '#server/platform/db/db.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { addMember } from '#tests/support/actors/memberships.ts'
import { freshDb } from '#tests/support/server/postgres.ts'
import { signedIn, startServer } from '#tests/support/server/server.ts'

const requestComments = createRequestComments()
const plain = await freshDb(2)
const database = { ...openDb(plain.url, { requestComments }), url: plain.url }
afterAll(async () => {
  await database.close()
  await plain.close()
})

const ownStatement = async (db: Db) => {
  const { rows } = await db.execute<{ query: string }>(
    sql`select query from pg_stat_activity where pid = pg_backend_pid()`,
  )
  return rows[0]!.query
}

test('a statement of a request begins with its id, within a transaction too, and others do not', async () => {
  const comment = /^\/\*request_id='r-1'\*\/ /
  expect(await requestComments.run('r-1', () => ownStatement(database.db))).toMatch(comment)
  expect(
    await requestComments.run('r-1', () => transaction(database.db, (tx) => ownStatement(tx))),
  ).toMatch(comment)
  expect(await ownStatement(database.db)).not.toContain('request_id')
})

test('requests at the same time keep their own ids', async () => {
  const ids = Array.from({ length: 20 }, (_, at) => `r-${at}`)
  const statements = await Promise.all(
    ids.map((id) => requestComments.run(id, () => ownStatement(database.db))),
  )
  expect(statements.map((text) => /request_id='(.+)'/.exec(text)?.[1])).toEqual(ids)
})

test('the id in the database is that of the log', async () => {
  const server = await startServer({}, database, { requestComments })
  await ensureCatalogue(plain.db)
  const { main } = await addMember(plain.db, { groupId: '2', chars: [10] })
  const owner = await signedIn(server, main)
  await owner.call(subAccounts.page, {})
  const { requestId } = JSON.parse(server.lines().at(-1)!) as { requestId: string }
  const { rows } = await plain.db.execute<{ query: string }>(
    sql`select query from pg_stat_activity where query like ${`/*request_id='${requestId}'*/%`}`,
  )
  expect(rows).not.toEqual([])
  await server.close()
})
