/** Sub-accounts: form rules, conflicts, passwords, bulk delete and missing permission. */
import { demoAccounts, demoPassword } from '#server/seed/demo.ts'
import {
  visibleAccounts,
  confirmationName,
  expectTotal,
  pressAction,
  rowOf,
  enabledSwitch,
} from '#tests/e2e/support/list.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

/** Exact messages of spec section 5.6, and the English ones. */
const rules = {
  account: {
    '': { zh: '请输入账号', en: 'Account is required' },
    a: { zh: '账号至少输入2位', en: 'Account must be at least 2 characters' },
    [`a${'b'.repeat(32)}`]: {
      zh: '账号最多输入32位',
      en: 'Account must be 32 characters or fewer',
    },
    a_b: {
      zh: '请输入正确的用户名. 只能包含数字,字母,中文',
      en: 'Use only letters, digits and Chinese characters',
    },
    EMMA: { zh: '用户名已被占用', en: 'Username is already taken' },
    demo: { zh: '用户名已被占用', en: 'Username is already taken' },
  },
  nickname: {
    x: { zh: '昵称至少输入2位', en: 'Nickname must be at least 2 characters' },
    ['y'.repeat(33)]: { zh: '昵称不能超过32个字符', en: 'Nickname must be 32 characters or fewer' },
  },
  password: {
    '': { zh: '请输入密码', en: 'Password is required' },
    '12345': { zh: '密码至少输入6位', en: 'Password must be at least 6 characters' },
    ['z'.repeat(33)]: { zh: '密码最多输入32位', en: 'Password must be 32 characters or fewer' },
  },
} as const

test('the create form shows each rule violation at its field and sends no request', async ({
  page,
  open,
  t,
  lang,
}) => {
  await open(page)
  const saved: string[] = []
  page.on(
    'request',
    (request) => request.url().endsWith('/user/saveChildUser') && saved.push(request.url()),
  )
  await page.getByRole('button', { name: t('resources.subAccounts.actions.create') }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('switch')).toBeChecked()
  for (const [key, cases] of Object.entries(rules)) {
    const field = dialog.getByRole('textbox', {
      name: new RegExp(`^${t(`fields.${key as keyof typeof rules}`)}`),
    })
    for (const [typed, sentence] of Object.entries(cases)) {
      await field.fill('something')
      await field.fill(typed)
      await expect(dialog.getByText(sentence[lang], { exact: true })).toBeVisible()
    }
  }
  await dialog.getByRole('button', { name: t('crud.form.save') }).click()
  await expect(dialog.getByText(rules.account.demo[lang], { exact: true })).toBeVisible()
  expect(saved).toEqual([])
})

test('a name taken meanwhile is refused at its field, and the input is kept', async ({
  page,
  open,
  newBrowser,
  t,
}) => {
  await open(page)
  await page.getByRole('button', { name: t('resources.subAccounts.actions.create') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('fields.account'), { exact: true }).fill('racer')
  await dialog.getByLabel(t('fields.nickname')).fill('First come')
  await dialog.getByLabel(t('fields.password'), { exact: true }).fill('secret1')

  const otherPage = await (await newBrowser()).newPage()
  await open(otherPage)
  await otherPage.getByRole('button', { name: t('resources.subAccounts.actions.create') }).click()
  await otherPage.getByRole('dialog').getByLabel(t('fields.account'), { exact: true }).fill('Racer')
  await otherPage
    .getByRole('dialog')
    .getByLabel(t('fields.password'), { exact: true })
    .fill('secret2')
  await otherPage
    .getByRole('dialog')
    .getByRole('button', { name: t('crud.form.save') })
    .click()
  await expect(rowOf(otherPage, 'Racer')).toBeVisible()

  await dialog.getByRole('button', { name: t('crud.form.save') }).click()
  await expect(dialog.getByText(t('rules.account.taken'), { exact: true })).toBeVisible()
  await expect(dialog.getByLabel(t('fields.nickname'))).toHaveValue('First come')
})

test('the drawer title names the sub-account; a second Escape closes only the confirmation', async ({
  page,
  open,
  t,
}) => {
  await open(page, '/UserCenterChild?account=emma')
  await pressAction(page, t, t('crud.actions.edit'), 'emma')
  const drawer = page.getByRole('dialog', {
    name: t('crud.list.actionOf', { action: t('crud.actions.edit'), name: 'emma' }),
    exact: true,
  })
  const nickname = drawer.getByLabel(t('fields.nickname'))
  await nickname.fill('Not saved')
  const question = page.getByRole('dialog', { name: t('crud.form.unsaved') })
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await page.keyboard.press('Escape')
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(nickname).toHaveValue('Not saved')
    await expect(nickname).toBeVisible()
  }
})

test('a concurrent edit is reported to the second browser, which keeps its input', async ({
  page,
  open,
  newBrowser,
  t,
}) => {
  await open(page, '/UserCenterChild?account=emma')
  const otherPage = await (await newBrowser()).newPage()
  await open(otherPage, '/UserCenterChild?account=emma')
  for (const [tab, nickname] of [
    [page, 'Emma the First'],
    [otherPage, 'Emma the Second'],
  ] as const) {
    await pressAction(tab, t, t('crud.actions.edit'), 'emma')
    await tab.getByRole('dialog').getByLabel(t('fields.nickname')).fill(nickname)
  }
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('crud.form.save') })
    .click()
  await expect(rowOf(page, 'Emma the First')).toBeVisible()

  const dialog = otherPage.getByRole('dialog')
  await dialog.getByRole('button', { name: t('crud.form.save') }).click()
  await expect(dialog.locator('.form-note')).toContainText(t('crud.form.changedElsewhere'))
  await expect(dialog.getByLabel(t('fields.nickname'))).toHaveValue('Emma the Second')
  await dialog.getByRole('button', { name: t('crud.form.loadLatest') }).click()
  await expect(dialog.getByText(t('crud.form.latestIs', { value: 'Emma the First' }))).toBeVisible()
  await expect(dialog.getByLabel(t('fields.nickname'))).toHaveValue('Emma the Second')
  await dialog.getByRole('button', { name: t('crud.form.save') }).click()
  await expect(rowOf(otherPage, 'Emma the Second')).toBeVisible()
})

test('a changed form asks before it closes', async ({ page, open, t }) => {
  await open(page)
  await pressAction(page, t, t('crud.actions.edit'), 'newcomer')
  const drawer = page.getByRole('dialog').first()
  await drawer.getByLabel(t('fields.nickname')).fill('Half done')
  await page.keyboard.press('Escape')
  const confirmation = page.getByRole('dialog', { name: t('crud.form.unsaved') })
  await confirmation.getByRole('button', { name: t('crud.form.keep') }).click()
  await expect(drawer.getByLabel(t('fields.nickname'))).toHaveValue('Half done')
  await page.keyboard.press('Escape')
  await confirmation.getByRole('button', { name: t('crud.form.discard') }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(rowOf(page, 'Half done')).toHaveCount(0)
})

test('a password reset needs matching input, and only the new password signs in', async ({
  page,
  open,
  newBrowser,
  t,
  submitLogin,
  toast,
}) => {
  await open(page, '/UserCenterChild?account=emma')
  await pressAction(page, t, t('crud.actions.resetPassword'), 'emma')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('fields.password'), { exact: true }).fill('brand-new')
  await dialog.getByLabel(t('fields.password2'), { exact: true }).fill('brand-old')
  await dialog.getByRole('button', { name: t('crud.form.save') }).click()
  await expect(dialog.getByText(t('rules.mismatch'), { exact: true })).toBeVisible()
  await dialog.getByLabel(t('fields.password2'), { exact: true }).fill('  brand-new ')
  await dialog.getByRole('button', { name: t('crud.form.save') }).click()
  await expect(toast(page)).toContainText(t('crud.done.resetPassword'))

  const emma = await (await newBrowser()).newPage()
  await emma.goto('/login')
  await submitLogin(emma, 'emma', demoPassword)
  await expect(emma.locator('.alert')).toBeVisible()
  await submitLogin(emma, 'emma', 'brand-new')
  await expect(emma).toHaveURL(/\/home$/)
})

test('disabling a sub-account ends its session; enabling it allows sign-in again', async ({
  page,
  open,
  newBrowser,
  t,
  submitLogin,
  toast,
  expectNoErrors,
}) => {
  expectNoErrors.expect(/status of 701|status 701/)
  await open(page, '/UserCenterChild?account=demosub')
  const sub = await (await newBrowser()).newPage()
  await open(sub, '/UserCenterLoginLog', 'demosub')
  await expect(sub.locator('.bell')).toBeVisible()

  await enabledSwitch(page, t, demoAccounts.demosub).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('resources.subAccounts.actions.changeEnabled.off') })
    .click()
  await expect(enabledSwitch(page, t, demoAccounts.demosub)).not.toBeChecked()

  await expect(toast(sub)).toContainText(t('failures.expired'))
  await expect(sub).toHaveURL(/\/home$/)
  await sub.goto('/login')
  await submitLogin(sub, demoAccounts.demosub)
  await expect(sub.locator('.alert')).toBeVisible()

  await enabledSwitch(page, t, demoAccounts.demosub).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('resources.subAccounts.actions.changeEnabled.on') })
    .click()
  await expect(enabledSwitch(page, t, demoAccounts.demosub)).toBeChecked()
  await submitLogin(sub, demoAccounts.demosub)
  await expect(sub).toHaveURL(/\/home$/)
})

test('bulk delete without a selection shows a toast and deletes nothing', async ({
  page,
  open,
  t,
  toast,
  lang,
}) => {
  await open(page)
  await page.getByRole('button', { name: t('crud.actions.removeMany') }).click()
  await expect(toast(page)).toContainText(
    lang === 'en' ? 'There is currently no checkbox!' : t('crud.list.nothingSelected'),
  )
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectTotal(page, t, 26)
})

test('rows selected across pages are deleted together', async ({ page, open, t, toast }) => {
  await open(page)
  const select = (name: string) =>
    page.getByRole('checkbox', { name: t('crud.list.select', { name }), exact: true })
  await select('guoxin').check()
  await select('lucywood').check()
  await page.getByRole('button', { name: t('crud.pager.next') }).click()
  await expect.poll(() => visibleAccounts(page)).not.toContain('guoxin')
  const [firstOfNextPage] = await visibleAccounts(page)
  await select(firstOfNextPage!).check()
  await expect(page.getByText(t('crud.list.selected', { count: 3 }))).toBeVisible()
  await page.getByRole('button', { name: t('crud.actions.removeMany') }).click()
  const confirmation = page.getByRole('dialog', {
    name: confirmationName(t('resources.subAccounts.confirm.removeMany', { count: 3 })),
  })
  await confirmation.getByRole('button', { name: t('crud.confirm.cancel') }).click()
  await expectTotal(page, t, 26)
  await page.getByRole('button', { name: t('crud.actions.removeMany') }).click()
  await confirmation.getByRole('button', { name: t('crud.actions.removeMany') }).click()
  await expect(toast(page)).toContainText(t('crud.done.removeMany'))
  await expectTotal(page, t, 23)
  await expect(page.getByText(t('crud.list.selected', { count: 3 }))).toHaveCount(0)
})

test('an account whose package has no sub-accounts is sent to the recharge page', async ({
  page,
  open,
  t,
  lang,
}) => {
  await open(page, '/UserCenterChild', 'monthly')
  const add = page.getByRole('button', { name: t('resources.subAccounts.actions.create') }).first()
  await add.click()
  const dialog = page.getByRole('dialog', {
    name:
      lang === 'en'
        ? "Sorry, you don't have the permission to create a sub-account."
        : t('crud.needs.createChildUser.title'),
  })
  await dialog.getByRole('button', { name: t('crud.needs.close') }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await add.click()
  await dialog.getByRole('button', { name: t('crud.needs.activate') }).click()
  await expect(page).toHaveURL('/UserCenterRecharge')
})
