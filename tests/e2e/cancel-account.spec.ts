/** Account cancellation by keyboard: summary, data export, and the end of all sessions. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { demoAccounts, demoPassword } from '#server/seed/demo.ts'
import { expectAccessibleInBothThemes } from '#tests/e2e/support/axe.ts'
import { tabTo } from '#tests/e2e/support/keyboard.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import type { Translate } from '#tests/e2e/support/messages.ts'

const dialog = (page: Page): Locator => page.locator('dialog[data-shape=modal]')
const nameField = (page: Page): Locator => dialog(page).locator('[data-item=name] input')
const passwordField = (page: Page): Locator => dialog(page).locator('[data-item=password] input')

async function openDialog(page: Page, t: Translate): Promise<void> {
  await tabTo(page, page.getByRole('button', { name: t('cancellation.link'), exact: true }))
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('newcomer')).toBeVisible()
}

test('an owner reviews and exports the data; cancelling signs out all tabs and sub-accounts', async ({
  page,
  context,
  open,
  t,
  product,
  newBrowser,
  expectNoErrors,
}) => {
  test.slow()
  // The wrong password is refused, and the sessions of the other pages end.
  expectNoErrors.expect(/user\/delete|status of 700|status 700|Failed to load resource|openSse/)
  const otherTab = await context.newPage()
  const subPage = await (await newBrowser()).newPage()
  await open(subPage, '/UserCenterIndex', 'demosub')
  await expect(subPage.getByRole('button', { name: t('cancellation.link') })).toHaveCount(0)
  await open(page, '/UserCenterIndex')
  await page.evaluate(() => localStorage.setItem('recentLanguages', 'en de'))
  await otherTab.goto('/UserCenterOrder')
  await expect(otherTab.locator('main h1')).toBeVisible()

  await openDialog(page, t)
  await expect(dialog(page).locator('.cancel-account > section').first()).toBeFocused()
  await expect(dialog(page).locator('.deletion-summary')).toContainText('demosub')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(
    page.getByRole('button', { name: t('cancellation.link'), exact: true }),
  ).toBeFocused()

  await openDialog(page, t)
  const jsonDownload = page.waitForEvent('download')
  await tabTo(page, dialog(page).getByRole('button', { name: t('cancellation.data.json') }))
  await page.keyboard.press('Enter')
  const file = await jsonDownload
  expect(file.suggestedFilename()).toContain('demo')
  const data = JSON.parse(await readFile(await file.path(), 'utf8')) as Record<
    string,
    { account?: string }[]
  >
  expect(data['profile']?.[0]?.account).toBe(demoAccounts.demo)
  expect(data['subAccounts']?.map(({ account }) => account)).toContain('demosub')
  for (const table of ['orders', 'accountLog', 'loginLog', 'translationLog'])
    expect(data[table]?.length, table).toBeGreaterThan(1)
  const htmlDownload = page.waitForEvent('download')
  await page.keyboard.press('Shift+Tab')
  await tabTo(page, dialog(page).getByRole('button', { name: t('cancellation.data.page') }))
  await page.keyboard.press('Enter')
  const html = await readFile(await (await htmlDownload).path(), 'utf8')
  expect(html).toContain(`<h2>${t('resources.accountLog.title')}</h2>`)
  expect(html).toContain(demoAccounts.demo)

  await tabTo(page, nameField(page))
  await page.keyboard.type('wrong-name')
  await page.keyboard.press('Enter')
  await expect(nameField(page)).toBeFocused()
  await expect(nameField(page)).toHaveAccessibleDescription(t('cancellation.form.nameWrong'))
  await expect(passwordField(page)).toHaveAccessibleDescription(
    t('cancellation.form.passwordMissing'),
  )
  await nameField(page).press('ControlOrMeta+a')
  await page.keyboard.type('Demo')
  await tabTo(page, passwordField(page))
  await page.keyboard.type('not-the-password')
  await page.keyboard.press('Enter')
  await expect(passwordField(page)).toBeFocused()
  await expect(passwordField(page)).toHaveAccessibleDescription(/\S{4}/)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(demoPassword)
  await tabTo(page, dialog(page).getByRole('button', { name: t('cancellation.form.submit') }))
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: t('cancellation.gone.title') })).toBeVisible()
  await expect(page).toHaveURL('/UserCenterExit')
  expect(
    await page.evaluate(() => [Object.keys(localStorage).toSorted(), Object.keys(sessionStorage)]),
  ).toEqual([['lang'], []])
  await expect(otherTab).toHaveURL(/\/home$/)
  await expect(subPage).toHaveURL(/\/home$/)
  for (const account of [demoAccounts.demo, 'demo', 'demosub'])
    await expect(product.signIn(account)).rejects.toThrow()
  await tabTo(page, page.getByRole('link', { name: t('cancellation.gone.home') }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/home$/)
  await page.goto('/UserCenterIndex')
  await expect(page).toHaveURL(/\/login/)
})

test('account cancellation passes the accessibility rules in both themes', async ({
  page,
  open,
  t,
  expectNoErrors,
}) => {
  test.slow()
  expectNoErrors.expect(/status of 700|status 700|openSse/)
  await open(page, '/UserCenterIndex')
  await openDialog(page, t)
  await expectAccessibleInBothThemes(page, 'deletion summary', 'dialog')
  await dialog(page)
    .getByRole('button', { name: t('cancellation.form.submit') })
    .click()
  await expect(dialog(page).locator('[aria-invalid=true]')).toHaveCount(2)
  await expectAccessibleInBothThemes(page, 'empty required fields', 'dialog')
  await nameField(page).fill(demoAccounts.demo)
  await passwordField(page).fill(demoPassword)
  await dialog(page)
    .getByRole('button', { name: t('cancellation.form.submit') })
    .click()
  await expect(page.getByRole('heading', { name: t('cancellation.gone.title') })).toBeVisible()
  await expectAccessibleInBothThemes(page, 'sign-out page')
})
