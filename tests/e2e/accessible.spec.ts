/**
 * Every screen and every dialog against the rules of accessibility (WCAG 2.2 AA and best practice),
 * in the light theme.
 */
import type { Page } from '@playwright/test'
import { press, switchOf } from '#tests/e2e/support/list.ts'
import { expectAccessible } from '#tests/e2e/support/axe.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import type { Translate } from '#tests/e2e/support/messages.ts'

test.use({ colorScheme: 'light' })

test('signing in and registering', async ({ page, t, typeIn }) => {
  for (const address of ['/login', '/login?type=2&inviteCode=abc123']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page, address)
  }
  await page.goto('/login')
  await typeIn(page, '', '')
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(2)
  await expectAccessible(page, 'items left empty')
  await typeIn(page, 'nobody', 'wrong-password')
  await expect(page.locator('.alert')).toBeVisible()
  await expectAccessible(page, 'refused')
  await page.getByRole('button', { name: t('landing.agreement.link') }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'agreement', 'dialog[open]')
})

test('the pages of the console', async ({ page, open }) => {
  await open(page, '/UserCenterIndex')
  for (const address of [
    '/UserCenterIndex',
    '/UserCenterInfo',
    '/UserCenterLoginLog',
    '/UserCenterChild',
    '/UserCenterChild?account=nobodyhere',
    '/UserCenterOrder',
  ]) {
    await page.goto(address)
    await settled(page)
    await expectAccessible(page, address)
  }
})

/** What opens over the list of sub-accounts, each by what opens it. */
const openings: Record<string, (page: Page, t: Translate) => Promise<void>> = {
  adding: async (page, t) => {
    await page.getByRole('button', { name: t('resources.subAccounts.actions.create') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('crud.form.save') })
      .click()
    await expect(
      page.getByRole('dialog').getByText(t('rules.required', { field: t('fields.account') })),
    ).toBeVisible()
  },
  editing: (page, t) => press(page, t, t('crud.actions.edit'), 'newcomer'),
  'resetting a password': (page, t) => press(page, t, t('crud.actions.resetPassword'), 'newcomer'),
  'asking before one is deleted': (page, t) => press(page, t, t('crud.actions.remove'), 'newcomer'),
  'asking before one is shut out': (page, t) => switchOf(page, t, 'newcomer').click(),
  'several selected': async (page, t) => {
    await page
      .getByRole('checkbox', { name: t('crud.list.select', { name: 'newcomer' }), exact: true })
      .check()
    await page.getByRole('button', { name: t('crud.actions.removeMany') }).click()
  },
}

test('over the list: every dialog that it opens', async ({ page, open, t }) => {
  await open(page)
  await settled(page)
  for (const [name, opening] of Object.entries(openings))
    await test.step(name, async () => {
      await opening(page, t)
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page, name, 'dialog[open]')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
    })
})

test('over the list: columns, messages and the account menu', async ({ page, open, t, toast }) => {
  await open(page)
  await settled(page)
  await page.getByRole('button', { name: t('crud.list.columns') }).click()
  await expectAccessible(page, 'columns')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('crud.actions.removeMany') }).click()
  await expect(toast(page)).toContainText(t('crud.list.nothingSelected'))
  await page.getByRole('button', { name: new RegExp(t('shell.account')) }).click()
  await expectAccessible(page, 'message', '.toasts')
  await expectAccessible(page, 'account menu', 'header')
})

test('the calendar of a time range', async ({ page, open, t }) => {
  await open(page, '/UserCenterLoginLog')
  await settled(page)
  await page.getByRole('button', { name: new RegExp(`^${t('fields.loginDateTime')}: `) }).click()
  await expect(page.getByText(t('crud.filter.today'), { exact: true })).toBeInViewport()
  await expectAccessible(page, 'calendar')
})

test('a permission that is missing, a page that is refused, a list that failed', async ({
  page,
  newBrowser,
  open,
  t,
  expectNoErrors,
}) => {
  expectNoErrors.expect(/user\/page|status of 500/)
  await open(page, '/UserCenterChild', 'monthly')
  await page
    .getByRole('button', { name: t('resources.subAccounts.actions.create') })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'permission', 'dialog[open]')

  const context = await newBrowser()
  const sub = await context.newPage()
  await open(sub, '/UserCenterChild', 'demosub')
  await expectAccessible(sub, 'refused')

  await page.route('**/user/page**', (route) =>
    route.fulfill({
      status: 500,
      headers: { 'x-request-id': 'req-1' },
      json: { success: false, data: null, msg: '' },
    }),
  )
  await page.reload()
  await expect(page.locator('.rows').getByRole('alert')).toBeVisible()
  await expectAccessible(page, 'failed')
})

/** The page has all it shows. */
async function settled(page: Page) {
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.waiting')).toHaveCount(0)
}
