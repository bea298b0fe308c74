/** Documents of the console's users while they are translated, and what changes meanwhile. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { documents as collection } from '#contract/documents.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { deleteExpiredDocuments } from '#server/features/documents/delete-expired.ts'
import { startDocumentJob } from '#server/features/documents/document-job.ts'
import { readDocument } from '#server/features/documents/formats/documents.ts'
import { DocumentError } from '#server/features/documents/formats/parsed-document.ts'
import { readFile, storeTexts } from '#server/features/documents/stored-files.ts'
import { documents } from '#server/features/documents/table.ts'
import { ChannelFailure } from '#server/features/translation/translator.ts'
import { transaction } from '#server/platform/db/db.ts'
import { documentJobs, documentParts, users } from '#server/schema.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { createDocument } from '#tests/support/actors/documents.ts'
import { balanceOf, type Person } from '#tests/support/actors/people.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import {
  echo,
  scriptedTranslators,
  type Script,
} from '#tests/support/gateways/scripted-translator.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'
import type { Caller } from '#tests/support/server/server.ts'

const { page, start, remove } = collection.calls
let currentScript: Script = echo
const vendor = scriptedTranslators((request, engine) => currentScript(request, engine))
const server = await serverWithCatalogue({ translators: vendor.translators })
const { db } = server.database
const job = startDocumentJob(server.services)
afterAll(() => job.stop())
beforeEach(() => {
  currentScript = echo
})

const balance = ({ ownerId, userId }: Person) => balanceOf(db, ownerId, userId)
const stateOf = async (user: Caller) => (await user.call(page, {})).data.rows[0]?.state
const languages = { source: 'en', target: 'fr' }

/** The channel waits with its answers until `answer`. */
function holdVendor() {
  let [answer, markCalled] = [() => {}, () => {}]
  const held = new Promise<void>((resolve) => (answer = resolve))
  const called = new Promise<void>((resolve) => (markCalled = resolve))
  currentScript = async (request, engine) => {
    markCalled()
    await held
    return echo(request, engine)
  }
  return { called, answer: () => answer() }
}

test('what a user started who is disabled meanwhile is not charged, and its quota is returned', async () => {
  const group = await addAccountGroup(server, { quota: [{ chars: 100 }, { chars: 100 }] })
  const [sub] = group.subs
  const id = await createDocument(server, sub!)
  const vendorCall = holdVendor()
  await group.asSubs[0]!.call(start, { ids: [id], ...languages })
  await vendorCall.called
  await group.asMain.call(subAccounts.changeEnabled, { userId: sub!.userId, enabled: 0 })
  vendorCall.answer()
  await expect.poll(() => stateOf(group.asMain), { timeout: 20_000 }).toBe('failed')
  expect(await balance(sub!)).toMatchObject({ chars: 0, reservedChars: 0, translating: 0 })
  expect(await balance(group.main)).toMatchObject({ chars: 200, reservedChars: 0 })
  expect(await discrepancies(db)).toEqual([])
})

test('a document that is deleted while it is translated is free', async () => {
  const { main, asMain } = await addAccountGroup(server, { quota: [{ chars: 100 }] })
  const id = await createDocument(server, main)
  const vendorCall = holdVendor()
  await asMain.call(start, { ids: [id], ...languages })
  await vendorCall.called
  expect(await asMain.call(remove, { ids: [id] })).toMatchObject({ success: true })
  vendorCall.answer()
  await expect
    .poll(() => balance(main), { timeout: 20_000 })
    .toMatchObject({ chars: 100, reservedChars: 0, translating: 0 })
  expect(await db.$count(documentParts, eq(documentParts.ownerId, main.ownerId))).toBe(0)
  expect(await discrepancies(db)).toEqual([])
})

test('a price that rose is told before it is charged', async () => {
  const { main, asMain } = await addAccountGroup(server, { quota: [{ chars: 100 }] })
  const id = await createDocument(server, main)
  await db.update(documentJobs).set({ price: 2 }).where(eq(documentJobs.documentId, id))
  expect(await asMain.call(start, { ids: [id], ...languages })).toMatchObject({
    success: false,
    msg: expect.stringMatching(/5 characters.* 2/),
  })
  expect(await balance(main)).toMatchObject({ chars: 100, reservedChars: 0 })
  expect(await asMain.call(start, { ids: [id], ...languages })).toMatchObject({ success: true })
  await expect.poll(() => stateOf(asMain), { timeout: 20_000 }).toBe('done')
  expect(await balance(main)).toMatchObject({ chars: 95, reservedChars: 0, translating: 0 })
})

test('a document whose price rose after the start fails and is not charged', async () => {
  const { main, asMain } = await addAccountGroup(server, { quota: [{ chars: 100 }] })
  const id = await createDocument(server, main, { text: 'hello' })
  // More text than was counted stands for a channel that costs more than at the upload.
  await db.update(documentJobs).set({ chars: 2, price: 2 }).where(eq(documentJobs.documentId, id))
  await asMain.call(start, { ids: [id], ...languages })
  await expect.poll(() => stateOf(asMain), { timeout: 20_000 }).toBe('failed')
  expect((await asMain.call(page, {})).data.rows[0]).toMatchObject({
    problem: expect.stringMatching(/5 characters.* 2/),
    price: 5,
  })
  expect(await balance(main)).toMatchObject({ chars: 100, reservedChars: 0, translating: 0 })
})

test('a start in the console is not by the key and hints of the program that uploaded', async () => {
  const { main, asMain } = await addAccountGroup(server, { quota: [{ chars: 100 }] })
  const id = await createDocument(server, main)
  const isJob = eq(documentJobs.documentId, id)
  await db
    .update(documentJobs)
    .set({ keyId: '1', clientType: 'api', hints: { variant: 'en-GB' } })
    .where(isJob)
  await asMain.call(start, { ids: [id], ...languages })
  await expect.poll(() => stateOf(asMain), { timeout: 20_000 }).toBe('done')
  expect(await db.select().from(documentJobs).where(isJob)).toMatchObject([
    { keyId: null, hints: {}, clientType: 'web' },
  ])
})

test('a document that can’t be written costs nothing at the channel', async () => {
  const { main, asMain } = await addAccountGroup(server, { quota: [{ chars: 100 }] })
  const files = server.services.documents!
  // Its texts are read, and it can't be written in another language.
  const reading = vi.spyOn(files, 'read').mockImplementation(async (file) => {
    if (file.trialLanguage === languages.target) throw new DocumentError('documentDamaged')
    return readDocument(file)
  })
  const id = await createDocument(server, main)
  vendor.requests.length = 0
  await asMain.call(start, { ids: [id], ...languages })
  await expect.poll(() => stateOf(asMain), { timeout: 20_000 }).toBe('failed')
  reading.mockRestore()
  expect(vendor.requests).toEqual([])
  expect(await balance(main)).toMatchObject({ chars: 100, reservedChars: 0, translating: 0 })
})

test(
  'a busy channel postpones a document, which is charged once when the channel answers',
  { timeout: 40_000 },
  async () => {
    const { main, asMain } = await addAccountGroup(server, { quota: [{ chars: 100 }] })
    const id = await createDocument(server, main)
    const isJob = eq(documentJobs.documentId, id)
    const rowOf = async () => (await asMain.call(page, {})).data.rows[0]
    currentScript = () => {
      throw new ChannelFailure('busy', 'HTTP 429')
    }
    await asMain.call(start, { ids: [id], ...languages })
    const waiting = { state: 'queued', problem: expect.stringContaining('goes on by itself') }
    await expect.poll(rowOf, { timeout: 20_000 }).toMatchObject(waiting)
    expect(await balance(main)).toMatchObject({ chars: 100, reservedChars: 0, translating: 0 })
    currentScript = echo
    await db.update(documentJobs).set({ leasedUntil: null }).where(isJob)
    await expect.poll(rowOf, { timeout: 20_000 }).toMatchObject({ state: 'done', problem: null })
    expect(await balance(main)).toMatchObject({ chars: 95, reservedChars: 0, translating: 0 })
    expect(await discrepancies(db)).toEqual([])
  },
)

test('a document fails when the channel is busy for hours', { timeout: 40_000 }, async () => {
  const { main, asMain } = await addAccountGroup(server, { quota: [{ chars: 100 }] })
  const id = await createDocument(server, main)
  currentScript = () => {
    throw new ChannelFailure('busy', 'HTTP 429')
  }
  const since = new Date(server.now() - 7 * 3_600_000).toISOString()
  await asMain.call(start, { ids: [id], ...languages })
  await db
    .update(documentJobs)
    .set({ problem: { code: 'channelBusy', since } })
    .where(eq(documentJobs.documentId, id))
  await expect.poll(() => stateOf(asMain), { timeout: 20_000 }).toBe('failed')
  expect((await asMain.call(page, {})).data.rows[0]!.problem).toContain('6 hours')
})

test('a document that is started again goes on after what was translated', async () => {
  const { main, asMain } = await addAccountGroup(server, { quota: [{ chars: 10_000 }] })
  // One batch is translated, and the next one is refused.
  const text = `${'good '.repeat(780)}\n${'bad '.repeat(500)}`
  const id = await createDocument(server, main, { text })
  const sent = () => new Set(vendor.requests.map(({ text: sentText }) => sentText.slice(0, 3)))
  let isRefused = true
  currentScript = async (request, engine) => {
    if (!isRefused || request.text.startsWith('good')) return echo(request, engine)
    await expect
      .poll(() => db.$count(documentParts, eq(documentParts.kind, 'texts')))
      .toBeGreaterThan(0)
    throw new ChannelFailure('text', 'HTTP 400')
  }
  vendor.requests.length = 0
  await asMain.call(start, { ids: [id], ...languages })
  await expect.poll(() => stateOf(asMain), { timeout: 20_000 }).toBe('failed')
  expect(sent()).toEqual(new Set(['goo', 'bad']))
  vendor.requests.length = 0
  isRefused = false
  await asMain.call(start, { ids: [id], ...languages })
  await expect.poll(() => stateOf(asMain), { timeout: 20_000 }).toBe('done')
  expect(sent()).toEqual(new Set(['bad']))
})

test('translations by other terms or of other texts are made again', async () => {
  const { main, asMain } = await addAccountGroup(server, { quota: [{ chars: 100 }] })
  const id = await createDocument(server, main, { text: 'one\ntwo' })
  const key = { ownerId: main.ownerId, documentId: id }
  const stale = { at: 0, texts: ['stale'], sources: { en: 3 } }
  await transaction(db, async (tx) => {
    await storeTexts(tx, key, stale)
    const isJob = eq(documentJobs.documentId, id)
    await tx
      .update(documentJobs)
      .set({ queuedAt: new Date(server.now()), textsHash: 'former' })
      .where(isJob)
    await tx
      .update(documents)
      .set({ state: 'queued', sourceLangCode: 'en', targetLangCode: 'fr' })
      .where(eq(documents.id, id))
  })
  await expect.poll(() => stateOf(asMain), { timeout: 20_000 }).toBe('done')
  const written = await readFile(db, key, 'result')
  expect(new TextDecoder().decode(written)).toBe('fr:one\nfr:two')
})

test('documents of others expire although those of one user can’t be deleted', async () => {
  const groups = [await addAccountGroup(server), await addAccountGroup(server)]
  const [first, second] = groups.map(({ main }) => main)
  for (const [hours, main] of [
    [26, first!],
    [25, second!],
  ] as const) {
    await createDocument(server, main)
    const createdAt = new Date(server.now() - hours * 3_600_000)
    await db.update(documents).set({ createdAt }).where(eq(documents.ownerId, main.ownerId))
  }
  const erasedAt = new Date(server.now())
  await db.update(users).set({ erasedAt }).where(eq(users.ownerId, first!.ownerId))
  await deleteExpiredDocuments(server.services)
  expect(await db.$count(documents, eq(documents.ownerId, first!.ownerId))).toBe(1)
  expect(await db.$count(documents, eq(documents.ownerId, second!.ownerId))).toBe(0)
})
