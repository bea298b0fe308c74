/** Sessions: their end by the server, sign-out and several tabs. */
import { sessions } from '#contract/sessions.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { expectTotal, pressAction } from '#tests/e2e/support/list.ts'
import { callOrThrow } from '#tests/e2e/support/quota.ts'
import { homePath, storedSessionKeys } from '#tests/e2e/support/site.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { contacts } from '#tests/support/actors/workspaces.ts'

/** Login page that opens the overview. */
const loginToConsole = `/login?to=${encodeURIComponent('/UserCenterIndex')}`

test('disabling a sub-account shows a toast on its open page and redirects it home, signed out', async ({
  page,
  open,
  t,
  toast,
  product,
  expectNoErrors,
}) => {
  expectNoErrors.expect(/status of 701|status 701/)
  await open(page, '/UserCenterLoginLog', 'demosub')
  await expect(page.locator('.bell')).toBeVisible()
  const owner = await product.caller(demoAccounts.demo)
  const [row] = (await callOrThrow(owner, subAccounts.page, { account: 'demosub' })).rows
  await callOrThrow(owner, subAccounts.changeEnabled, { userId: row!.userId, enabled: 0 })
  await expect(toast(page)).toContainText(t('failures.expired'))
  await expect(page).toHaveURL(/\/home$/)
  await expect(
    page.getByRole('link', { name: t('frame.nav.login'), exact: true }).first(),
  ).toBeVisible()
  expect(await storedSessionKeys(page)).toEqual([])
})

test('signing out ends the session on the server and in other tabs, and the back button shows no data', async ({
  page,
  product,
  open,
  openTab,
  t,
  lang,
  expectNoErrors,
}) => {
  // A focused tab refreshes its rows, and may be signed out before the response.
  expectNoErrors.expect(/status (of )?700/)
  const request = page.waitForRequest(/\/api\/user\/page/)
  await open(page)
  await expectTotal(page, t, 26)
  const headers = (await request).headers()
  const otherTab = await openTab('/UserCenterLoginLog')
  await expect(otherTab.locator('tbody tr.data-row').first()).toContainText('127.0.0.1')
  await page.getByRole('button', { name: new RegExp(t('shell.account')) }).click()
  await page.getByRole('button', { name: t('shell.signOut') }).click()
  await expect(page).toHaveURL(homePath(lang))
  await expect(page.getByText(t('frame.account.signedOut'), { exact: true })).toBeVisible()
  expect(await storedSessionKeys(page)).toEqual([])
  await expect(otherTab).toHaveURL(/\/home|\/login/)
  expect(await otherTab.evaluate(() => sessionStorage.getItem('sk'))).toBeNull()
  await page.goBack()
  await expect(page).toHaveURL(/\/login|\/home/)
  await expect(page.getByRole('table')).toHaveCount(0)
  const response = await fetch(`${product.origin}/api/user/get`, { headers })
  expect(response.status).toBe(700)
})

test('another user’s sign-in replaces the user in all tabs and leaves no data behind', async ({
  page,
  context,
  open,
  expectNoErrors,
}) => {
  expectNoErrors.expect(/status (of )?700/)
  await open(page)
  await expect(page.locator('tbody')).toContainText('newcomer')
  await page.evaluate(() =>
    localStorage.setItem(
      'mutations',
      JSON.stringify([
        { key: 'k', userId: '1', path: '/user/distribution', input: {}, at: Date.now() },
      ]),
    ),
  )
  const otherTab = await context.newPage()
  await open(otherTab, '/UserCenterOrder', 'monthly')
  // The first tab renders again for the new user.
  await expect(page.getByRole('banner')).toContainText('Monica Lee')
  await expect(page.locator('main .waiting')).toHaveCount(0)
  await expect(page.locator('main h1')).toBeVisible()
  expect(await page.content()).not.toContain('newcomer')
  expect(
    await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, history.state])),
  ).not.toContain('newcomer')
  await page.goBack().catch(() => undefined)
  await page.goForward().catch(() => undefined)
  expect(await page.content()).not.toContain('newcomer')
  const orders = await otherTab.locator('tbody').innerText()
  await page.goto('/UserCenterOrder')
  await expect(page.locator('tbody')).toContainText(orders.trim().split(/\s+/)[0]!)
})

test('a signed-in tab signs in new tabs and open login pages', async ({
  page,
  context,
  t,
  submitLogin,
}) => {
  const loginPage = await context.newPage()
  await loginPage.goto('/login?to=/UserCenterLoginLog')
  await page.goto('/login?to=/UserCenterChild')
  await submitLogin(page, demoAccounts.demo)
  await expectTotal(page, t, 26)
  await expect(loginPage).toHaveURL('/UserCenterLoginLog')
  const newTab = await context.newPage()
  await newTab.goto('/UserCenterInfo')
  await expect(newTab).toHaveURL('/UserCenterInfo')
  await expect(
    newTab.getByRole('heading', { level: 1, name: t('resources.profile.title') }),
  ).toBeVisible()
})

test('a new tab that gets the session late still opens its page', async ({
  page,
  context,
  open,
  t,
}) => {
  await open(page)
  await expectTotal(page, t, 26)
  // The first message is lost, so the new tab is already redirecting to the login page when the
  // second one arrives.
  await page.evaluate(() => {
    const post = Reflect.get(BroadcastChannel.prototype, 'postMessage') as (
      this: BroadcastChannel,
      message: unknown,
    ) => void
    let messages = 0
    BroadcastChannel.prototype.postMessage = function (message) {
      if (++messages > 1) post.call(this, message)
    }
  })
  const newTab = await context.newPage()
  await newTab.goto('/UserCenterLoginLog')
  await expect(newTab.locator('tbody tr.data-row').first()).toContainText('127.0.0.1')
  await expect(newTab).toHaveURL(/\/UserCenterLoginLog/)
})

test('the language switch keeps the page and its filters', async ({ page, open, lang }) => {
  const otherLang = lang === 'zh' ? 'en' : 'zh'
  await open(page, '/UserCenterChild?account=emma&pageSize=20')
  await page.getByRole('button', { name: otherLang === 'zh' ? '中文' : 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', otherLang === 'zh' ? 'zh-CN' : 'en-US')
  await expect(page).toHaveURL('/UserCenterChild?account=emma&pageSize=20')
  await expect(page.getByRole('cell', { name: 'emma', exact: true })).toBeVisible()
})

test('what was typed in a drawer is there again after the session ended, for the same person alone', async ({
  page,
  product,
  submitLogin,
  t,
  toast,
  expectNoErrors,
}) => {
  expectNoErrors.expect(/status (of )?700/)
  const owner = await product.caller(demoAccounts.demo)
  const [emma] = (await callOrThrow(owner, subAccounts.page, { account: 'emma' })).rows
  const list = '/UserCenterChild?account=emma'
  const record = `/UserCenterSubAccount?userId=${emma!.userId}`
  const edit = t('crud.actions.edit')
  const drawer = page.getByRole('dialog', {
    name: t('crud.list.actionOf', { action: edit, name: 'emma' }),
  })
  const nickname = drawer.getByLabel(t('fields.nickname'))
  const save = drawer.getByRole('button', { name: t('crud.form.save') })
  const signInAs = async (account: string) => {
    await page.goto(loginToConsole)
    await submitLogin(page, account)
  }
  const typeAndEndSession = async (text: string) => {
    await nickname.fill(text)
    await callOrThrow(await product.caller(demoAccounts.demo), sessions.endOthers, {})
    await expect(toast(page)).toContainText(t('failures.expired'))
    await expect(page).toHaveURL(/\/home$/)
  }
  await page.goto(`/login?to=${encodeURIComponent(list)}`)
  await submitLogin(page, demoAccounts.demo)
  await pressAction(page, t, edit, 'emma')
  await typeAndEndSession('Half typed')
  const { userId, enabled, version } = emma!
  const changed = { userId, enabled, version, nickname: 'Changed meanwhile' }
  await callOrThrow(await product.caller(demoAccounts.demo), subAccounts.edit, changed)

  await signInAs(demoAccounts.demo)
  await expect(page).toHaveURL(list)
  await expect(drawer).toContainText('emma')
  await expect(nickname).toHaveValue('Half typed')
  await save.click()
  await expect(drawer).toContainText(t('crud.form.changedElsewhere'))
  await drawer.getByRole('button', { name: t('crud.form.loadLatest') }).click()
  await expect(drawer).toContainText('Changed meanwhile')
  await save.click()
  await expect(drawer).toBeHidden()

  await page.goto(record)
  await page.getByRole('button', { name: edit }).click()
  await typeAndEndSession('Half typed again')
  await signInAs(demoAccounts.demo)
  await expect(page).toHaveURL(record)
  await expect(nickname).toHaveValue('Half typed again')
  await drawer.getByRole('button', { name: t('crud.form.cancel') }).click()
  await page.getByRole('button', { name: t('crud.form.discard') }).click()
  const overview = page.getByRole('link', { name: t('resources.overview.title'), exact: true })
  await overview.first().click()
  await expect(page).toHaveURL('/UserCenterIndex')

  await page.goto(record)
  await page.getByRole('button', { name: edit }).click()
  await typeAndEndSession('Half typed at last')
  await signInAs(demoAccounts.monthly)
  await expect(page.getByRole('banner')).toContainText('Monica Lee')
  await expect(page).toHaveURL('/UserCenterIndex')
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Half')
})

test('a form whose call was under way at the end of the session is restored, and has one effect', async ({
  page,
  product,
  submitLogin,
  t,
  toast,
  expectNoErrors,
}) => {
  expectNoErrors.expect(/status (of )?700/)
  await page.goto(`/login?to=${encodeURIComponent('/UserWorkSpace')}`)
  await submitLogin(page, demoAccounts.demo)
  const create = t('resources.contacts.actions.create')
  await page.locator('.page-actions').getByRole('button', { name: create }).click()
  const drawer = page.getByRole('dialog', { name: create })
  const name = drawer.getByRole('textbox').first()
  const save = drawer.getByRole('button', { name: t('crud.form.save') })
  await name.fill('Only one')
  const executed = new Promise<void>((resolve) => {
    void page.route(
      '**/contact/save',
      async (route) => {
        await route.fetch()
        resolve()
      },
      { times: 1 },
    )
  })
  await save.click()
  await executed
  const spaceId = new URL(page.url()).searchParams.get('spaceId')!
  const owner = await product.caller(demoAccounts.demo)
  await callOrThrow(owner, sessions.endOthers, {})
  await expect(toast(page)).toContainText(t('failures.expired'))
  await expect(page).toHaveURL(/\/home$/)

  await page.goto(loginToConsole)
  await submitLogin(page, demoAccounts.demo)
  await expect(name).toHaveValue('Only one')
  await save.click()
  await expect(drawer).toBeHidden()
  const { total } = await callOrThrow(owner, contacts.page, { spaceId, title: 'Only one' })
  expect(total).toBe(1)
})

test('what was typed is not stored when the user signs out in another tab', async ({
  page,
  open,
  openTab,
  t,
  expectNoErrors,
}) => {
  expectNoErrors.expect(/status (of )?700/)
  await open(page, '/UserCenterChild?account=emma')
  const edit = t('crud.actions.edit')
  await pressAction(page, t, edit, 'emma')
  await page.getByRole('dialog').getByLabel(t('fields.nickname')).fill('Half typed')
  const otherTab = await openTab('/UserCenterLoginLog')
  await otherTab.getByRole('button', { name: new RegExp(t('shell.account')) }).click()
  await otherTab.getByRole('button', { name: t('shell.signOut') }).click()
  await expect(page).toHaveURL(/\/home$/)
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Half')
})
