/** Account cancellation by keyboard: summary, data export, and the end of all sessions. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { users } from '#contract/users.ts'
import { demoAccounts, demoPassword } from '#server/seed/demo.ts'
import { expectAccessibleInBothThemes } from '#tests/e2e/support/axe.ts'
import { tabTo } from '#tests/e2e/support/keyboard.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import type { Translate } from '#tests/e2e/support/messages.ts'

const dialog = (page: Page): Locator => page.locator('dialog[data-shape=modal]')
const nameField = (page: Page): Locator => dialog(page).locator('#cancellation_name')
const passwordField = (page: Page): Locator => dialog(page).locator('#cancellation_userPassword')

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
  expectNoErrors,
}) => {
  test.slow()
  // The wrong password is refused, and the sessions of the other pages end.
  expectNoErrors.expect(/user\/delete|status of 700|status 700|Failed to load resource|openSse/)
  const otherTab = await context.newPage()
  const sub = await product.caller('demosub')
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
  await expectAccessibleInBothThemes(page, 'deletion summary', 'dialog')

  let sentCount = 0
  page.on('request', (request) => {
    if (request.url().endsWith(users.cancel.path)) sentCount += 1
  })
  await tabTo(page, nameField(page))
  await page.keyboard.type('wrong-name')
  await page.keyboard.press('Enter')
  await expect(nameField(page)).toBeFocused()
  await expect(nameField(page)).toHaveAccessibleDescription(t('cancellation.form.nameWrong'))
  await expect(passwordField(page)).toHaveAccessibleDescription(
    t('rules.required', { field: t('cancellation.form.password') }),
  )
  expect(sentCount).toBe(0)
  await expectAccessibleInBothThemes(page, 'invalid fields', 'dialog')
  await nameField(page).press('ControlOrMeta+a')
  await page.keyboard.type('Demo')
  await tabTo(page, passwordField(page))
  await page.keyboard.type('not-the-password')
  await page.keyboard.press('Enter')
  await expect(passwordField(page)).toBeFocused()
  await expect(passwordField(page)).toHaveAccessibleDescription(/\S{4}/)
  expect(sentCount).toBe(1)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(demoPassword)
  await tabTo(page, dialog(page).getByRole('button', { name: t('cancellation.form.submit') }))
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: t('cancellation.gone.title') })).toBeVisible()
  await expect(page).toHaveURL('/UserCenterExit')
  await expectAccessibleInBothThemes(page, 'sign-out page')
  expect(
    await page.evaluate(() => [Object.keys(localStorage).toSorted(), Object.keys(sessionStorage)]),
  ).toEqual([['lang'], []])
  await expect(otherTab).toHaveURL(/\/home$/)
  expect((await sub.refused(users.get, {})).status).toBe(700)
  for (const account of [demoAccounts.demo, 'demo', 'demosub'])
    await expect(product.signIn(account)).rejects.toThrow()
  await tabTo(page, page.getByRole('link', { name: t('cancellation.gone.home') }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/home$/)
  await page.goto('/UserCenterIndex')
  await expect(page).toHaveURL(/\/login/)
})
