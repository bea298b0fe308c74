/** The page of a sub-account: reached by its name, with its actions, history and sessions. */
import { expectAccessibleInBothThemes } from '#tests/e2e/support/axe.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('a name in the list leads to the page; actions there show in the history at once', async ({
  page,
  open,
  t,
}) => {
  test.slow()
  await open(page, '/UserCenterChild?account=emma')
  await page.getByRole('link', { name: 'emma', exact: true }).click()
  await expect(page).toHaveURL(/\/UserCenterSubAccount\?userId=\d+$/)
  await expect(page.locator('.breadcrumb li').last()).toHaveText(t('resources.subAccount.title'))
  const linkToList = { name: t('resources.subAccounts.title'), exact: true }
  await expect(
    page.getByRole('navigation', { name: t('shell.menu') }).getByRole('link', linkToList),
  ).toHaveAttribute('aria-current', 'true')
  await expect(page.locator('.breadcrumb').getByRole('link', linkToList)).toHaveAttribute(
    'href',
    '/UserCenterChild',
  )
  for (const title of [
    t('overview.chart.title', { days: 30 }),
    t('subAccount.history.title'),
    t('subAccount.translations.title'),
    t('subAccount.sessions.title'),
    t('subAccount.contacts.title'),
  ])
    await expect(page.getByRole('region', { name: title, exact: true })).toBeVisible()
  await expectAccessibleInBothThemes(page, 'the page of a sub-account')

  const actions = page.locator('.page-actions')
  const history = page.getByRole('region', { name: t('subAccount.history.title'), exact: true })
  const change = async (to: 'on' | 'off') => {
    const name = t(`resources.subAccounts.actions.changeEnabled.${to}`)
    await actions.getByRole('button', { name, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  }
  await change('off')
  await expect(history).toContainText(t('codes.securityEvent.disabledByOwner'))
  await expect(page.locator('main h1')).toContainText(t('overview.people.disabled'))
  await change('on')
  await expect(history).toContainText(t('codes.securityEvent.enabledByOwner'))
  await expect(page.locator('main h1')).not.toContainText(t('overview.people.disabled'))

  await actions.getByRole('button', { name: t('crud.actions.edit'), exact: true }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel(t('fields.nickname')).fill('Emma of the page')
  await drawer.getByRole('button', { name: t('crud.form.save'), exact: true }).click()
  await expect(page.locator('main h1')).toContainText('Emma of the page')
})

test('the owner signs a sub-account out of a device', async ({
  page,
  open,
  t,
  newBrowser,
  expectNoErrors,
}) => {
  test.slow()
  expectNoErrors.expect(/status (of )?700/)
  await open(page, '/UserCenterChild?account=demosub')
  await page.getByRole('link', { name: 'demosub', exact: true }).click()
  const other = await (await newBrowser()).newPage()
  await open(other, '/UserCenterIndex', 'demosub')
  const sessions = page.getByRole('region', { name: t('subAccount.sessions.title'), exact: true })
  await page.reload()
  await sessions
    .getByRole('button', { name: new RegExp(`^${t('subAccount.sessions.end')}`) })
    .last()
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('subAccount.sessions.end'), exact: true })
    .click()
  await expect(
    page.getByRole('region', { name: t('subAccount.history.title'), exact: true }),
  ).toContainText(t('codes.securityEvent.sessionsEndedByOwner'))
  await expect(other).toHaveURL(/\/(home)?$/)
})

test('an unknown sub-account is named as such, with a way back', async ({ page, open, t }) => {
  await open(page, '/UserCenterSubAccount?userId=999999')
  await expect(page.locator('main h1')).toHaveText(t('subAccount.unknown.title'))
  await page.getByRole('link', { name: t('subAccount.back'), exact: true }).click()
  await expect(page).toHaveURL(/\/UserCenterChild$/)
})
