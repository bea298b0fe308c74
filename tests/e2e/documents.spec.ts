/** Documents in the browser: upload, price, start, progress, download, and what is wrong with a file. */
import { Buffer } from 'node:buffer'
import type { Download, Locator, Page } from '@playwright/test'
import { documents } from '#contract/documents.ts'
import { users } from '#contract/users.ts'
import { and, eq } from 'drizzle-orm'
import { documentJobs } from '#server/schema.ts'
import { documents as table } from '#server/features/documents/table.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { startDocumentJob } from '#server/features/documents/document-job.ts'
import { textsOf, wordFile } from '#tests/documents/office-files.ts'
import { expectAccessibleInBothThemes } from '#tests/e2e/support/axe.ts'
import { actionButton, pressAction, rowOf } from '#tests/e2e/support/list.ts'
import { balancesOf, callOrThrow } from '#tests/e2e/support/quota.ts'
import type { Translate } from '#tests/e2e/support/messages.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { createDocument } from '#tests/support/actors/documents.ts'

const address = '/UserCenterDocuments'
const textFile = (name: string, text = '你好') => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
})

const uploadButton = (page: Page, t: Translate) =>
  page.getByRole('button', { name: t('documents.upload'), exact: true })

/** Chooses files in the dialog of the browser, which the button opens. */
async function chooseFiles(page: Page, button: Locator, files: ReturnType<typeof textFile>[]) {
  const chooser = page.waitForEvent('filechooser')
  await button.press('Enter')
  await (await chooser).setFiles(files)
}

async function chooseTarget(page: Page, t: Translate, dialog: Locator) {
  const label = t('resources.documents.fields.targetLangCode')
  await dialog.getByRole('button', { name: new RegExp(`^${label}`) }).press('Enter')
  await page.getByRole('combobox', { name: t('translate.search') }).fill('en')
  await page.keyboard.press('Enter')
}

async function contentOf(download: Download): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

test('files are uploaded, priced, started together, and their translations downloaded', async ({
  page,
  open,
  t,
  toast,
  product,
}) => {
  const job = startDocumentJob(product.services)
  const caller = await product.caller(demoAccounts.demo)
  const { usableCharNum } = await balancesOf(caller)
  await open(page, address)
  await expect(page.getByRole('main')).toContainText(/30.MB/)
  await expect(uploadButton(page, t)).toBeVisible()
  await expectAccessibleInBothThemes(page, 'documents without rows')

  await chooseFiles(page, page.getByRole('button', { name: t('documents.choose') }), [
    textFile('letter.txt'),
    {
      ...textFile('letter.docx'),
      buffer: Buffer.from(await wordFile('<w:p><w:r><w:t>你好</w:t></w:r></w:p>')),
    },
    textFile('letter.zip'),
  ])
  const price = t('documents.price', { chars: 4, price: 4 })
  await expect(toast(page)).toContainText(t('documents.uploaded', { count: 2, price }))
  // The zone, from which the files were chosen, is gone.
  await expect(page.locator('main h1')).toBeFocused()
  const refused = page.getByRole('log').filter({ hasText: 'letter.zip' })
  await expect(refused).toBeVisible()
  for (const name of ['letter.txt', 'letter.docx'])
    await expect(rowOf(page, name)).toContainText(t('resources.documents.values.state.ready'))
  await expectAccessibleInBothThemes(page, 'documents and a refused file')
  await refused.getByRole('button', { name: t('documents.dismiss') }).press('Enter')
  await expect(refused).toHaveCount(0)
  await expect(page.locator('main h1')).toBeFocused()

  await page.reload()
  await page.getByRole('button', { name: t('documents.startAll') }).press('Enter')
  const dialog = page.getByRole('dialog', { name: t('documents.start') })
  await expect(dialog).toContainText(t('documents.several', { count: 2, chars: 4 }))
  await expectAccessibleInBothThemes(page, 'start of documents', 'dialog')
  await chooseTarget(page, t, dialog)
  await dialog.getByRole('button', { name: t('documents.start') }).click()
  await expect(toast(page)).toContainText(t('documents.started', { count: 2 }))

  const done = t('resources.documents.values.state.done')
  const action = t('resources.documents.actions.download')
  for (const name of ['letter.txt', 'letter.docx'] as const) {
    await expect(rowOf(page, name)).toContainText(done, { timeout: 20_000 })
    const started = page.waitForEvent('download')
    await pressAction(page, t, action, name)
    const download = await started
    const format = name.endsWith('txt') ? 'txt' : 'docx'
    expect(download.suggestedFilename()).toBe(`letter_en.${format}`)
    expect(await textsOf(format, await contentOf(download))).toEqual([
      expect.stringMatching(/hello/i),
    ])
  }
  const names: string[] = []
  page.on('download', (download) => names.push(download.suggestedFilename()))
  await page.getByRole('button', { name: t('documents.downloadAll') }).press('Enter')
  await expect(toast(page)).toContainText(t('documents.downloaded', { count: 2 }))
  expect(names.toSorted()).toEqual(['letter_en.docx', 'letter_en.txt'])
  expect((await balancesOf(caller)).usableCharNum).toBe(usableCharNum - 4)
  await job.stop()
})

test('files are dropped anywhere on the page', async ({ page, open, t }) => {
  await open(page, address)
  await expect(uploadButton(page, t)).toBeVisible()
  const dataTransfer = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    for (const name of ['first.txt', 'second.txt']) transfer.items.add(new File(['你好'], name))
    return transfer
  })
  await page.dispatchEvent('h1', 'dragover', { dataTransfer })
  await expect(page.getByText(t('documents.dropToUpload'))).toBeVisible()
  await page.dispatchEvent('h1', 'drop', { dataTransfer })
  await expect(page.getByText(t('documents.dropToUpload'))).toHaveCount(0)
  for (const name of ['first.txt', 'second.txt'])
    await expect(rowOf(page, name)).toContainText(t('resources.documents.values.state.ready'))
})

test('progress is shown as it happens, and nothing else on the page changes', async ({
  page,
  open,
  t,
  product,
}) => {
  const { db, events } = product.services
  const main = await callOrThrow(await product.caller(demoAccounts.demo), users.get, {})
  const key = { ownerId: String(main.userId), userId: String(main.userId) }
  const documentId = await createDocument(product, key, { name: 'long.txt' })
  const isDocument = and(eq(table.ownerId, key.ownerId), eq(table.id, documentId))
  await db.update(table).set({ state: 'translating' }).where(isDocument)
  const row = rowOf(page, 'long.txt')
  const advance = async (progress: number) => {
    await db.update(documentJobs).set({ progress }).where(eq(documentJobs.documentId, documentId))
    events.publish({ ownerId: key.ownerId, about: ['document'] })
  }
  await open(page, address)
  await expect(row).toContainText(t('documents.progress', { progress: 0 }))
  await expect(page.getByRole('button', { name: t('documents.downloadAll') })).toBeVisible()
  const places = () =>
    page
      .locator('.page-header, .toolbar button, .rows, tbody td')
      .evaluateAll((parts) =>
        parts.map((part) => Object.values(part.getBoundingClientRect().toJSON() as object)),
      )
  const before = await places()
  await page.locator('.rows').evaluate((rows) => {
    new MutationObserver(() => {
      if (rows.getAttribute('data-busy') === 'true') rows.setAttribute('data-was-busy', '')
    }).observe(rows, { attributeFilter: ['data-busy'] })
  })
  for (const progress of [7, 42, 99])
    // The page may not listen yet when the first one happens.
    await expect(async () => {
      await advance(progress)
      const timeout = 3_000
      await expect(row).toContainText(t('documents.progress', { progress }), { timeout })
    }).toPass()
  expect(await places()).toEqual(before)
  await expect(page.locator('[data-was-busy]')).toHaveCount(0)
})

test('an upload whose answer is lost is tried again as the same document', async ({
  page,
  open,
  t,
  product,
  expectNoErrors,
}) => {
  expectNoErrors.expect(/document\/upload/)
  await open(page, address)
  await page.route(
    '**/document/upload',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await chooseFiles(page, uploadButton(page, t), [textFile('lost.txt')])
  const refused = page.getByRole('log').filter({ hasText: 'lost.txt' })
  await refused.getByRole('button', { name: t('documents.retry') }).press('Enter')
  await expect(refused).toHaveCount(0)
  await expect(rowOf(page, 'lost.txt')).toHaveCount(1)
  const caller = await product.caller(demoAccounts.demo)
  expect((await callOrThrow(caller, documents.calls.page, {})).rows).toHaveLength(1)
})

test('a sub-account asks for the quota that a file lacks', async ({ page, open, t, product }) => {
  const main = await product.caller(demoAccounts.demo)
  const { userId } = await callOrThrow(main, users.get, {})
  await callOrThrow(main, users.changeAutoDistribution, { userId, autoDistribution: 0 })
  await open(page, address, 'demosub')
  await chooseFiles(page, uploadButton(page, t), [textFile('big.txt', '你'.repeat(900_000))])
  await expect(rowOf(page, 'big.txt')).toContainText('900,000')
  await pressAction(page, t, t('resources.documents.actions.start'), 'big.txt')
  const dialog = page.getByRole('dialog', { name: t('documents.start') })
  await expect(dialog.getByRole('button', { name: t('documents.start') })).toBeDisabled()
  await dialog.getByRole('button', { name: t('quotaRequests.ask') }).press('Enter')
  await expect(page.getByRole('dialog', { name: t('quotaRequests.ask') })).toBeVisible()
})

test('a main account sees its sub-account’s document and can’t start it', async ({
  page,
  open,
  t,
  product,
}) => {
  const sub = await callOrThrow(await product.caller(demoAccounts.demosub), users.get, {})
  const main = await callOrThrow(await product.caller(demoAccounts.demo), users.get, {})
  const key = { ownerId: String(main.userId), userId: String(sub.userId) }
  await createDocument(product, key, { name: 'theirs.txt' })
  await open(page, address)
  await expect(actionButton(page, t, t('crud.actions.remove'), 'theirs.txt')).toBeVisible()
  const start = t('resources.documents.actions.start')
  await expect(actionButton(page, t, start, 'theirs.txt')).toHaveCount(0)
})

test('selected documents are started and deleted together', async ({ page, open, t, toast }) => {
  await open(page, address)
  await chooseFiles(page, uploadButton(page, t), [textFile('a.txt'), textFile('b.txt')])
  for (const name of ['a.txt', 'b.txt']) await rowOf(page, name).getByRole('checkbox').check()
  const bar = page.getByRole('group', { name: t('crud.list.selectionLabel') })
  await bar.getByRole('button', { name: t('resources.documents.actions.download') }).click()
  await expect(toast(page)).toContainText(t('documents.noneDone'))
  await bar.getByRole('button', { name: t('resources.documents.actions.start') }).click()
  const dialog = page.getByRole('dialog', { name: t('documents.start') })
  await chooseTarget(page, t, dialog)
  await dialog.getByRole('button', { name: t('documents.start') }).click()
  for (const name of ['a.txt', 'b.txt'])
    await expect(rowOf(page, name)).toContainText(t('resources.documents.values.state.queued'))
  await expect(bar).toHaveCount(0)
  for (const name of ['a.txt', 'b.txt']) await rowOf(page, name).getByRole('checkbox').check()
  const remove = bar.getByRole('button', { name: t('crud.actions.removeMany') })
  await remove.click()
  await page
    .locator('dialog[data-shape="question"]')
    .getByRole('button', { name: t('crud.actions.removeMany') })
    .click()
  await expect(page.getByRole('button', { name: t('documents.choose') })).toBeVisible()
})
