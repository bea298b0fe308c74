/** A sub-account becomes deputy: its menu, the page that is taken away, and who did what. */
import { orders } from '#contract/orders.ts'
import { quotaRequests } from '#contract/quota-requests.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { demoAccounts, demoPassword } from '#server/seed/demo.ts'
import { callOrThrow, subAccountName } from '#tests/e2e/support/quota.ts'
import { giveRole } from '#tests/e2e/support/roles.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('a deputy sees people and no money until the role is taken away, and the owner reads it', async ({
  page,
  open,
  t,
  product,
  newBrowser,
}) => {
  test.slow()
  const { owner, userId } = await giveRole(product, 'deputy')
  await open(page, '/UserCenterChild', subAccountName)
  const menu = page.getByRole('navigation', { name: t('shell.menu') })
  const people = menu.getByRole('link', { name: t('resources.subAccounts.title'), exact: true })
  await expect(people).toBeVisible()
  await expect(
    menu.getByRole('link', { name: t('resources.orders.title'), exact: true }),
  ).toHaveCount(0)
  await expect(page.locator('tbody').getByRole('row').first()).toBeVisible()

  const asOwner = await (await newBrowser()).newPage()
  await open(asOwner, '/UserCenterAccountLog')
  await asOwner
    .getByRole('navigation', { name: t('shell.menu') })
    .getByRole('link', { name: t('resources.auditLog.title'), exact: true })
    .click()
  await expect(asOwner).toHaveURL('/UserCenterAuditLog')
  await expect(asOwner.locator('tbody').getByRole('row').first()).toContainText(subAccountName)

  await callOrThrow(owner, subAccounts.setRole, { userId, accountRole: 'member' })
  await expect(people).toHaveCount(0)
  await expect(page.locator('tbody').getByRole('row')).toHaveCount(0)
})

test('an accountant reads the orders and statements of the account, and no people', async ({
  page,
  open,
  t,
  product,
}) => {
  const { owner } = await giveRole(product, 'accountant')
  await open(page, '/UserCenterOrder', subAccountName)
  const firstRow = page.locator('tbody').getByRole('row').first()
  await expect(firstRow).toBeVisible()
  const { rows } = await callOrThrow(owner, orders.page, {})
  await expect(page.locator('tbody')).toContainText(rows[0]!.no)
  const menu = page.getByRole('navigation', { name: t('shell.menu') })
  await expect(
    menu.getByRole('link', { name: t('resources.subAccounts.title'), exact: true }),
  ).toHaveCount(0)
  await menu.getByRole('link', { name: t('resources.statements.title'), exact: true }).click()
  await firstRow.getByRole('link').first().click()
  await expect(page.getByRole('main')).toContainText(demoAccounts.demo)
  await page.goto('/UserCenterChild')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('tbody')).toHaveCount(0)
})

test('a deputy is offered no answer to a request of its own, and ends no sessions of itself', async ({
  page,
  open,
  t,
  product,
}) => {
  const { owner, userId } = await giveRole(product, 'deputy')
  const sub = await product.caller(subAccountName)
  const account = 'askingmember'
  const password = demoPassword
  await callOrThrow(owner, subAccounts.create, { account, password })
  const member = await product.caller(account)
  for (const asker of [sub, member])
    await callOrThrow(asker, quotaRequests.calls.ask, { charNum: 70 })
  await open(page, '/UserCenterQuotaRequests', subAccountName)
  const rowOf = (name: string) => page.locator('tbody').getByRole('row').filter({ hasText: name })
  const grant = new RegExp(`^${t('resources.quotaRequests.actions.grant')}`)
  await expect(rowOf(account).getByRole('button', { name: grant })).toBeVisible()
  const own = rowOf(t('resources.quotaRequests.values.state.open')).filter({ hasNotText: account })
  await expect(own).toHaveCount(1)
  await expect(own.getByRole('button', { name: grant })).toHaveCount(0)
  await page.goto(`/UserCenterSubAccount?userId=${String(userId)}`)
  const sessions = page.getByRole('region', { name: t('subAccount.sessions.title'), exact: true })
  await expect(sessions.locator('li')).not.toHaveCount(0)
  await expect(sessions.getByRole('button')).toHaveCount(0)
})
