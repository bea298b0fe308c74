/** The login page: validation, errors, redirects and language. */
import { demoAccounts, demoPassword } from '#server/seed/demo.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('an empty form sends no request and marks both fields as required', async ({
  page,
  t,
  submitLogin,
}) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto('/login')
  await submitLogin(page, '', '')
  await expect(page.getByLabel(t('landing.login.account'))).toHaveAccessibleDescription(/\S/)
  await expect(page.getByLabel(t('fields.password'), { exact: true })).toHaveAccessibleDescription(
    t('rules.required', { field: t('fields.password') }),
  )
  await expect(page.getByLabel(t('landing.login.account'))).toBeFocused()
  expect(requests.filter((url) => url.includes('/api/'))).toEqual([])
})

test('title and meta tags are in the language of the page', async ({ page, lang, t }) => {
  await page.goto('/login')
  await expect(page).toHaveTitle(`${t('landing.login.title')} · ${t('product.name')}`)
  const titleAndMeta = await page.evaluate(() =>
    [...document.querySelectorAll('title, meta')]
      .map((element) => element.textContent + element.getAttribute('content'))
      .join(),
  )
  expect(/\p{Script=Han}/u.test(titleAndMeta)).toBe(lang === 'zh')
})

test('a wrong password and an unknown account get the same error message', async ({
  page,
  t,
  submitLogin,
}) => {
  await page.goto('/login')
  await submitLogin(page, demoAccounts.demo, 'wrong-password')
  const alert = page.locator('.alert')
  await expect(alert).toContainText(/\S{4}/)
  const text = await alert.locator('p').first().innerText()
  await submitLogin(page, 'nobody@example.com')
  await expect(
    page.getByRole('button', { name: t('landing.login.submit'), exact: true }),
  ).toBeEnabled()
  await expect(alert.locator('p').first()).toHaveText(text)
})

test('sign-in without a target redirects to the home page, which links to the console', async ({
  page,
  t,
  submitLogin,
}) => {
  await page.goto('/login')
  await submitLogin(page, demoAccounts.demo)
  await expect(page).toHaveURL(/\/home$/)
  await page.getByRole('link', { name: t('frame.nav.console'), exact: true }).click()
  await expect(page).toHaveURL('/UserCenterIndex')
  await expect(page.getByRole('navigation', { name: t('shell.menu') })).toBeVisible()
})

test('a visitor of a console URL is redirected back to it with its query after sign-in', async ({
  page,
  submitLogin,
}) => {
  await page.goto('/UserCenterChild?account=em&pageSize=20')
  await expect(page).toHaveURL(/\/login\?type=1&to=/)
  await submitLogin(page, 'demo')
  await expect(page).toHaveURL('/UserCenterChild?account=em&pageSize=20')
  await expect(page.getByRole('row', { name: /emma/ })).toBeVisible()
})

test('a sub-account signs in with its account name in any letter case', async ({
  page,
  submitLogin,
}) => {
  await page.goto('/login?to=/UserCenterIndex')
  await submitLogin(page, 'DemoSub')
  await expect(page).toHaveURL('/UserCenterIndex')
})

test('the language switch keeps the URL and is remembered', async ({ page, t, lang }) => {
  const otherLang = lang === 'zh' ? 'en' : 'zh'
  await page.goto('/login?type=1&to=%2FUserCenterChild')
  await page
    .getByRole('button', { name: t(`languages.${otherLang}`) })
    .or(page.getByRole('link', { name: t(`languages.${otherLang}`) }))
    .click()
  await expect(page.locator('html')).toHaveAttribute('lang', otherLang === 'zh' ? 'zh-CN' : 'en-US')
  await expect(page).toHaveURL('/login?type=1&to=%2FUserCenterChild')
  await page.goto('/home')
  await expect(page.locator('html')).toHaveAttribute('lang', otherLang === 'zh' ? 'zh-CN' : 'en-US')
})

test('the agreement opens in a dialog and closes with Escape', async ({ page, t }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: t('landing.agreement.link') }).click()
  const dialog = page.getByRole('dialog', { name: t('landing.agreement.title') })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('an unreachable server is reported as a network error, and a retry signs in', async ({
  page,
  t,
  submitLogin,
  expectNoErrors,
}) => {
  expectNoErrors.expect(/net::ERR_FAILED/, /login\/login/)
  await page.route('**/api/login/login', (route) => route.abort('failed'))
  await page.goto('/login')
  await submitLogin(page, demoAccounts.demo, demoPassword)
  await expect(page.getByRole('alert')).toContainText(t('failures.unreachable.network'))
  await page.unroute('**/api/login/login')
  await submitLogin(page, demoAccounts.demo)
  await expect(page).toHaveURL(/\/home$/)
})
