/** Operators' pages on customers: search, details, changes with a reason, and approvals. */
import type { Page } from '@playwright/test'
import { businessLimits } from '#contract/business-limits.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { expectAccessibleInBothThemes } from '#tests/e2e/support/axe.ts'
import { operatorMessages, signIn } from '#tests/e2e/support/operators.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { addOperator, operatorSecret } from '#tests/support/actors/operators.ts'
import { password } from '#tests/support/actors/people.ts'

test('a customer is found, adjusted, suspended and reopened, each with a reason', async ({
  page,
  lang,
}) => {
  test.slow()
  const operatorText = operatorMessages(lang)
  const action = (name: string) =>
    page.getByRole('button', { name: operatorText(`customers.actions.${name}`), exact: true })
  await page.goto(`/operator/customers?search=${demoAccounts.demo}`)
  await signIn(page, lang)
  await page.getByRole('link', { name: 'demo@example.com', exact: true }).first().click()
  await expect(page.locator('main h1')).toContainText('demo@example.com')
  // The group, which has the name of the list, is named once.
  await expect(page.locator('.breadcrumb li')).toHaveText([
    operatorText('resources.customers.title'),
    operatorText('resources.customer.title'),
  ])
  await expect(
    page
      .locator('#menu')
      .getByRole('link', { name: operatorText('resources.customers.title'), exact: true }),
  ).toHaveAttribute('aria-current', 'true')
  await expect(
    page.getByRole('region', { name: operatorText('customers.sections.orders') }),
  ).toBeVisible()
  await expectAccessibleInBothThemes(page, 'the customer')

  const figure = page.locator('.record-figures dd').nth(1)
  const before = Number(await figure.innerText())
  await action('adjust').click()
  const dialog = page.getByRole('dialog')
  const send = dialog.locator('button[type=submit]')
  await send.click()
  await expect(dialog.getByText(operatorText('customers.adjust.nothing'))).toBeVisible()
  await dialog.getByLabel(operatorText('customers.adjust.voices')).fill(`-${before + 1}`)
  await send.click()
  await expect(dialog.getByText(operatorText('customers.adjust.short'))).toBeVisible()
  await dialog.getByLabel(operatorText('customers.adjust.voices')).fill('+5')
  await send.click()
  const reason = dialog.getByLabel(operatorText('customers.dialog.reason'))
  await expect(reason).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel(operatorText('customers.dialog.reason')).fill('outage')
  await expectAccessibleInBothThemes(page, 'the adjustment', 'dialog[open]')
  await send.click()
  await expect(figure).toHaveText(String(before + 5))
  const changes = page.getByRole('region', { name: operatorText('customers.sections.changes') })
  await expect(changes.getByRole('row').filter({ hasText: 'outage' })).toBeVisible()

  await action('suspend').click()
  await dialog.getByLabel(operatorText('customers.dialog.reason')).fill('chargebacks')
  await send.click()
  await expect(page.locator('main h1')).toContainText(operatorText('codes.customerState.suspended'))
  await action('reopen').click()
  await dialog.getByLabel(operatorText('customers.dialog.reason')).fill('settled')
  await send.click()
  await expect(page.locator('main h1')).toContainText(operatorText('codes.customerState.open'))
})

test('a large adjustment waits for a second operator, and its author can only withdraw it', async ({
  page,
  lang,
}) => {
  const operatorText = operatorMessages(lang)
  await page.goto(`/operator/customers?search=${demoAccounts.demo}`)
  await signIn(page, lang)
  await page.getByRole('link', { name: 'demo@example.com', exact: true }).first().click()
  const chars = page.locator('.record-figures dd').first()
  const before = await chars.innerText()
  await page
    .getByRole('button', { name: operatorText('customers.actions.adjust'), exact: true })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(operatorText('customers.adjust.chars')).fill('2000000')
  await dialog.getByLabel(operatorText('customers.dialog.reason')).fill('contract')
  await dialog
    .getByRole('button', { name: operatorText('customers.adjust.ask'), exact: true })
    .click()
  await expect(dialog).toHaveCount(0)
  await expect(chars).toHaveText(before)
  const pending = page.getByRole('region', { name: operatorText('customers.pending.title') })
  await expect(pending).toContainText('contract')
  await page.getByRole('link', { name: operatorText('customers.back'), exact: true }).click()
  await expect(page).toHaveURL((url) => url.searchParams.get('search') === demoAccounts.demo)

  await page.goto('/operator/today')
  await page
    .getByRole('link', { name: operatorText('today.attention.go.approvals'), exact: true })
    .click()
  const row = page.getByRole('row').filter({ hasText: 'contract' })
  await row.getByRole('button', { name: operatorText('resources.approvals.actions.show') }).click()
  await expect(dialog.getByText(operatorText('approvals.own'))).toBeVisible()
  await expect(
    dialog.getByRole('button', { name: operatorText('approvals.approve'), exact: true }),
  ).toHaveCount(0)
  await dialog.getByLabel(operatorText('approvals.note')).fill('a mistake')
  await dialog
    .getByRole('button', { name: operatorText('approvals.withdraw'), exact: true })
    .click()
  await expect(dialog).toHaveCount(0)
  await expect(row).toHaveCount(0)
  await expect(
    page.getByText(operatorText('resources.approvals.emptyWith.state.open'), { exact: true }),
  ).toBeVisible()
})

test('the second of two adjustments that exceed the customer’s limit together is sent for approval', async ({
  page,
  lang,
}) => {
  const operatorText = operatorMessages(lang)
  await page.goto(`/operator/customers?search=${demoAccounts.freeuser}`)
  await signIn(page, lang)
  await page.getByRole('link', { name: demoAccounts.freeuser, exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  for (const label of ['customers.adjust.submit', 'customers.adjust.ask'] as const) {
    await page
      .getByRole('button', { name: operatorText('customers.actions.adjust'), exact: true })
      .click()
    const chars = String(businessLimits.adjustment.chars * 0.6)
    await dialog.getByLabel(operatorText('customers.adjust.chars')).fill(chars)
    await dialog.getByLabel(operatorText('customers.dialog.reason')).fill('contract')
    await dialog.getByRole('button', { name: operatorText(label), exact: true }).click()
    await expect(dialog).toHaveCount(0)
  }
  await expect(
    page.getByRole('region', { name: operatorText('customers.pending.title') }),
  ).toContainText('contract')
})

test('a second operator approves a large adjustment, which then changes the balance', async ({
  page,
  product,
  lang,
  newBrowser,
}) => {
  test.slow()
  const operatorText = operatorMessages(lang)
  const chars = (of: Page) => of.locator('.record-figures dd').first()
  await page.goto(`/operator/customers?search=${demoAccounts.demo}`)
  await signIn(page, lang)
  await page.getByRole('link', { name: 'demo@example.com', exact: true }).first().click()
  const before = Number((await chars(page).innerText()).replaceAll(',', ''))
  await page
    .getByRole('button', { name: operatorText('customers.actions.adjust'), exact: true })
    .click()
  const asking = page.getByRole('dialog')
  await asking.getByLabel(operatorText('customers.adjust.chars')).fill('2000000')
  await asking.getByLabel(operatorText('customers.dialog.reason')).fill('contract')
  await asking
    .getByRole('button', { name: operatorText('customers.adjust.ask'), exact: true })
    .click()
  await expect(asking).toHaveCount(0)

  const { email } = await addOperator(product, 'finance')
  const second = await (await newBrowser()).newPage()
  await second.goto('/operator/approvals')
  await signIn(second, lang, 0, { email, password, secret: operatorSecret })
  const row = second.getByRole('row').filter({ hasText: 'contract' })
  const subject = `${operatorText('codes.logSubject.account')} demo@example.com`
  await expect(row).toContainText(subject)
  await row
    .getByRole('button', { name: operatorText('resources.approvals.actions.decide') })
    .click()
  const dialog = second.getByRole('dialog')
  await expect(dialog).toContainText('+2,000,000')
  await expect(dialog).toContainText((before + 2_000_000).toLocaleString('en'))
  await expect(dialog).toContainText('Demo operator')
  await expectAccessibleInBothThemes(second, 'the request', 'dialog[open]')
  await dialog.getByRole('button', { name: operatorText('approvals.approve'), exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(row).toContainText(operatorText('codes.approvalState.approved'))
  await page.reload()
  await expect(chars(page)).toHaveText((before + 2_000_000).toLocaleString('en'))
})

test('the first page is accessible and fits a phone', async ({ page, lang }) => {
  await page.goto('/operator')
  await signIn(page, lang)
  await expect(page).toHaveURL(/\/operator\/today$/)
  await expectAccessibleInBothThemes(page, 'the first page')
  await page.setViewportSize({ width: 375, height: 780 })
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(375)
})
