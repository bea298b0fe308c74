/** Changes of all sub-accounts that a filter finds: quota, access, and what is left out. */
import type { Page } from '@playwright/test'
import { subAccountGroups } from '#contract/budgets.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { login } from '#contract/login.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { expectAccessible } from '#tests/e2e/support/axe.ts'
import type { Translate } from '#tests/e2e/support/messages.ts'
import { navigate } from '#tests/e2e/support/navigate.ts'
import { balancesOf, callOrThrow, countDistributions } from '#tests/e2e/support/quota.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import type { Caller } from '#tests/support/server/server.ts'

test.describe(() => {
  test.use({ viewport: { width: 1280, height: 720 } })

  test('all that a filter finds get quota, give it back and are disabled, as the preview says', async ({
    page,
    open,
    t,
    toast,
    product,
  }) => {
    test.slow()
    const owner = await product.caller(demoAccounts.demo)
    const accounts = Array.from({ length: 12 }, (_, at) => `night${at + 10}`)
    await addSubAccounts(owner, accounts)
    const [before, rows] = [await balancesOf(owner), await countDistributions(owner)]
    const count = accounts.length
    await open(page, `/UserCenterChild?search=night`)
    const dialog = page.locator('dialog[data-shape="modal"]')
    const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
    const openDialog = async (action: 'distributeMany' | 'changeEnabledMany') => {
      await page.getByRole('checkbox', { name: t('crud.list.selectAll') }).check()
      await page.getByRole('button', { name: t('crud.list.selectMatching', { count }) }).click()
      await page
        .getByRole('button', { name: t(`resources.subAccounts.actions.${action}`), exact: true })
        .click()
    }

    await openDialog('distributeMany')
    await dialog.getByRole('spinbutton').fill('1000')
    await expect(dialog.getByRole('table')).toContainText('12,000')
    await expectAccessible(page, 'the dialog of quota for many sub-accounts')
    await dialog
      .getByRole('button', {
        name: t('batches.distribute.submit.distribute', { count, shown: String(count) }),
      })
      .dblclick()
    await expect(toast(page)).toContainText('12,000')
    expect((await balancesOf(owner)).usableCharNum).toBe(before.usableCharNum - 12_000)
    expect(await countDistributions(owner)).toBe(rows + 12)

    await openDialog('distributeMany')
    await dialog.getByRole('radio', { name: t('batches.distribute.fillUp'), exact: true }).check()
    await dialog.getByRole('spinbutton').fill('1000')
    await expect(dialog.locator('.total')).toHaveText(t('batches.nobody'))
    await dialog.getByRole('radio', { name: t('batches.distribute.take'), exact: true }).check()
    await dialog.getByRole('radio', { name: t('batches.distribute.takeAll'), exact: true }).check()
    await expect(dialog.getByRole('table')).toContainText('−1,000')
    await press(t('batches.distribute.submit.reclaimAll', { count, shown: String(count) }))
    // The toast of the distribution has the same amount.
    await expect(dialog).toBeHidden()
    await expect(toast(page).last()).toContainText('12,000')
    expect((await balancesOf(owner)).usableCharNum).toBe(before.usableCharNum)

    await openDialog('changeEnabledMany')
    await expect(dialog).toContainText(t('batches.enabled.nothingBack'))
    await expectAccessible(page, 'the dialog that enables or disables many sub-accounts')
    await press(t('batches.enabled.submit.disable', { count, shown: String(count) }))
    await expect(toast(page).last()).toContainText(
      t('batches.enabled.done.disable', { count, shown: String(count) }),
    )
    await openDialog('distributeMany')
    await expect(dialog).toContainText(accounts[count - 1]!)
    await expect(dialog.locator('.batch-skipped')).toContainText('12')
    await dialog.getByRole('spinbutton').fill('1000')
    await expect(dialog.getByRole('button').last()).toBeDisabled()
  })
})

test('a change of many sent by two tabs, and again after a reload, happens once', async ({
  page,
  open,
  openTab,
  t,
  toast,
  product,
  expectNoErrors,
}) => {
  test.slow()
  expectNoErrors.expect(/user\/batch\/distribution|ERR_CONNECTION_RESET/)
  const owner = await product.caller(demoAccounts.demo)
  const accounts = ['twotabs1', 'twotabs2', 'twotabs3']
  await addSubAccounts(owner, accounts)
  const [before, rows] = [await balancesOf(owner), await countDistributions(owner)]
  const address = '/UserCenterChild?search=twotabs'
  const dialogOf = (tab: Page) => tab.locator('dialog[data-shape="modal"]')
  const submitOf = (tab: Page) =>
    dialogOf(tab).getByRole('button', {
      name: t('batches.distribute.submit.distribute', { count: 3, shown: '3' }),
    })
  const choose = (tab: Page) => openForAll(tab, t, 'distributeMany')
  const fill = async (tab: Page) => {
    await choose(tab)
    await dialogOf(tab).getByRole('spinbutton').fill('1000')
    await expect(dialogOf(tab).getByRole('table')).toContainText('3,000')
  }
  await open(page, address)
  // Gone back from the preview, nothing is sent.
  await navigate(page, '/UserCenterOrder')
  await navigate(page, address)
  await fill(page)
  await page.goBack()
  await expect(dialogOf(page)).toHaveCount(0)
  await page.goto(address)

  const other = await openTab(address)
  await fill(other)
  await fill(page)
  await loseAnswers(page, '**/user/batch/distribution')
  await submitOf(page).click()
  const again = t('ledger.distribution.unsettled.again')
  await expect(dialogOf(page).getByRole('button', { name: again })).toBeVisible()
  await expect(dialogOf(other).getByRole('button', { name: again })).toBeVisible()
  await page.unroute('**/user/batch/distribution')
  await page.reload()
  await choose(page)
  await dialogOf(page).getByRole('button', { name: again }).click()
  await expect(toast(page)).toContainText('3,000')
  await expect(dialogOf(other).getByRole('button', { name: again })).toHaveCount(0)
  expect((await balancesOf(owner)).usableCharNum).toBe(before.usableCharNum - 3_000)
  expect(await countDistributions(owner)).toBe(rows + 3)
})

test('a move to a group whose response was lost is offered again after a reload, and in another tab', async ({
  page,
  open,
  openTab,
  t,
  toast,
  product,
  expectNoErrors,
}) => {
  expectNoErrors.expect(/user\/moveToGroup|ERR_CONNECTION_RESET/)
  const owner = await product.caller(demoAccounts.demo)
  await callOrThrow(owner, subAccountGroups.calls.create, { name: 'Moving' })
  await addSubAccounts(owner, ['moving1', 'moving2'])
  const address = '/UserCenterChild?search=moving'
  const choose = (tab: Page) => openForAll(tab, t, 'moveToGroup')
  await open(page, address)
  const other = await openTab(address)
  await choose(other)
  await choose(page)
  await page.locator('#move-to-group_groupId').click()
  await page.getByRole('option', { name: 'Moving' }).click()
  await loseAnswers(page, '**/user/moveToGroup')
  await page.getByRole('button', { name: t('budgets.move.save'), exact: true }).click()
  const again = t('ledger.distribution.unsettled.again')
  const moves = t('budgets.move.moves', { count: 2 })
  for (const tab of [page, other]) {
    await expect(tab.getByRole('dialog')).toContainText(moves)
    await expect(
      tab.getByRole('button', { name: t('budgets.move.save'), exact: true }),
    ).toBeDisabled()
  }
  await page.unroute('**/user/moveToGroup')
  await page.reload()
  await choose(page)
  await page.getByRole('button', { name: again }).click()
  await expect(toast(page)).toContainText(t('budgets.move.moved', { count: 2 }))
  await expect(other.getByRole('button', { name: again })).toHaveCount(0)
  const { rows } = await callOrThrow(owner, subAccounts.page, { search: 'moving' })
  expect(rows.map(({ groupTitle }) => groupTitle)).toEqual(['Moving', 'Moving'])
})

test('those selected get new passwords, shown once, also when an answer is lost', async ({
  page,
  open,
  t,
  product,
  expectNoErrors,
}) => {
  expectNoErrors.expect(/user\/resetPassword|ERR_CONNECTION_RESET/)
  const owner = await product.caller(demoAccounts.demo)
  const accounts = [1, 2, 3].map((number) => `renewed${number}`)
  await addSubAccounts(owner, accounts)
  await page.setViewportSize({ width: 1280, height: 720 })
  await open(page, `/UserCenterChild?search=renewed`)
  const rows = page.locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(3)
  const top = (await rows.first().boundingBox())!.y
  await page.getByRole('checkbox', { name: t('crud.list.selectAll') }).check()
  expect((await rows.first().boundingBox())!.y).toBe(top)
  await page
    .getByRole('group', { name: t('crud.list.selectionLabel') })
    .getByRole('button', { name: t('crud.actions.resetPassword'), exact: true })
    .click()
  const dialog = page.locator('dialog[data-shape="modal"]')
  await expect(dialog).toBeVisible()
  await expectAccessible(page, 'the dialog of new passwords', 'dialog[open]')
  let calls = 0
  await page.route('**/user/resetPassword', async (route) => {
    if (++calls !== 2) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText(t('batches.passwords.failed', { count: 2, shown: '2' }))
  await dialog.getByRole('button', { name: t('batches.passwords.continue') }).click()
  await expect(dialog).toContainText(t('batches.passwords.done', { count: 3, shown: '3' }))
  await expectAccessible(page, 'the sheet of new passwords', 'dialog[open]')
  const cells = await dialog.locator('tbody tr').evaluateAll((found) =>
    found.map((row) => ({
      account: row.querySelector('th')!.textContent,
      password: row.querySelector('code')!.textContent,
    })),
  )
  expect(cells.map(({ account }) => account).toSorted()).toEqual(accounts)
  for (const { account, password } of cells) {
    const signedIn = await product.visitor().call(login.login, { account, password })
    expect(signedIn.success).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(page.getByText(t('subAccountImport.sheet.loseAsk'))).toBeVisible()
})

async function addSubAccounts(owner: Caller, accounts: readonly string[]): Promise<void> {
  for (const account of accounts)
    await callOrThrow(owner, subAccounts.create, { account, password: 'secret-of-many' })
}

/** Opens the dialog of an action for all sub-accounts of the page. */
async function openForAll(
  page: Page,
  t: Translate,
  action: 'distributeMany' | 'moveToGroup',
): Promise<void> {
  await page.getByRole('checkbox', { name: t('crud.list.selectAll') }).check()
  await page
    .getByRole('button', { name: t(`resources.subAccounts.actions.${action}`), exact: true })
    .click()
}

/** Calls reach the server, but their answers are lost. */
const loseAnswers = (page: Page, url: string) =>
  page.route(url, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
