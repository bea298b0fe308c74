/** Documents by the calls of the console: upload, start and download, and by whom. */
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { documents as collection } from '#contract/documents.ts'
import { idempotencyHeader } from '#contract/failure.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { deleteExpiredDocuments } from '#server/features/documents/delete-expired.ts'
import { startDocumentJob } from '#server/features/documents/document-job.ts'
import { documents } from '#server/features/documents/table.ts'
import { documentJobs } from '#server/schema.ts'
import { unzip, wordFile, zip } from '#tests/documents/office-files.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { createDocument } from '#tests/support/actors/documents.ts'
import { balanceOf } from '#tests/support/actors/people.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { echo, scriptedTranslators } from '#tests/support/gateways/scripted-translator.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'
import type { Caller } from '#tests/support/server/server.ts'

const { page, upload, start, download } = collection.calls
const server = await serverWithCatalogue({ translators: scriptedTranslators(echo).translators })
const { db } = server.database
const job = startDocumentJob(server.services)
afterAll(() => job.stop())

const languages = { source: 'en', target: 'fr' }

/** `key`: idempotency key. */
async function uploadFile(
  user: Caller,
  content: string | Uint8Array<ArrayBuffer>,
  { name = 'letter.txt', key = '' } = {},
) {
  const body = new FormData()
  body.set('file', new Blob([content]), name)
  const response = await fetch(server.api + upload.path, {
    method: 'POST',
    headers: { ...user.headers(), ...(key && { [idempotencyHeader]: key }) },
    body,
  })
  return (await response.json()) as {
    success: boolean
    msg: string
    data: { id: string; charNum: number; price: number; code?: string }
  }
}

async function downloadFile(user: Caller, id: string | number) {
  const response = await fetch(`${server.api}${download.path}?id=${id}`, {
    headers: user.headers(),
  })
  const text = await response.text()
  return { disposition: response.headers.get('content-disposition'), text }
}

const rowsOf = async (user: Caller) => (await user.call(page, {})).data.rows
const stateOf = async (user: Caller) => (await rowsOf(user))[0]?.state

test('a file is priced when it is uploaded, charged when it is translated, and downloaded by its name', async () => {
  const { main, asMain } = await addAccountGroup(server, { quota: [{ chars: 100 }] })
  const { data } = await uploadFile(asMain, 'hello', { name: 'my letter.txt' })
  expect(data).toMatchObject({ charNum: 5, price: 5 })
  expect(await rowsOf(asMain)).toMatchObject([
    { name: 'my letter.txt', state: 'ready', charNum: 5, price: 5, canStart: 1 },
  ])
  expect(await downloadFile(asMain, data.id)).toMatchObject({
    disposition: null,
    text: expect.stringContaining('not translated yet'),
  })
  expect(await balanceOf(db, main.ownerId, main.userId)).toMatchObject({ chars: 100 })
  expect(await asMain.call(start, { ids: [data.id], ...languages })).toMatchObject({
    success: true,
  })
  await expect.poll(() => stateOf(asMain), { timeout: 20_000 }).toBe('done')
  expect(await rowsOf(asMain)).toMatchObject([{ canStart: 0, progress: 100, price: 5 }])
  expect(await downloadFile(asMain, data.id)).toEqual({
    disposition: `attachment; filename*=UTF-8''my%20letter_fr.txt`,
    text: 'fr:hello',
  })
  expect(await balanceOf(db, main.ownerId, main.userId)).toMatchObject({ chars: 95 })
  expect(await discrepancies(db)).toEqual([])
})

test('an upload that is sent again with its key is one document, also at the same time', async () => {
  const { asMain } = await addAccountGroup(server)
  const send = () => uploadFile(asMain, 'hello', { key: 'upload-1' })
  const ids = (await Promise.all([send(), send()])).map(({ data }) => data.id)
  expect(ids[0]).toBeDefined()
  expect(ids[1]).toBe(ids[0])
  expect((await send()).data.id).toBe(ids[0])
  expect(await rowsOf(asMain)).toHaveLength(1)
  expect(await uploadFile(asMain, 'another', { key: 'upload-1' })).toMatchObject({
    success: false,
    data: { code: 'duplicate' },
  })
})

test('a start that is sent again with its key starts once', async () => {
  const { main, asMain } = await addAccountGroup(server, { quota: [{ chars: 100 }] })
  const id = await createDocument(server, main)
  const send = () =>
    asMain.call(start, { ids: [id], ...languages }, { [idempotencyHeader]: 'start-1' })
  for (const { success } of await Promise.all([send(), send()])) expect(success).toBe(true)
  await expect.poll(() => stateOf(asMain), { timeout: 20_000 }).toBe('done')
  expect(await send()).toMatchObject({ success: true })
  expect(await stateOf(asMain)).toBe('done')
  expect(await balanceOf(db, main.ownerId, main.userId)).toMatchObject({ chars: 95 })
  expect(await asMain.refused(start, { ids: [id], ...languages })).toMatchObject({
    code: 'notFound',
  })
})

test('what can’t be translated is refused by a sentence, and is not stored', async () => {
  const { asMain } = await addAccountGroup(server)
  const refusals = [
    ['letter.exe', 'hello', 'Files of this format are not translated.'],
    ['letter.docm', 'hello', 'contains macros'],
    ['letter.docx', 'hello', 'does not fit its extension'],
    ['empty.txt', '', 'contains no text'],
    ['long.txt', 'a'.repeat(1_000_001), '1,000,001 characters'],
    ['bomb.docx', await bomb(), 'becomes too large'],
  ] as const
  for (const [name, content, msg] of refusals)
    expect(await uploadFile(asMain, content, { name }), name).toMatchObject({
      success: false,
      msg: expect.stringContaining(msg),
    })
  expect(await rowsOf(asMain)).toEqual([])
})

/** A document that unpacks to a thousand times its size. */
async function bomb() {
  const parts = await unzip(await wordFile('<w:p/>'))
  const name = 'word/document.xml'
  const large = parts[name]!.toString().replace('<w:p/>', ' '.repeat(80 * 1024 * 1024))
  return new Uint8Array(await zip({ ...parts, [name]: large }))
}

test('a main account sees and downloads the documents of its sub-account, and does not start them', async () => {
  const group = await addAccountGroup(server, { quota: [{ chars: 100 }, { chars: 100 }] })
  const [asSub] = group.asSubs
  const { data } = await uploadFile(asSub!, 'hello')
  expect(await rowsOf(group.asMain)).toMatchObject([{ id: data.id, state: 'ready', canStart: 0 }])
  expect(await group.asMain.refused(start, { ids: [data.id], ...languages })).toMatchObject({
    code: 'notFound',
  })
  expect(await asSub!.call(start, { ids: [data.id], ...languages })).toMatchObject({
    success: true,
  })
  await expect.poll(() => stateOf(asSub!), { timeout: 20_000 }).toBe('done')
  expect(await downloadFile(group.asMain, data.id)).toMatchObject({ text: 'fr:hello' })
})

test('nobody else sees, starts or downloads a document', async () => {
  const group = await addAccountGroup(server, { quota: [{ chars: 100 }, {}, { chars: 100 }] })
  const id = await createDocument(server, group.main)
  await group.asMain.call(start, { ids: [id], ...languages })
  await expect.poll(() => stateOf(group.asMain), { timeout: 20_000 }).toBe('done')
  const stranger = await addAccountGroup(server, { quota: [{ chars: 100 }] })
  for (const other of [...group.asSubs, stranger.asMain]) {
    expect(await rowsOf(other)).toEqual([])
    expect(JSON.parse((await downloadFile(other, id)).text)).toMatchObject({
      success: false,
      data: { code: 'notFound' },
    })
    expect(await other.refused(start, { ids: [id], ...languages })).toMatchObject({
      code: 'notFound',
    })
  }
})

test('a document that expired is neither started nor downloaded', async () => {
  const { main, asMain } = await addAccountGroup(server, { quota: [{ chars: 100 }] })
  const id = await createDocument(server, main)
  const other = await createDocument(server, main)
  await asMain.call(start, { ids: [id], ...languages })
  await expect
    .poll(async () => (await rowsOf(asMain)).map(({ state }) => state), { timeout: 20_000 })
    .toEqual(['ready', 'done'])
  expect((await downloadFile(asMain, id)).disposition).not.toBeNull()
  const createdAt = new Date(server.now() - 25 * 3_600_000)
  await db.update(documents).set({ createdAt }).where(eq(documents.ownerId, main.ownerId))
  const expectGone = async () => {
    expect(await asMain.refused(start, { ids: [other], ...languages })).toMatchObject({
      code: 'notFound',
    })
    expect(JSON.parse((await downloadFile(asMain, id)).text)).toMatchObject({
      data: { code: 'notFound' },
    })
  }
  await expectGone()
  await deleteExpiredDocuments(server.services)
  expect(await rowsOf(asMain)).toEqual([])
  await expectGone()
})

test('a disabled user neither uploads nor starts nor downloads', async () => {
  const group = await addAccountGroup(server, { quota: [{}, { chars: 100 }] })
  const [asSub] = group.asSubs
  const { data } = await uploadFile(asSub!, 'hello')
  const { data: other } = await uploadFile(asSub!, 'hello')
  await asSub!.call(start, { ids: [data.id], ...languages })
  await expect
    .poll(async () => (await rowsOf(asSub!)).map(({ state }) => state), { timeout: 20_000 })
    .toEqual(['ready', 'done'])
  expect((await downloadFile(asSub!, data.id)).disposition).not.toBeNull()
  await group.asMain.call(subAccounts.changeEnabled, {
    userId: group.subs[0]!.userId,
    enabled: 0,
  })
  expect(await uploadFile(asSub!, 'hello')).toMatchObject({ success: false })
  expect(await asSub!.call(start, { ids: [other.id], ...languages })).toMatchObject({
    success: false,
  })
  expect((await downloadFile(asSub!, data.id)).disposition).toBeNull()
  expect(await rowsOf(group.asMain)).toMatchObject([{ state: 'ready' }, { state: 'done' }])
})

test('a start says how many it has started of those that it was asked for', async () => {
  const { main, asMain } = await addAccountGroup(server, { quota: [{ chars: 100 }] })
  const ids = [await createDocument(server, main), await createDocument(server, main)]
  expect((await asMain.call(start, { ids: [ids[0]!], ...languages })).data.started).toBe(1)
  expect((await asMain.call(start, { ids, ...languages })).data.started).toBe(1)
})

test('a program’s document that failed before its price was known is not started in the console', async () => {
  const { main, asMain } = await addAccountGroup(server, { quota: [{ chars: 100 }] })
  const id = await createDocument(server, main)
  await db.update(documentJobs).set({ chars: 0, price: 0 }).where(eq(documentJobs.documentId, id))
  expect(await rowsOf(asMain)).toMatchObject([{ canStart: 0 }])
  expect(await asMain.refused(start, { ids: [id], ...languages })).toMatchObject({
    code: 'notFound',
  })
})

test('a start without enough quota is refused and changes nothing', async () => {
  const { main, asMain } = await addAccountGroup(server, { quota: [{ chars: 3 }] })
  const ids = [await createDocument(server, main), await createDocument(server, main)]
  expect(await asMain.refused(start, { ids, ...languages })).toMatchObject({ code: 'notEnough' })
  expect((await rowsOf(asMain)).map(({ state }) => state)).toEqual(['ready', 'ready'])
  expect(await balanceOf(db, main.ownerId, main.userId)).toMatchObject({
    chars: 3,
    reservedChars: 0,
  })
})
