/** Uploads whose client does not wait for the answer, or sends the file again. */
import { setTimeout as wait } from 'node:timers/promises'
import { eq, isNotNull } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startDocumentJob } from '#server/features/documents/document-job.ts'
import { documentJobs } from '#server/schema.ts'
import { createDocumentClients, finish } from '#tests/server/programs/document-clients.ts'
import { addKey } from '#tests/support/actors/program-keys.ts'
import { echo, scriptedTranslators } from '#tests/support/gateways/scripted-translator.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'
import { waitingForLocks } from '#tests/support/server/database-state.ts'

const { translators } = scriptedTranslators(echo)
const server = await serverWithCatalogue({ translators })
const { db } = server.database
const job = startDocumentJob(server.services)
afterAll(() => job.stop())
const { createClient, upload } = createDocumentClients(server)

test('a client that gives up while its file is stored has no document, so that it may send it again', async () => {
  const { key, main } = await createClient(100)
  const other = new Client(server.database.url)
  await other.connect()
  await other.query('begin')
  await other.query('select 1 from users where owner_id = $1 for no key update', [main.ownerId])
  const given = new AbortController()
  const sent = upload(key, 'late', {}, {}, given.signal)
  await expect.poll(() => waitingForLocks(db), { timeout: 20_000 }).toBe(1)
  given.abort()
  await expect(sent).rejects.toThrow()
  // The server's end of the connection closes.
  await wait(100)
  await other.end()
  expect((await upload(key, 'late')).status).toBe(200)
  await expect.poll(() => db.$count(documentJobs, eq(documentJobs.ownerId, main.ownerId))).toBe(1)
})

test('an upload whose answer was lost is the same document when it is sent again', async () => {
  const { key, client, main, balance } = await createClient(100)
  const countDocuments = () => db.$count(documentJobs, eq(documentJobs.ownerId, main.ownerId))
  const first = await upload(key, 'again')
  expect(await upload(key, 'again')).toEqual(first)
  // The parameters, the content, the key or the client's own idempotency key make it another one.
  const others = [
    await upload(key, 'again', { target_lang: 'ZH' }),
    await upload(key, 'other'),
    await upload(await addKey(db, main), 'again'),
    await upload(key, 'again', {}, { 'idempotency-key': 'own' }),
  ]
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await countDocuments()).toBe(5)
  const handle = {
    documentId: first.answer.document_id!,
    documentKey: first.answer.document_key!,
  }
  expect(await finish(client, handle)).toMatchObject({ status: 'done', billedCharacters: 5 })
  // Its client knows of it now.
  expect((await upload(key, 'again')).answer.document_id).not.toBe(handle.documentId)
  await expect.poll(balance, { timeout: 20_000 }).toMatchObject({ chars: 70, translating: 0 })
  expect(await discrepancies(db)).toEqual([])
})

test('an upload that used the quota up is found when it is sent again', async () => {
  const { key, client, balance } = await createClient(5)
  const first = await upload(key, 'exact')
  await expect.poll(balance, { timeout: 20_000 }).toMatchObject({ chars: 0, reservedChars: 0 })
  expect(await upload(key, 'exact')).toEqual(first)
  expect((await upload(key, 'other')).status).toBe(456)
  const handle = {
    documentId: first.answer.document_id!,
    documentKey: first.answer.document_key!,
  }
  expect(await client.getDocumentStatus(handle)).toMatchObject({ billedCharacters: 5 })
})

test('equal uploads at once are one document', async () => {
  const { key, main } = await createClient(100)
  const other = new Client(server.database.url)
  await other.connect()
  await other.query('begin')
  await other.query('select 1 from users where owner_id = $1 for no key update', [main.ownerId])
  const sent = [1, 2, 3].map(() => upload(key, 'at once'))
  // Each has looked for an earlier one, and is stored.
  await expect.poll(() => waitingForLocks(db), { timeout: 20_000 }).toBe(3)
  await other.end()
  const answers = await Promise.all(sent)
  expect(new Set(answers.map(({ answer }) => answer.document_id)).size).toBe(1)
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await db.$count(documentJobs, eq(documentJobs.ownerId, main.ownerId))).toBe(1)
})

test('an equal upload is translated again after the first failed', async () => {
  const { key, main } = await createClient(100)
  const first = await upload(key, 'long '.repeat(30))
  await expect
    .poll(() =>
      db
        .select({ problem: documentJobs.problem })
        .from(documentJobs)
        .where(eq(documentJobs.ownerId, main.ownerId)),
    )
    .toMatchObject([{ problem: { code: 'notEnough' } }])
  const second = await upload(key, 'long '.repeat(30))
  expect(second.answer.document_id).not.toBe(first.answer.document_id)
})

test('other changes of a user do not wait while a file is stored', async () => {
  const { key, main } = await createClient(100)
  await expect
    .poll(() => db.$count(documentJobs, isNotNull(documentJobs.queuedAt)), { timeout: 20_000 })
    .toBe(0)
  const other = new Client(server.database.url)
  await other.connect()
  await other.query('begin')
  await other.query('lock table document_parts in share mode')
  const sent = upload(key, 'x')
  await expect.poll(() => waitingForLocks(db), { timeout: 20_000 }).toBe(1)
  const { rowCount } = await other.query(
    'select 1 from users where owner_id = $1 for update nowait',
    [main.ownerId],
  )
  expect(rowCount).toBe(1)
  await other.query('commit')
  await other.end()
  expect((await sent).status).toBe(200)
})
