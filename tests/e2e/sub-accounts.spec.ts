/** Sub-accounts: the rules of the forms, conflicts, passwords, and what needs a permission. */
import { demoAccounts, demoPassword } from '#server/seed/demo.ts'
import { accounts, asking, expectTotal, press, rowOf, switchOf } from '#tests/e2e/support/list.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

/** Section 5.6, word for word, and what the English site says for it. */
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

test('the form to add one says each rule at its item, before anything is sent', async ({
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
  for (const [field, cases] of Object.entries(rules)) {
    const item = dialog.getByRole('textbox', {
      name: new RegExp(`^${t(`fields.${field as keyof typeof rules}`)}`),
    })
    for (const [typed, sentence] of Object.entries(cases)) {
      await item.fill('something')
      await item.fill(typed)
      await expect(dialog.getByText(sentence[lang], { exact: true })).toBeVisible()
    }
  }
  await dialog.getByRole('button', { name: t('crud.form.save') }).click()
  await expect(dialog.getByText(rules.account.demo[lang], { exact: true })).toBeVisible()
  expect(saved).toEqual([])
})

test('a name taken while one was typing is refused at its item, and nothing typed is lost', async ({
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

  const other = await (await newBrowser()).newPage()
  await open(other)
  await other.getByRole('button', { name: t('resources.subAccounts.actions.create') }).click()
  await other.getByRole('dialog').getByLabel(t('fields.account'), { exact: true }).fill('Racer')
  await other.getByRole('dialog').getByLabel(t('fields.password'), { exact: true }).fill('secret2')
  await other
    .getByRole('dialog')
    .getByRole('button', { name: t('crud.form.save') })
    .click()
  await expect(rowOf(other, 'Racer')).toBeVisible()

  await dialog.getByRole('button', { name: t('crud.form.save') }).click()
  await expect(dialog.getByText(t('rules.account.taken'), { exact: true })).toBeVisible()
  await expect(dialog.getByLabel(t('fields.nickname'))).toHaveValue('First come')
})

test('the drawer names the sub-account; Escape asks once, and once more answers only the question', async ({
  page,
  open,
  t,
}) => {
  await open(page, '/UserCenterChild?account=emma')
  await press(page, t, t('crud.actions.edit'), 'emma')
  const drawer = page.getByRole('dialog', {
    name: t('crud.list.actionOf', { action: t('crud.actions.edit'), name: 'emma' }),
    exact: true,
  })
  const nickname = drawer.getByLabel(t('fields.nickname'))
  await nickname.fill('Not saved')
  const question = page.getByRole('dialog', { name: t('crud.form.unsaved') })
  for (let time = 0; time < 3; time += 1) {
    await page.keyboard.press('Escape')
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(nickname).toHaveValue('Not saved')
    await expect(nickname).toBeVisible()
  }
})

test('of two browsers editing one row the second learns of it and keeps its input', async ({
  page,
  open,
  newBrowser,
  t,
}) => {
  await open(page, '/UserCenterChild?account=emma')
  const other = await (await newBrowser()).newPage()
  await open(other, '/UserCenterChild?account=emma')
  for (const [one, nickname] of [
    [page, 'Emma the First'],
    [other, 'Emma the Second'],
  ] as const) {
    await press(one, t, t('crud.actions.edit'), 'emma')
    await one.getByRole('dialog').getByLabel(t('fields.nickname')).fill(nickname)
  }
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('crud.form.save') })
    .click()
  await expect(rowOf(page, 'Emma the First')).toBeVisible()

  const dialog = other.getByRole('dialog')
  await dialog.getByRole('button', { name: t('crud.form.save') }).click()
  await expect(dialog.locator('.form-note')).toContainText(t('crud.form.changedElsewhere'))
  await expect(dialog.getByLabel(t('fields.nickname'))).toHaveValue('Emma the Second')
  await dialog.getByRole('button', { name: t('crud.form.loadLatest') }).click()
  await expect(dialog.getByText(t('crud.form.latestIs', { value: 'Emma the First' }))).toBeVisible()
  await expect(dialog.getByLabel(t('fields.nickname'))).toHaveValue('Emma the Second')
  await dialog.getByRole('button', { name: t('crud.form.save') }).click()
  await expect(rowOf(other, 'Emma the Second')).toBeVisible()
})

test('a form that was changed asks before it is closed', async ({ page, open, t }) => {
  await open(page)
  await press(page, t, t('crud.actions.edit'), 'newcomer')
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

test('a password is reset by typing it twice alike, and only the new one opens the account', async ({
  page,
  open,
  newBrowser,
  t,
  typeIn,
  toast,
}) => {
  await open(page, '/UserCenterChild?account=emma')
  await press(page, t, t('crud.actions.resetPassword'), 'emma')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('fields.password'), { exact: true }).fill('brand-new')
  await dialog.getByLabel(t('fields.password2'), { exact: true }).fill('brand-old')
  await dialog.getByRole('button', { name: t('crud.form.save') }).click()
  await expect(dialog.getByText(t('rules.unlike'), { exact: true })).toBeVisible()
  await dialog.getByLabel(t('fields.password2'), { exact: true }).fill('  brand-new ')
  await dialog.getByRole('button', { name: t('crud.form.save') }).click()
  await expect(toast(page)).toContainText(t('crud.done.resetPassword'))

  const emma = await (await newBrowser()).newPage()
  await emma.goto('/login')
  await typeIn(emma, 'emma', demoPassword)
  await expect(emma.locator('.alert')).toBeVisible()
  await typeIn(emma, 'emma', 'brand-new')
  await expect(emma).toHaveURL(/\/home$/)
})

test('shutting one out ends the session it has open, and lets it in again when enabled', async ({
  page,
  open,
  newBrowser,
  t,
  typeIn,
  toast,
  expectNoErrors,
}) => {
  expectNoErrors.expect(/status of 701|status 701/)
  await open(page, '/UserCenterChild?account=demosub')
  const sub = await (await newBrowser()).newPage()
  await open(sub, '/UserCenterLoginLog', 'demosub')
  await expect(sub.locator('.bell')).toBeVisible()

  await switchOf(page, t, demoAccounts.demosub).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('resources.subAccounts.actions.changeEnabled.off') })
    .click()
  await expect(switchOf(page, t, demoAccounts.demosub)).not.toBeChecked()

  await expect(toast(sub)).toContainText(t('failures.expired'))
  await expect(sub).toHaveURL(/\/home$/)
  await sub.goto('/login')
  await typeIn(sub, demoAccounts.demosub)
  await expect(sub.locator('.alert')).toBeVisible()

  await switchOf(page, t, demoAccounts.demosub).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('resources.subAccounts.actions.changeEnabled.on') })
    .click()
  await expect(switchOf(page, t, demoAccounts.demosub)).toBeChecked()
  await typeIn(sub, demoAccounts.demosub)
  await expect(sub).toHaveURL(/\/home$/)
})

test('with nothing selected, deleting several says so and does nothing', async ({
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

test('several are selected across pages and deleted at once', async ({ page, open, t, toast }) => {
  await open(page)
  const select = (name: string) =>
    page.getByRole('checkbox', { name: t('crud.list.select', { name }), exact: true })
  await select('guoxin').check()
  await select('lucywood').check()
  await page.getByRole('button', { name: t('crud.pager.next') }).click()
  const [third] = await expect
    .poll(() => accounts(page))
    .not.toContain('guoxin')
    .then(() => accounts(page))
  await select(third!).check()
  await expect(page.getByText(t('crud.list.selected', { count: 3 }))).toBeVisible()
  await page.getByRole('button', { name: t('crud.actions.removeMany') }).click()
  const confirmation = page.getByRole('dialog', {
    name: asking(t('resources.subAccounts.confirm.removeMany', { count: 3 })),
  })
  await confirmation.getByRole('button', { name: t('crud.confirm.cancel') }).click()
  await expectTotal(page, t, 26)
  await page.getByRole('button', { name: t('crud.actions.removeMany') }).click()
  await confirmation.getByRole('button', { name: t('crud.actions.removeMany') }).click()
  await expect(toast(page)).toContainText(t('crud.done.removeMany'))
  await expectTotal(page, t, 23)
  await expect(page.getByText(t('crud.list.selected', { count: 3 }))).toHaveCount(0)
})

test('an account without sub-accounts in its package sees that, and where to change it', async ({
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
