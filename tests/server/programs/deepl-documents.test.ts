/** Documents by DeepL's own client, with only its address changed. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as deepl from 'deepl-node'
import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { apiKeys } from '#contract/api-keys.ts'
import { budgets } from '#contract/budgets.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { deleteExpiredDocuments } from '#server/features/documents/delete-expired.ts'
import { startDocumentJob } from '#server/features/documents/document-job.ts'
import { documents } from '#server/features/documents/table.ts'
import { documentJobs, documentParts, translationLog } from '#server/schema.ts'
import { ChannelFailure } from '#server/features/translation/translator.ts'
import { createDocumentClients, finish } from '#tests/server/programs/document-clients.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { balanceOf } from '#tests/support/actors/people.ts'
import { addKey } from '#tests/support/actors/program-keys.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { programServer } from '#tests/support/server/program-server.ts'
import { echo } from '#tests/support/gateways/scripted-translator.ts'

const { server, db, channel } = await programServer()
const job = startDocumentJob(server.services)
const folder = await mkdtemp(join(tmpdir(), 'documents-'))
afterAll(async () => {
  await job.stop()
  await rm(folder, { recursive: true })
})

const { createClient, upload, findProblem } = createDocumentClients(server)

const bytesOf = (text: string) => Buffer.from(text, 'utf8')
const text = '你好\n\n第二段😀\n'
const chars = [...'你好第二段😀'].length

async function download(client: deepl.DeepLClient, handle: deepl.DocumentHandle) {
  const path = join(folder, handle.documentId)
  await client.downloadDocument(handle, path)
  return readFile(path, 'utf8')
}

test('a document is uploaded, translated and downloaded, and charged by code point once', async () => {
  const { client, main, balance } = await createClient(100)
  const handle = await client.uploadDocument(bytesOf(text), 'zh', 'en-GB', { filename: 'a b.txt' })
  const status = await finish(client, handle)
  expect(status).toMatchObject({ status: 'done', billedCharacters: chars })
  expect(await download(client, handle)).toBe('en:你好\n\nen:第二段😀\n')
  expect(await balance()).toMatchObject({
    chars: 100 - chars,
    usedChars: chars,
    reservedChars: 0,
    translating: 0,
  })
  const logged = await db
    .select()
    .from(translationLog)
    .where(eq(translationLog.ownerId, main.ownerId))
  expect(logged).toMatchObject([{ chars, source: 'zh', target: 'en', clientType: 'api' }])
  expect(await discrepancies(db)).toEqual([])
})

test('the whole translation is one call of the client', { timeout: 30_000 }, async () => {
  const { client } = await createClient(100)
  const path = join(folder, 'whole.txt')
  const status = await client.translateDocument(bytesOf('Bonjour'), path, null, 'fr', {
    filename: 'whole.txt',
    formality: 'prefer_more',
  })
  expect(status).toMatchObject({ status: 'done', billedCharacters: 7 })
  expect(await readFile(path, 'utf8')).toBe('fr:Bonjour')
})

test('what the channel fails is not charged, and its reason is in the status', async () => {
  const { client, balance } = await createClient(100)
  channel.script = async () => {
    throw new ChannelFailure('text', 'HTTP 400')
  }
  const error: unknown = await client
    .translateDocument(bytesOf('bad'), join(folder, 'bad.txt'), 'en', 'fr', { filename: 'bad.txt' })
    .catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(deepl.DocumentTranslationError)
  const { documentHandle } = error as deepl.DocumentTranslationError
  const status = await client.getDocumentStatus(documentHandle!)
  expect(status.status).toBe('error')
  expect(status.errorMessage).toMatch(/text/i)
  await expect(download(client, documentHandle!)).rejects.toThrow(deepl.DocumentNotReadyError)
  expect(await balance()).toMatchObject({ chars: 100, reservedChars: 0, translating: 0 })
})

test('a busy channel is asked again', async () => {
  const { client } = await createClient(100)
  let failures = 1
  channel.script = (request, engine) => {
    if (failures-- > 0) throw new ChannelFailure('busy', 'HTTP 429')
    return echo(request, engine)
  }
  const handle = await client.uploadDocument(bytesOf('hello'), 'en', 'fr', { filename: 'a.txt' })
  expect(await finish(client, handle)).toMatchObject({ status: 'done' })
})

test('a document is not ready before it is done, and is found by its own key alone', async () => {
  const { client, main } = await createClient(100)
  const other = await createClient(100)
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  channel.script = async (request, engine) => {
    await held
    return echo(request, engine)
  }
  const handle = await client.uploadDocument(bytesOf('hello'), 'en', 'fr', { filename: 'a.txt' })
  await expect
    .poll(async () => (await client.getDocumentStatus(handle)).status, { timeout: 20_000 })
    .toBe('translating')
  await expect(download(client, handle)).rejects.toThrow(deepl.DocumentNotReadyError)
  await expect(other.client.getDocumentStatus(handle)).rejects.toThrow(deepl.DeepLError)
  expect(await post(other.key, `/v2/document/${handle.documentId}`, handle)).toMatchObject({
    status: 404,
    answer: { message: expect.any(String) },
  })
  const wrong = { ...handle, documentKey: `${handle.documentKey.slice(0, -1)}x` }
  const key = await addKey(db, main)
  for (const path of ['', '/result'])
    expect(await post(key, `/v2/document/${handle.documentId}${path}`, wrong)).toMatchObject({
      status: 404,
    })
  expect(await post(key, '/v2/document/no-id', handle)).toMatchObject({ status: 404 })
  answer()
  await finish(client, handle)
  // Another key of the account that has the document's key.
  expect(await post(key, `/v2/document/${handle.documentId}`, handle)).toMatchObject({
    status: 200,
    answer: { status: 'done' },
  })
})

async function post(key: string, path: string, handle: deepl.DocumentHandle) {
  const response = await fetch(server.origin + path, {
    method: 'POST',
    headers: { authorization: `DeepL-Auth-Key ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ document_key: handle.documentKey }),
  })
  return { status: response.status, answer: await response.json().catch(() => undefined) }
}

test('uploads that can’t be translated are refused in a sentence', async () => {
  const { key, balance } = await createClient(100)
  const refused = async (...input: Parameters<typeof upload>) => {
    const { status, answer } = await upload(...input)
    return [status, answer.message]
  }
  expect(await refused(key, 'x', { filename: 'a.exe' })).toEqual([
    400,
    'Files of this format are not translated.',
  ])
  expect(await refused(key, 'x', { filename: 'a.docm' })).toEqual([
    400,
    expect.stringContaining('macros'),
  ])
  expect(await refused(key, '', {})).toEqual([400, expect.stringContaining('no text')])
  expect(await refused(key, 'x', { output_format: 'docx' })).toEqual([
    400,
    expect.stringContaining('can’t be docx'),
  ])
  expect(await refused(key, 'x', { target_lang: 'XX' })).toEqual([
    400,
    expect.stringContaining('XX'),
  ])
  expect(await refused(key, 'x', { glossary_id: '1' })).toEqual([400, expect.any(String)])
  expect(await refused(key, 'x', { style_id: '1' })).toEqual([
    400,
    expect.stringContaining('style_id'),
  ])
  const tooLarge = new Uint8Array(businessLimits.documents.bytes + 70_000)
  expect(await refused(key, tooLarge)).toEqual([413, expect.any(String)])
  expect(await balance()).toMatchObject({ chars: 100, reservedChars: 0, translating: 0 })
})

test('what a file contains is refused in the status, and not charged', async () => {
  const uploader = await createClient(100)
  expect(await findProblem(uploader, '123')).toContain('no text')
  expect(await findProblem(uploader, 'long '.repeat(30))).toMatch(/\d/)
  expect(await findProblem(uploader, 'x', { filename: 'a.docx' })).toContain('extension')
  expect(await uploader.balance()).toMatchObject({ chars: 100, reservedChars: 0, translating: 0 })
  const empty = await createClient(0)
  expect((await upload(empty.key, 'x')).status).toBe(456)
})

type Part = readonly [disposition: string, content: string]
const boundary = `boundary${'-'.repeat(30)}`
const file: Part = ['form-data; name="file"; filename="a.txt"', 'x']
const target: Part = ['form-data; name="target_lang"', 'FR']
const multipart = (parts: readonly Part[]) =>
  parts
    .map((part) => `--${boundary}\r\nContent-Disposition: ${part.join('\r\n\r\n')}\r\n`)
    .join('') + `--${boundary}--\r\n`
const sendForm = (key: string, body: string) =>
  fetch(`${server.origin}/v2/document`, {
    method: 'POST',
    headers: {
      authorization: `DeepL-Auth-Key ${key}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    body,
  })

test('names of files are stored without folders and invisible characters, and shortened', async () => {
  const { key, main } = await createClient(100)
  const names = ['C:\\x\\a.txt', '../b.txt', `c\u202e\u200bd\u0000.txt`, `${'é'.repeat(300)}.txt`]
  for (const filename of names) {
    const body = multipart([[`form-data; name="file"; filename="${filename}"`, 'x'], target])
    expect(await sendForm(key, body)).toMatchObject({ status: 200 })
  }
  const stored = await db
    .select({ name: sql<string>`name` })
    .from(documents)
    .where(eq(documents.ownerId, main.ownerId))
    .orderBy(documents.id)
  expect(stored.map(({ name }) => name)).toEqual([
    'a.txt',
    'b.txt',
    'cd.txt',
    `${'é'.repeat(251)}.txt`,
  ])
})

test('forms with many parts, long fields or long headers are refused', async () => {
  const { key } = await createClient(100)
  const blank: Part = ['form-data; name="x"', '']
  const statusOf = async (...parts: Part[]) => (await sendForm(key, multipart(parts))).status
  expect(await statusOf(file, target, ...Array.from({ length: 50 }, () => blank))).toBe(400)
  expect(await statusOf(file, target, [blank[0], 'x'.repeat(70_000)])).toBe(413)
  expect(await statusOf(file, target, [`${blank[0]}; y="${'x'.repeat(5_000)}"`, ''])).toBe(400)
  expect(await statusOf(file, target, blank)).toBe(200)
})

test('a key needs the scope, and its caps hold', async () => {
  const { main } = await createClient(100)
  const textsOnly = await addKey(db, main, { scopes: ['translate'] })
  const { status, answer } = await upload(textsOnly, 'x')
  expect([status, answer.message]).toEqual([403, expect.stringContaining('documents')])
  const capped = await addKey(db, main, { dailyCharNum: 1 })
  const client = new deepl.DeepLClient(capped, { serverUrl: server.origin })
  const handle = await client.uploadDocument(bytesOf('x'), 'en', 'fr', { filename: 'a.txt' })
  expect((await finish(client, handle)).status).toBe('done')
  expect((await upload(capped, 'long')).status).toBe(429)
})

test('the same upload under an idempotency key is one document', async () => {
  const { key, main } = await createClient(100)
  const twice = await Promise.all(
    [1, 2].map(() => upload(key, 'once', {}, { 'idempotency-key': 'one' })),
  )
  expect(twice[0]!.answer.document_id).toBeDefined()
  expect(twice[1]).toEqual(twice[0])
  expect(await upload(key, 'other', {}, { 'idempotency-key': 'one' })).not.toMatchObject({
    status: 200,
  })
  expect(await db.$count(documentJobs, eq(documentJobs.ownerId, main.ownerId))).toBe(1)
})

test('a document above what is left of its key’s cap fails at once, and is not charged', async () => {
  const { main, balance } = await createClient(100)
  const key = await addKey(db, main, { dailyCharNum: 8 })
  const client = new deepl.DeepLClient(key, { serverUrl: server.origin })
  expect(await findProblem({ key, client }, 'more than the cap')).toMatch(/8 characters a day/)
  const handle = await client.uploadDocument(bytesOf('within'), 'en', 'fr', { filename: 'a.txt' })
  expect((await finish(client, handle)).status).toBe('done')
  expect(await findProblem({ key, client }, 'left')).toMatch(/2 are left today/)
  expect(await balance()).toMatchObject({ chars: 94, reservedChars: 0, translating: 0 })
})

test('a document above what is left of its sub-account’s budget fails at once, and is not charged', async () => {
  const { subs, asMain } = await addAccountGroup(server, { quota: [{}, { chars: 100 }] })
  const { ownerId, userId } = subs[0]!
  await asMain.call(budgets.setBudget, { userId, ownRule: 1, dailyCharNum: 8 })
  await asMain.call(apiKeys.calls.allowSubAccounts, { allowed: 1 })
  const key = await addKey(db, { ownerId, userId })
  const client = new deepl.DeepLClient(key, { serverUrl: server.origin })
  expect(await findProblem({ key, client }, 'more than the cap')).toMatch(/8 characters a day/)
  expect(await balanceOf(db, ownerId, userId)).toMatchObject({ chars: 100, reservedChars: 0 })
})

test('files are gone a day after the upload, and when the document is deleted', async () => {
  const { client, main } = await createClient(100)
  const handle = await client.uploadDocument(bytesOf('hello'), 'en', 'fr', { filename: 'a.txt' })
  await finish(client, handle)
  const parts = () => db.$count(documentParts, eq(documentParts.ownerId, main.ownerId))
  // The result; the source goes right after the charge.
  await expect.poll(parts).toBe(1)
  await db
    .update(documents)
    .set({ createdAt: new Date(server.now() - 24 * 3_600_000 - 1_000) })
    .where(eq(documents.ownerId, main.ownerId))
  const key = await addKey(db, main)
  expect(await post(key, `/v2/document/${handle.documentId}`, handle)).toMatchObject({
    status: 404,
  })
  await deleteExpiredDocuments(server.services)
  expect(await parts()).toBe(0)
  expect(await db.$count(documents, eq(documents.ownerId, main.ownerId))).toBe(0)
})
