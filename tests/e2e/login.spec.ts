/** The way in and the page it leads through. */
import { demoAccounts, demoPassword } from '#server/seed/demo.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('without account and password nothing is sent, and each says that it is missing', async ({
  page,
  t,
  typeIn,
}) => {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await page.goto('/login')
  await typeIn(page, '', '')
  await expect(page.getByLabel(t('landing.login.account'))).toHaveAccessibleDescription(/\S/)
  await expect(page.getByLabel(t('fields.password'), { exact: true })).toHaveAccessibleDescription(
    t('rules.required', { field: t('fields.password') }),
  )
  await expect(page.getByLabel(t('landing.login.account'))).toBeFocused()
  expect(addresses.filter((url) => url.includes('/api/'))).toEqual([])
})

test('what the page tells of itself is in its language', async ({ page, lang, t }) => {
  await page.goto('/login')
  await expect(page).toHaveTitle(`${t('landing.login.title')} · ${t('product.name')}`)
  const announced = await page.evaluate(() =>
    [...document.querySelectorAll('title, meta')]
      .map((it) => it.textContent + it.getAttribute('content'))
      .join(),
  )
  expect(/\p{Script=Han}/u.test(announced)).toBe(lang === 'zh')
})

test('a wrong password and an unknown name are refused in the same words', async ({
  page,
  t,
  typeIn,
}) => {
  await page.goto('/login')
  await typeIn(page, demoAccounts.demo, 'wrong-password')
  const alert = page.locator('.alert')
  await expect(alert).toContainText(/\S{4}/)
  const text = await alert.locator('p').first().innerText()
  await typeIn(page, 'nobody@example.com')
  await expect(
    page.getByRole('button', { name: t('landing.login.submit'), exact: true }),
  ).toBeEnabled()
  await expect(alert.locator('p').first()).toHaveText(text)
})

test('a sign-in without a target page leads to the home page, and from there to the console', async ({
  page,
  t,
  typeIn,
}) => {
  await page.goto('/login')
  await typeIn(page, demoAccounts.demo)
  await expect(page).toHaveURL(/\/home$/)
  await page.getByRole('link', { name: t('frame.nav.console'), exact: true }).click()
  await expect(page).toHaveURL('/UserCenterIndex')
  await expect(page.getByRole('navigation', { name: t('shell.menu') })).toBeVisible()
})

test('a visitor of a console page signs in and comes back to it as it was asked for', async ({
  page,
  typeIn,
}) => {
  await page.goto('/UserCenterChild?account=em&pageSize=20')
  await expect(page).toHaveURL(/\/login\?type=1&to=/)
  await typeIn(page, 'demo')
  await expect(page).toHaveURL('/UserCenterChild?account=em&pageSize=20')
  await expect(page.getByRole('row', { name: /emma/ })).toBeVisible()
})

test('a sub-account signs in with its account name, whatever the case of the letters', async ({
  page,
  typeIn,
}) => {
  await page.goto('/login?to=/UserCenterIndex')
  await typeIn(page, 'DemoSub')
  await expect(page).toHaveURL('/UserCenterIndex')
})

test('the language switch keeps the place and is remembered', async ({ page, t, lang }) => {
  const other = lang === 'zh' ? 'en' : 'zh'
  await page.goto('/login?type=1&to=%2FUserCenterChild')
  await page
    .getByRole('button', { name: t(`languages.${other}`) })
    .or(page.getByRole('link', { name: t(`languages.${other}`) }))
    .click()
  await expect(page.locator('html')).toHaveAttribute('lang', other === 'zh' ? 'zh-CN' : 'en-US')
  await expect(page).toHaveURL('/login?type=1&to=%2FUserCenterChild')
  await page.goto('/home')
  await expect(page.locator('html')).toHaveAttribute('lang', other === 'zh' ? 'zh-CN' : 'en-US')
})

test('the agreement opens in a dialog and closes with Escape', async ({ page, t }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: t('landing.agreement.link') }).click()
  const dialog = page.getByRole('dialog', { name: t('landing.agreement.title') })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('an unreachable server is distinguished from one that refuses', async ({
  page,
  t,
  typeIn,
  expectNoErrors,
}) => {
  expectNoErrors.expect(/net::ERR_FAILED/, /login\/login/)
  await page.route('**/api/login/login', (route) => route.abort('failed'))
  await page.goto('/login')
  await typeIn(page, demoAccounts.demo, demoPassword)
  await expect(page.getByRole('alert')).toContainText(t('failures.unreachable.network'))
  await page.unroute('**/api/login/login')
  await typeIn(page, demoAccounts.demo)
  await expect(page).toHaveURL(/\/home$/)
})
