/**
 * Account deletion by keyboard: what is deleted is listed, one's data is taken along, and afterwards
 * nothing is left here or there.
 */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { demoAccounts, demoPassword } from '#server/seed/demo.ts'
import { expectAccessibleInBothThemes } from '#tests/e2e/support/axe.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import type { Translate } from '#tests/e2e/support/messages.ts'

const dialog = (page: Page): Locator => page.locator('dialog[data-shape=modal]')
const nameItem = (page: Page): Locator => dialog(page).locator('[data-item=name] input')
const passwordItem = (page: Page): Locator => dialog(page).locator('[data-item=password] input')

/** Tabs on until it has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let tabs = 0; tabs < 80; tabs += 1) {
    if (
      (await target.count()) > 0 &&
      (await target.first().evaluate((element) => element === document.activeElement))
    )
      return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${String(target)}.`)
}

async function openDialog(page: Page, t: Translate): Promise<void> {
  await tabTo(page, page.getByRole('button', { name: t('cancellation.link'), exact: true }))
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('newcomer')).toBeVisible()
}

test('an owner sees what goes, exports the data, and is deleted in all tabs and for sub-accounts', async ({
  page,
  context,
  open,
  t,
  product,
  newBrowser,
  expectNoErrors,
}) => {
  test.slow()
  // Wrong passwords are no failures of ours; sessions end under the others’ feet.
  expectNoErrors.expect(/user\/delete|status of 700|status 700|Failed to load resource|openSse/)
  const otherTab = await context.newPage()
  const theirs = await (await newBrowser()).newPage()
  await open(theirs, '/UserCenterIndex', 'demosub')
  await expect(theirs.getByRole('button', { name: t('cancellation.link') })).toHaveCount(0)
  await open(page, '/UserCenterIndex')
  await page.evaluate(() => localStorage.setItem('recentLanguages', 'en de'))
  await otherTab.goto('/UserCenterOrder')
  await expect(otherTab.locator('main h1')).toBeVisible()

  await openDialog(page, t)
  await expect(dialog(page).locator('.cancel-account > section').first()).toBeFocused()
  await expect(dialog(page).locator('.what-goes')).toContainText('demosub')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(
    page.getByRole('button', { name: t('cancellation.link'), exact: true }),
  ).toBeFocused()

  await openDialog(page, t)
  const saved = page.waitForEvent('download')
  await tabTo(page, dialog(page).getByRole('button', { name: t('cancellation.data.json') }))
  await page.keyboard.press('Enter')
  const file = await saved
  expect(file.suggestedFilename()).toContain('demo')
  const data = JSON.parse(await readFile(await file.path(), 'utf8')) as Record<
    string,
    { account?: string }[]
  >
  expect(data['profile']?.[0]?.account).toBe(demoAccounts.demo)
  expect(data['subAccounts']?.map(({ account }) => account)).toContain('demosub')
  for (const part of ['orders', 'accountLog', 'loginLog', 'translationLog'])
    expect(data[part]?.length, part).toBeGreaterThan(1)
  const read = page.waitForEvent('download')
  await page.keyboard.press('Shift+Tab')
  await tabTo(page, dialog(page).getByRole('button', { name: t('cancellation.data.page') }))
  await page.keyboard.press('Enter')
  const html = await readFile(await (await read).path(), 'utf8')
  expect(html).toContain(`<h2>${t('resources.accountLog.title')}</h2>`)
  expect(html).toContain(demoAccounts.demo)

  await tabTo(page, nameItem(page))
  await page.keyboard.type('somebody')
  await page.keyboard.press('Enter')
  await expect(nameItem(page)).toBeFocused()
  await expect(nameItem(page)).toHaveAccessibleDescription(t('cancellation.form.nameWrong'))
  await expect(passwordItem(page)).toHaveAccessibleDescription(
    t('cancellation.form.passwordMissing'),
  )
  await nameItem(page).press('ControlOrMeta+a')
  await page.keyboard.type('Demo')
  await tabTo(page, passwordItem(page))
  await page.keyboard.type('not-the-password')
  await page.keyboard.press('Enter')
  await expect(passwordItem(page)).toBeFocused()
  await expect(passwordItem(page)).toHaveAccessibleDescription(/\S{4}/)
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
  await expect(theirs).toHaveURL(/\/home$/)
  for (const account of [demoAccounts.demo, 'demo', 'demosub'])
    await expect(product.signIn(account)).rejects.toThrow()
  await tabTo(page, page.getByRole('link', { name: t('cancellation.gone.home') }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/home$/)
  await page.goto('/UserCenterIndex')
  await expect(page).toHaveURL(/\/login/)
})

test('no view of leaving breaks a rule of accessibility in either theme', async ({
  page,
  open,
  t,
  expectNoErrors,
}) => {
  test.slow()
  expectNoErrors.expect(/status of 700|status 700|openSse/)
  await open(page, '/UserCenterIndex')
  await openDialog(page, t)
  await expectAccessibleInBothThemes(page, 'what goes', 'dialog')
  await dialog(page)
    .getByRole('button', { name: t('cancellation.form.submit') })
    .click()
  await expect(dialog(page).locator('[aria-invalid=true]')).toHaveCount(2)
  await expectAccessibleInBothThemes(page, 'left empty', 'dialog')
  await nameItem(page).fill(demoAccounts.demo)
  await passwordItem(page).fill(demoPassword)
  await dialog(page)
    .getByRole('button', { name: t('cancellation.form.submit') })
    .click()
  await expect(page.getByRole('heading', { name: t('cancellation.gone.title') })).toBeVisible()
  await expectAccessibleInBothThemes(page, 'goodbye')
})
