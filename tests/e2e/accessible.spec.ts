/** Accessibility rules (WCAG 2.2 AA and best practice) for console pages and dialogs. */
import type { Page } from '@playwright/test'
import { pressAction } from '#tests/e2e/support/list.ts'
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/e2e/support/axe.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import type { Translate } from '#tests/e2e/support/messages.ts'

test.use({ colorScheme: 'light' })

test('a refused sign-in passes the accessibility rules', async ({ page, submitLogin }) => {
  await page.goto('/login')
  // Without errors it has the same elements, less the messages.
  await submitLogin(page, '', '')
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(2)
  await expectAccessible(page, 'empty required fields')
  await submitLogin(page, 'nobody', 'wrong-password')
  await expect(page.locator('.alert')).toBeVisible()
  await expectAccessible(page, 'rejected credentials')
})

test('console pages and the calendar of a date range pass the accessibility rules', async ({
  page,
  open,
  t,
}) => {
  await open(page, '/UserCenterIndex')
  await waitForContent(page)
  await expectAccessible(page, '/UserCenterIndex', 'html')
  // Lists have the same elements: those of an open calendar and of no results stand for them.
  for (const path of ['/UserCenterInfo', '/UserCenterChild']) {
    await page.locator(`#menu a[href="${path}"]`).click()
    await expect(page).toHaveURL(path)
    await waitForContent(page)
    if (path === '/UserCenterInfo') await expectAccessible(page, path)
  }
  await page.getByRole('search').getByLabel(t('fields.account')).fill('nobodyhere')
  await expect(page.getByText(t('crud.list.unmatched'))).toBeVisible()
  await expectAccessible(page, 'a search without results')

  await page.locator('#menu a[href="/UserCenterLoginLog"]').click()
  await page.getByRole('button', { name: new RegExp(`^${t('fields.loginDateTime')}: `) }).click()
  await expect(page.getByText(t('crud.filter.today'), { exact: true })).toBeInViewport()
  await expectAccessible(page, 'calendar')
})

/** Dialogs of the list of sub-accounts, each with the action that opens it. */
const dialogs: Record<string, (page: Page, t: Translate) => Promise<void>> = {
  'create form with an error': async (page, t) => {
    await page.getByRole('button', { name: t('resources.subAccounts.actions.create') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('crud.form.save') })
      .click()
    await expect(
      page.getByRole('dialog').getByText(t('rules.required', { field: t('fields.account') })),
    ).toBeVisible()
  },
  'password reset form': (page, t) =>
    pressAction(page, t, t('crud.actions.resetPassword'), 'newcomer'),
  'delete confirmation': (page, t) => pressAction(page, t, t('crud.actions.remove'), 'newcomer'),
}

test('dialogs, column menu, toasts and account menu of the sub-account list pass the accessibility rules', async ({
  page,
  open,
  t,
  toast,
}) => {
  await open(page)
  await waitForContent(page)
  await page.getByRole('button', { name: t('crud.list.columns') }).click()
  await expectAccessible(page, 'columns')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('crud.actions.removeMany') }).click()
  await expect(toast(page)).toContainText(t('crud.list.nothingSelected'))
  await page.getByRole('button', { name: new RegExp(t('shell.account')) }).click()
  await expectAccessible(page, 'toast', '.toasts')
  await expectAccessible(page, 'account menu', 'header')
  await page.keyboard.press('Escape')

  for (const [name, openDialog] of Object.entries(dialogs))
    await test.step(name, async () => {
      await openDialog(page, t)
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page, name, 'dialog[open]')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
    })
})

test('forms with codes, dates, languages and references pass the accessibility rules', async ({
  page,
  open,
  t,
}) => {
  for (const [path, button] of [
    ['/UserCenterApiKeys', t('resources.apiKeys.actions.issue')],
    ['/UserCenterGlossaryTerms', t('resources.glossaryTerms.actions.create')],
  ] as const) {
    await open(page, path)
    await waitForContent(page)
    await page.getByRole('button', { name: button }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessibleInBothThemes(page, path, 'dialog[open]')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
})

test('missing permission, forbidden page and failed list pass the accessibility rules', async ({
  page,
  context,
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
  await expectAccessible(page, 'missing permission', 'dialog[open]')

  await page.route('**/user/page**', (route) =>
    route.fulfill({
      status: 500,
      headers: { 'x-request-id': 'req-1' },
      json: { success: false, data: null, msg: '' },
    }),
  )
  await page.reload()
  await expect(page.locator('.rows').getByRole('alert')).toBeVisible()
  await expectAccessible(page, 'failed list')

  await page.close()
  const sub = await context.newPage()
  await open(sub, '/UserCenterChild', 'demosub')
  await expectAccessible(sub, 'forbidden page')
})

/** Waits until the page has a heading and no placeholders. */
async function waitForContent(page: Page) {
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.waiting')).toHaveCount(0)
}
