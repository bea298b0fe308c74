/** The login page: redirect after sign-in, and language. */
import { expect, inBothLanguages, test } from '#tests/e2e/support/test.ts'

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

inBothLanguages(() => {
  test('title and meta tags are in the page’s language; its switch keeps the URL and is remembered', async ({
    page,
    t,
    lang,
  }) => {
    const otherLang = lang === 'zh' ? 'en' : 'zh'
    await page.goto('/login?type=1&to=%2FUserCenterChild')
    await expect(page).toHaveTitle(`${t('landing.login.title')} · ${t('product.name')}`)
    const titleAndMeta = await page.evaluate(() =>
      [...document.querySelectorAll('title, meta')]
        .map((element) => element.textContent + element.getAttribute('content'))
        .join(),
    )
    expect(/\p{Script=Han}/u.test(titleAndMeta)).toBe(lang === 'zh')
    await page
      .getByRole('button', { name: t(`languages.${otherLang}`) })
      .or(page.getByRole('link', { name: t(`languages.${otherLang}`) }))
      .click()
    await expect(page.locator('html')).toHaveAttribute(
      'lang',
      otherLang === 'zh' ? 'zh-CN' : 'en-US',
    )
    await expect(page).toHaveURL('/login?type=1&to=%2FUserCenterChild')
    await page.goto('/home')
    await expect(page.locator('html')).toHaveAttribute(
      'lang',
      otherLang === 'zh' ? 'zh-CN' : 'en-US',
    )
  })
})
