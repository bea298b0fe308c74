/** Import of sub-accounts from a file: wrong rows, choices, passwords shown once, a lost answer. */
import { demoAccounts } from '#server/seed/demo.ts'
import { login } from '#contract/login.ts'
import { subAccountImport } from '#contract/sub-account-import.ts'
import { expectAccessible } from '#tests/e2e/support/axe.ts'
import { balancesOf } from '#tests/e2e/support/quota.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test.use({ viewport: { width: 1280, height: 720 } })

test('a file becomes sub-accounts once, although an answer is lost; unsaved passwords are asked for', async ({
  page,
  open,
  t,
  product,
  expectNoErrors,
}) => {
  test.slow()
  expectNoErrors.expect(/user\/import|ERR_CONNECTION_RESET/)
  const owner = await product.caller(demoAccounts.demo)
  const before = await balancesOf(owner)
  const rows = [
    '账号,Nickname,分组,字符数',
    'import1,Emma Clarke,Warehouse,2000',
    'import2,,Warehouse,3000',
    'demosub,,,',
  ]
  await open(page, '/UserCenterChild')
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await press(t('subAccountImport.action'))
  const dialog = page.locator('dialog[data-shape="modal"]')
  await page.getByText(t('crud.import.paste')).click()
  await dialog.locator('textarea').fill(rows.join('\n'))
  await expectAccessible(page, 'the import of sub-accounts')
  await press(t('crud.import.pasteUse'))
  await press(t('crud.import.check'))
  await expect(dialog).toContainText(t('codes.importProblem.exists'))
  await expect(dialog).toContainText(t('codes.importProblem.noGroup'))
  await dialog.getByRole('checkbox', { name: t('subAccountImport.skipExisting') }).check()
  await dialog.getByRole('checkbox', { name: 'Warehouse' }).check()
  await expect(dialog).toContainText('5,000')
  await expectAccessible(page, 'the review of an import of sub-accounts')

  await page.route(`**${subAccountImport.importMany.path}`, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await press(t('subAccountImport.start', { count: 2, shown: '2' }))
  await expect(dialog).toContainText(t('subAccountImport.unknownHelp'))
  await page.unroute(`**${subAccountImport.importMany.path}`)
  await press(t('subAccountImport.retry'))
  await expect(dialog).toContainText(t('subAccountImport.done', { count: 2, shown: '2' }))
  await expectAccessible(page, 'the sheet of first passwords')
  expect((await balancesOf(owner)).usableCharNum).toBe(before.usableCharNum - 5_000)

  await page.keyboard.press('Escape')
  await expect(page.getByText(t('subAccountImport.sheet.loseAsk'))).toBeVisible()
  await press(t('subAccountImport.sheet.keep'))
  const account = 'import1'
  const password = await dialog.getByRole('row', { name: account }).locator('code').textContent()
  const saved = page.waitForEvent('download')
  await press(t('subAccountImport.sheet.save'))
  expect((await saved).suggestedFilename()).toMatch(/\.csv$/)
  await press(t('subAccountImport.sheet.saved'))
  await expect(dialog).toBeHidden()
  await expect(page.locator('tbody')).toContainText(account)
  const signIn = await product.visitor().call(login.login, { account, password: password! })
  expect(signIn.success).toBe(true)
})
