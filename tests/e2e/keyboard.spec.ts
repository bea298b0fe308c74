/** Sign-in, sub-accounts and menus with the keyboard alone. */
import { packages } from '#contract/packages.ts'
import { demoAccounts, demoPassword } from '#server/seed/demo.ts'
import { enabledSwitch, expectTotal, rowOf, visibleAccounts } from '#tests/e2e/support/list.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('an owner signs in and manages sub-accounts with the keyboard alone', async ({
  page,
  t,
  toast,
}) => {
  test.slow()
  const keys = page.keyboard
  /** Presses Tab until the named element has the focus. */
  const tabTo = async (
    role: 'button' | 'link' | 'searchbox' | 'textbox' | 'switch' | 'checkbox',
    name: string | RegExp,
  ) => {
    const target = page.getByRole(role, typeof name === 'string' ? { name, exact: true } : { name })
    for (let tabs = 0; tabs < 80; tabs += 1) {
      if (
        (await target.count()) > 0 &&
        (await target.first().evaluate((element) => element === document.activeElement))
      )
        return
      await keys.press('Tab')
    }
    throw new Error(`Tab does not reach the ${role} ${String(name)}.`)
  }

  await page.goto('/login?to=/UserCenterIndex')
  await expect(page.getByLabel(t('landing.login.account'))).toBeFocused()
  await keys.type(demoAccounts.demo)
  await keys.press('Tab')
  await keys.type(demoPassword)
  await keys.press('Enter')
  await expect(page).toHaveURL('/UserCenterIndex')
  await tabTo('link', t('resources.subAccounts.title'))
  await keys.press('Enter')
  await expectTotal(page, t, 26)

  await tabTo('button', t('resources.subAccounts.actions.create'))
  await keys.press('Enter')
  const form = page.getByRole('dialog')
  await expect(
    form.getByRole('textbox', { name: new RegExp(`^${t('fields.account')}`) }),
  ).toBeFocused()
  await keys.type('keyboard1')
  await tabTo('textbox', new RegExp(`^${t('fields.password')}`))
  await keys.type('secret1')
  await keys.press('Enter')
  await expect(form).toBeHidden()
  await expectTotal(page, t, 27)

  await tabTo('searchbox', t('resources.subAccounts.fields.search'))
  await keys.type('keyboard')
  await keys.press('Enter')
  await expectTotal(page, t, 1)
  await tabTo(
    'button',
    t('crud.list.actionOf', { action: t('crud.actions.edit'), name: 'keyboard1' }),
  )
  await keys.press('Enter')
  await expect(
    page.getByRole('dialog').getByRole('textbox', { name: new RegExp(`^${t('fields.nickname')}`) }),
  ).toBeFocused()
  await keys.type('By keys')
  await tabTo('button', t('crud.form.save'))
  await keys.press('Space')
  await expect(rowOf(page, 'By keys')).toBeVisible()
  await expect(
    page.getByRole('button', {
      name: t('crud.list.actionOf', { action: t('crud.actions.edit'), name: 'keyboard1' }),
    }),
  ).toBeFocused()

  const removeLabel = t('crud.list.actionOf', {
    action: t('crud.actions.remove'),
    name: 'keyboard1',
  })
  const openRemove = async () => {
    if ((await page.getByRole('button', { name: removeLabel, exact: true }).count()) === 0) {
      await tabTo('button', t('crud.list.moreOf', { name: 'keyboard1' }))
      await keys.press('Enter')
    }
    await tabTo('button', removeLabel)
    await keys.press('Enter')
  }
  await openRemove()
  await expect(page.getByRole('dialog')).toBeVisible()
  await keys.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await openRemove()
  await tabTo('button', t('crud.actions.remove'))
  await keys.press('Enter')
  await expect(toast(page)).toContainText(t('crud.done.remove'))
  await expect(page.getByText(t('crud.list.unmatched'))).toBeVisible()
  await expect(page.getByRole('group', { name: t('resources.subAccounts.title') })).toBeFocused()
})

test('the skip link moves the focus, menu links show it, and the account menu restores it', async ({
  page,
  open,
  t,
}) => {
  await open(page)
  await expect(page.locator('tbody td').first()).toBeVisible()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: t('shell.skip') })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  // Despite the styles of antd.
  await page.locator('#menu a').first().focus()
  await page.keyboard.press('Tab')
  const link = page.locator('#menu li a').first()
  await expect(link).toBeFocused()
  await expect(link).toHaveCSS('outline-style', 'solid')

  const menu = page.getByRole('button', { name: new RegExp(t('shell.account')) })
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: t('shell.signOut') })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: t('shell.signOut') })).toBeHidden()
  await expect(menu).toBeFocused()
})

test('a switch keeps the focus while it is saved, and gets it back from its question', async ({
  page,
  open,
  t,
}) => {
  await open(page, '/UserCenterAlerts')
  const labels = { kind: t('alerts.kinds.lowBalance.title'), means: t('alerts.means.mail') }
  const mail = page.getByRole('switch', { name: t('alerts.switch', labels), exact: true })
  await expect(mail).toBeChecked()
  await mail.press('Space')
  await expect(page.getByText(t('alerts.saved.off', labels))).toBeVisible()
  await expect(mail).toBeFocused()

  await open(page)
  await expect.poll(() => visibleAccounts(page)).toHaveLength(10)
  const [account] = await visibleAccounts(page)
  const status = enabledSwitch(page, t, account!)
  await status.press('Space')
  const question = page.locator('dialog[open]')
  await question.locator('.button.primary').press('Enter')
  await expect(question).toHaveCount(0)
  await expect(status).not.toBeChecked()
  await expect(status).toBeFocused()
})

test('a dialog focuses its first field, also one that loads later', async ({ page, open, t }) => {
  let answer = () => {}
  const allowed = new Promise<void>((resolve) => (answer = resolve))
  await page.route(`**${packages.channels.path}*`, async (route) => {
    await allowed
    await route.continue()
  })
  await open(page, '/UserCenterChangeTranslateTest')
  await page.getByRole('button', { name: t('checkout.change.title') }).press('Enter')
  const dialog = page.getByRole('dialog', { name: t('checkout.change.title') })
  const field = dialog.getByLabel(t('checkout.change.field'), { exact: true })
  await expect(field).toBeDisabled()
  answer()
  await expect(field).toBeFocused()
})
