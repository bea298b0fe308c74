/** Read-only views by support: requested, allowed, opened in a separate tab, and ended. */
import { formatMessage } from '#locales/messages.ts'
import { en, zh } from '#locales/support-view.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { expectAccessibleInBothThemes } from '#tests/e2e/support/axe.ts'
import { navigate } from '#tests/e2e/support/navigate.ts'
import { operatorMessages, signIn } from '#tests/e2e/support/operators.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('a customer grants support a read-only view of the account and ends it', async ({
  page,
  lang,
  open,
  newBrowser,
  t,
  expectNoErrors,
}) => {
  test.slow()
  // Requests of the view after its end.
  expectNoErrors.expect(/status (of )?700/)
  const operatorText = operatorMessages(lang)
  const customerText = (key: string, values = {}) =>
    formatMessage({ zh, en }[lang], lang, key, values) ?? key
  const bar = '.view-bar'
  await open(page, '/UserCenterIndex')
  const operatorBrowser = await newBrowser()
  const operatorPage = await operatorBrowser.newPage()
  await operatorPage.goto(`/operator/customers?search=${demoAccounts.demo}`)
  await signIn(operatorPage, lang)
  await operatorPage.getByRole('link', { name: 'demo@example.com', exact: true }).first().click()
  const ask = async () => {
    await operatorPage
      .getByRole('button', { name: operatorText('customers.supportView.ask') })
      .click()
    await operatorPage.getByLabel(operatorText('customers.dialog.reason')).fill('missing order')
    await operatorPage.locator('dialog button[type=submit]').click()
  }
  await ask()
  const status = operatorPage.getByRole('region', {
    name: operatorText('customers.supportView.title'),
  })
  await expect(status).toContainText(operatorText('codes.supportViewState.asked'))
  await expectAccessibleInBothThemes(operatorPage, 'the request', '.customer-note')

  const consent = page.getByRole('dialog', { name: customerText('title') })
  await expect(consent).toContainText('missing order')
  await expectAccessibleInBothThemes(page, 'the consent', 'dialog[open]')
  // Neither answer is the default.
  await expect(consent.locator('.view-request')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(consent).toBeHidden()
  // A page opened later shows the request too.
  await page.reload()
  await consent.getByRole('button', { name: customerText('allow'), exact: true }).click()
  await expect(page.locator(bar)).toBeVisible()

  const link = status.getByRole('link', { name: operatorText('customers.supportView.open') })
  expect(await link.getAttribute('href')).toMatch(/^\/operator\/view\?id=\d+$/)
  const [view] = await Promise.all([operatorBrowser.waitForEvent('page'), link.click()])
  await expect(view.locator(bar)).toContainText('demo@example.com')
  expect(await view.evaluate(() => history.length)).toBe(1)
  expect(await view.evaluate(() => document.referrer)).not.toContain('view')
  await expectAccessibleInBothThemes(view, 'the banner', bar)
  await expect(view.locator('main .button.primary')).toHaveCount(0)
  await expect(page.locator(bar)).toContainText(
    customerText('views', { operator: 'Demo operator', at: '' }).trim().slice(0, 8),
  )
  await navigate(view, '/UserCenterChild')
  await expect(view.locator('main tbody tr').first()).toBeVisible()
  await expect(view.getByRole('button', { name: t('crud.export.action') })).toHaveCount(0)
  await expect(view.locator('main').getByRole('checkbox')).toHaveCount(0)
  await expect(view.locator('main .quota-cell')).toHaveCount(0)
  await navigate(view, '/UserCenterInfo')
  await expect(view.getByRole('link', { name: t('security.summary.view') }).first()).toBeVisible()
  await expect(view.locator('main a[href="/UserCenterChangePassword"]')).toHaveCount(0)
  await navigate(view, '/UserCenterOrder')
  await expect(view.locator('main tbody tr').first()).toBeVisible()
  await expect(view.locator('main .button.primary')).toHaveCount(0)
  await navigate(view, '/UserCenterStatements')
  await expect(view.getByRole('switch')).toBeDisabled()
  await view.locator('main tbody a').first().click()
  await expect(view.locator('article.statement:not([data-paper])')).toContainText(
    'demo@example.com',
  )
  await navigate(view, '/UserCenterRecharge')
  await expect(view.locator('main button.primary').first()).toBeDisabled()
  await expect(view.getByText(customerText('disabled'))).toBeVisible()
  await navigate(view, '/UserWorkSpace')
  await expect(view.getByRole('heading', { level: 1 })).toHaveText(customerText('closed.title'))
  // Another tab of the operator's browser is not signed in as the customer.
  const other = await operatorBrowser.newPage()
  await other.goto('/UserCenterIndex')
  await expect(other).toHaveURL(/\/login/)
  await other.close()

  await page
    .locator(bar)
    .getByRole('button', { name: customerText('endNow') })
    .click()
  await expect(page.locator(bar)).toHaveCount(0)
  await expect(view.getByRole('heading', { level: 1 })).toHaveText(
    operatorText('customers.supportView.over'),
  )
  await expect(status).toContainText(operatorText('customers.supportView.ended.customer'))

  // On a phone the rest of the console is hidden.
  await page.setViewportSize({ width: 375, height: 740 })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('phone.title'))
  await ask()
  await expect(consent).toContainText('missing order')
  await expectAccessibleInBothThemes(page, 'the consent on a phone', 'dialog[open]')
  await consent.getByRole('button', { name: customerText('allow'), exact: true }).click()
  await expect(status).toContainText(operatorText('codes.supportViewState.allowed'))
  await expectAccessibleInBothThemes(page, 'the bar on a phone', bar)
  const overflow = () => document.documentElement.scrollWidth - innerWidth
  expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0)
  await page
    .locator(bar)
    .getByRole('button', { name: customerText('endNow') })
    .click()
  await expect(page.locator(bar)).toHaveCount(0)
  await expect(page.getByText(customerText('ended'))).toBeVisible()
})
