/** Statements: from the list to a month, a person and the log behind a figure; printed, PDF, CSV. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { statements } from '#contract/statements.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { expectAccessible } from '#tests/e2e/support/axe.ts'
import type { Translate } from '#tests/e2e/support/messages.ts'
import { callOrThrow } from '#tests/e2e/support/quota.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import type { Product } from '#tests/support/server/product.ts'

/** The statement of the demo's last closed month. */
async function lastClosed(product: Product) {
  const owner = await product.caller(demoAccounts.demo)
  const { rows } = await callOrThrow(owner, statements.page, {})
  const closed = rows.filter(({ state }) => state === 'closed')
  expect(closed.length).toBeGreaterThanOrEqual(2)
  const { month } = closed[0]!
  return callOrThrow(owner, statements.get, { month })
}

const sheetOf = (page: Page) => page.locator('article.statement:not([data-paper])')
const count = (number: number) => number.toLocaleString('en')
const rowOf = (page: Page, table: string, name: string | RegExp) =>
  sheetOf(page).getByRole('group', { name: table }).getByRole('row', { name }).first()

async function save(page: Page, t: Translate, action: 'pdf' | 'csv') {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: t(`statements.actions.${action}`) }).click()
  const file = await download
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test('the owner reads a month, follows a figure to its log, and saves it', async ({
  page,
  open,
  product,
  t,
}) => {
  const { month, opening, closing, people, payments } = await lastClosed(product)
  await open(page, '/UserCenterStatements')
  await page.locator('tbody').getByRole('link', { name: month }).click()
  await expect(sheetOf(page)).toBeVisible()
  const balance = t('statements.balance.title')
  await expect(rowOf(page, balance, t('statements.balance.opening'))).toContainText(
    count(opening.charNum),
  )
  await expect(rowOf(page, balance, t('statements.balance.closing'))).toContainText(
    count(closing.charNum),
  )
  await expectAccessible(page, 'a statement')

  const pdf = await save(page, t, 'pdf')
  expect(pdf.name).toMatch(new RegExp(`${month}.*\\.pdf$`))
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf.bytes)), {
    mergePages: true,
  })
  for (const part of [balance, count(closing.charNum), payments[0]!.orderNo])
    expect(text).toContain(part)

  const csv = (await save(page, t, 'csv')).bytes.toString()
  expect(csv.startsWith('\uFEFF')).toBe(true)
  const lines = csv.trimEnd().split('\r\n')
  const closings = lines.filter((line) => line.includes(`,${t('statements.balance.closing')},`))
  expect(closings).toHaveLength(people.length)

  const used = t('codes.logType.TRANSLATION_CONSUME')
  await rowOf(page, balance, new RegExp(used)).getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/UserCenterChangeTranslateLog.*${month}-01`))
  await page.goBack()
  const [, person] = people
  await rowOf(
    page,
    t('statements.people.title', { unit: t('statements.units.charNum') }),
    new RegExp(person!.account!),
  )
    .getByRole('link')
    .click()
  await expect(page.locator('.page-header')).toContainText(person!.account!)
  await expect(rowOf(page, balance, t('statements.balance.closing'))).toContainText(
    count(person!.closing.charNum),
  )
})

test('on paper it has the sheet alone, black on white, on numbered A4 pages', async ({
  page,
  open,
  product,
  t,
}) => {
  const { month, ownerAccount } = await lastClosed(product)
  await page.emulateMedia({ colorScheme: 'dark' })
  await open(page, `/UserCenterStatement?month=${month}`)
  await expect(sheetOf(page)).toBeVisible()
  const document = await getDocumentProxy(
    new Uint8Array(await page.pdf({ preferCSSPageSize: true })),
  )
  const { totalPages, text } = await extractText(document, { mergePages: true })
  expect(text).toContain(ownerAccount)
  expect(text).toContain(t('statements.notInvoice'))
  expect(text).toContain(`1 / ${totalPages}`)
  for (const name of [t('shell.menu'), t('statements.actions.print'), t('statements.back')])
    expect(text).not.toContain(name)
  const { view } = await document.getPage(1)
  expect(view.map(Math.round).slice(2)).toEqual([595, 842])
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const sheet = page.locator('.printed .statement')
  await expect(sheet).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(sheet).toHaveCSS('background-color', 'rgb(255, 255, 255)')
})

test('the owner has statements mailed; a sub-account has its own statement only', async ({
  page,
  newBrowser,
  open,
  product,
  t,
}) => {
  const { month, people } = await lastClosed(product)
  await open(page, '/UserCenterStatements')
  const mail = page.getByRole('switch', { name: t('statements.mail.label') })
  await expect(mail).toBeEnabled()
  await expect(mail).not.toBeChecked()
  await mail.press('Space')
  await expect(mail).toBeChecked()
  await page.reload()
  await expect(mail).toBeChecked()
  await mail.click()
  await expect(mail).not.toBeChecked()

  const sub = await (await newBrowser()).newPage()
  await open(sub, '/UserCenterStatements', 'demosub')
  await expect(sub.getByRole('switch')).toHaveCount(0)
  await sub.locator('tbody').getByRole('link', { name: month }).click()
  const own = people.find(({ account }) => account === demoAccounts.demosub)!
  await expect(
    rowOf(sub, t('statements.balance.title'), t('statements.balance.closing')),
  ).toContainText(count(own.closing.charNum))
  await expect(sheetOf(sub)).not.toContainText(t('statements.payments.title'))
  await open(sub, `/UserCenterStatement?month=${month}&userId=${people[0]!.userId}`, 'demosub')
  await expect(sub.getByText(t('statements.unknown.title'))).toBeVisible()
})

test('an address without a month, or with one that never was, says so', async ({
  page,
  open,
  t,
}) => {
  for (const query of ['', '?month=2026-13', '?month=1999-01', '?month=2026-10&userId=1']) {
    await open(page, `/UserCenterStatement${query}`)
    await expect(page.getByText(t('statements.unknown.title'))).toBeVisible()
    await expect(page.getByRole('link', { name: t('statements.back') })).toBeVisible()
  }
})
