/**
 * A link with a session of the desktop client (spec 4.1): it signs in once it is verified, and
 * never replaces another account unasked.
 */
import { demoAccounts } from '#server/seed/demo.ts'
import { en, zh } from '#locales/url-session.ts'
import { expectAccessible } from '#tests/e2e/support/axe.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import type { Page } from '@playwright/test'
import type { Product } from '#tests/support/server/product.ts'
import type { Account } from '#tests/e2e/support/test.ts'
import type { Lang } from '#locales/messages.ts'

const urlSessionMessages = { zh, en }

const dialog = (page: Page) => page.getByRole('dialog')
const answer = (
  page: Page,
  lang: Lang,
  what: 'stay' | 'switch' | 'proceed' | 'retry' | 'dismiss',
) => page.getByRole('button', { name: urlSessionMessages[lang][what], exact: true })
const storedUser = (page: Page) => page.evaluate(() => sessionStorage.getItem('userId'))

async function linkOf(
  product: Product,
  account: Account,
  address: string,
): Promise<{ link: string; sk: string; userId: string }> {
  const { sk, userId } = await product.signIn(demoAccounts[account])
  const url = new URL(address, product.origin)
  url.searchParams.set('t', sk)
  url.searchParams.set('u', String(userId))
  return { link: url.href, sk, userId: String(userId) }
}

test.describe('somebody else is signed in, in two tabs', () => {
  test('the link asks, naming both accounts, and staying leaves every tab as it was', async ({
    page,
    context,
    lang,
    open,
    product,
  }) => {
    await open(page, '/UserCenterInfo')
    const victim = await storedUser(page)
    const other = await context.newPage()
    await other.goto('/UserCenterLoginLog')
    await expect(other.locator('tbody tr.data-row').first()).toBeVisible()
    const { link } = await linkOf(product, 'monthly', '/UserCenterRecharge?package=2#top')

    const opened = await context.newPage()
    await opened.goto(link)
    await expect(dialog(opened)).toContainText('demo@example.com')
    await expect(dialog(opened)).toContainText('monthly@example.com')
    await expect(opened).toHaveURL('/UserCenterRecharge?package=2#top')
    await expect(answer(opened, lang, 'stay')).toBeFocused()
    await opened.keyboard.press('Enter')
    await expect(opened.locator('main h1').first()).toBeVisible()
    for (const tab of [page, other, opened]) expect(await storedUser(tab)).toBe(victim)
    await other.reload()
    await expect(other.locator('tbody tr.data-row').first()).toBeVisible()
  })

  test('Escape stays, in the tab of the victim too', async ({ page, context, open, product }) => {
    await open(page, '/UserCenterInfo')
    const victim = await storedUser(page)
    const other = await context.newPage()
    await other.goto('/UserCenterInfo')
    await expect(other.locator('main h1').first()).toBeVisible()
    const { link } = await linkOf(product, 'demosub', '/UserCenterIndex')
    await page.goto(link)
    await expect(dialog(page)).toContainText('demosub')
    await page.keyboard.press('Escape')
    await expect(page.locator('main h1').first()).toBeVisible()
    for (const tab of [page, other]) expect(await storedUser(tab)).toBe(victim)
  })

  test('agreeing switches every tab', async ({ page, context, lang, open, product }) => {
    await open(page, '/UserCenterInfo')
    const other = await context.newPage()
    await other.goto('/UserCenterInfo')
    await expect(other.locator('main h1').first()).toBeVisible()
    const { link, userId } = await linkOf(product, 'monthly', '/UserCenterIndex')
    const opened = await context.newPage()
    await opened.goto(link)
    await answer(opened, lang, 'switch').click()
    await expect(opened.locator('main')).toContainText('monthly@example.com')
    for (const tab of [page, other, opened]) await expect.poll(() => storedUser(tab)).toBe(userId)
  })

  test('a forged or ended link says so and changes nothing in any tab', async ({
    page,
    context,
    lang,
    open,
    product,
    expectNoErrors,
  }) => {
    expectNoErrors.expect(/700/)
    await open(page, '/UserCenterInfo')
    const victim = await storedUser(page)
    const other = await context.newPage()
    await other.goto('/UserCenterInfo')
    await expect(other.locator('main h1').first()).toBeVisible()
    const { sk, userId } = await product.signIn(demoAccounts.monthly)
    const links = [
      `/UserCenterIndex?t=x&u=1`,
      `/home?t=${sk}&u=${victim}`,
      `/UserCenterIndex?t=x&u=${userId}`,
      `/login?t=${sk.slice(1)}&u=${userId}`,
    ]
    for (const link of links) {
      const opened = await context.newPage()
      await opened.goto(link)
      await expect(dialog(opened)).toContainText(urlSessionMessages[lang].invalidTitle)
      await expect(answer(opened, lang, 'proceed')).toBeFocused()
      await opened.keyboard.press('Enter')
      await expect(dialog(opened)).toHaveCount(0)
      await opened.close()
    }
    for (const tab of [page, other]) {
      expect(await storedUser(tab)).toBe(victim)
      await tab.reload()
      await expect(tab.locator('main h1').first()).toBeVisible()
      await expect(tab).toHaveURL('/UserCenterInfo')
    }
  })

  test('a page of the public site asks as well', async ({ page, context, lang, open, product }) => {
    await open(page, '/UserCenterInfo')
    const victim = await storedUser(page)
    const { link } = await linkOf(product, 'monthly', lang === 'en' ? '/en/price' : '/price')
    const opened = await context.newPage()
    await opened.goto(link)
    await expect(dialog(opened)).toContainText('monthly@example.com')
    await answer(opened, lang, 'stay').click()
    await expect(dialog(opened)).toHaveCount(0)
    expect([await storedUser(page), await storedUser(opened)]).toEqual([victim, victim])
  })
})

test('the same user is not asked, and a new session takes the place of the old one', async ({
  page,
  open,
  product,
}) => {
  await open(page, '/UserCenterInfo')
  const { link, sk } = await linkOf(product, 'demo', '/UserCenterInfo')
  await page.goto(link)
  await expect(page.locator('main h1').first()).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('sk'))).toBe(sk)
})

test('a link on the site signs in, also when the page changes to the language of the reader', async ({
  page,
  lang,
  product,
  t,
}) => {
  const { link, sk, userId } = await linkOf(product, 'demo', '/?keep=1')
  const requests: string[] = []
  page.on('request', (request) =>
    requests.push(`${request.url()} ${request.headers()['referer'] ?? ''}`),
  )
  await page.goto(link)
  await expect(page).toHaveURL(lang === 'en' ? '/en/home?keep=1' : '/home?keep=1')
  await expect.poll(() => storedUser(page)).toBe(userId)
  expect(await page.evaluate(() => Object.keys(sessionStorage).toSorted())).toEqual([
    'sk',
    'userId',
    'userInfo',
  ])
  // The address itself, and where the server leads from it.
  const first = new URL(link).search
  expect(requests.filter((line) => line.includes(sk) && !line.includes(first))).toEqual([])
  await page.goto('/UserCenterInfo')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('resources.profile.title'))
  await page.goBack()
  await expect(page).toHaveURL(lang === 'en' ? '/en/home?keep=1' : '/home?keep=1')
})

test('of a parameter given twice the first counts, and none is left in the address or the history', async ({
  page,
  product,
}) => {
  const { link, userId } = await linkOf(product, 'demo', '/UserCenterInfo?a=1')
  await page.goto(`${link}&t=second&u=2#part`)
  await expect(page.locator('main h1').first()).toBeVisible()
  await expect(page).toHaveURL('/UserCenterInfo?a=1#part')
  expect(await storedUser(page)).toBe(userId)
  await page.goto('/UserCenterLoginLog')
  await page.goBack()
  await expect(page).toHaveURL('/UserCenterInfo?a=1#part')
})

test('while the link can not be verified nothing is stored, and trying again signs in', async ({
  page,
  lang,
  product,
  expectNoErrors,
}) => {
  expectNoErrors.expect(/user\/get/, /Failed to load/)
  const { link, sk, userId } = await linkOf(product, 'demo', '/UserCenterInfo')
  await page.route('**/api/user/get', (route) => route.abort())
  await page.goto(link)
  await expect(dialog(page)).toContainText(urlSessionMessages[lang].unverifiedTitle)
  expect(
    await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage })),
  ).not.toContain(sk)
  await page.unroute('**/api/user/get')
  await answer(page, lang, 'retry').click()
  await expect(page.locator('main h1').first()).toBeVisible()
  expect(await storedUser(page)).toBe(userId)
})

for (const viewport of [
  { width: 375, height: 740 },
  { width: 1440, height: 900 },
])
  test(`the question is accessible and fits ${viewport.width} px`, async ({
    page,
    open,
    product,
  }) => {
    await page.setViewportSize(viewport)
    await open(page, '/UserCenterInfo').catch(() => undefined)
    const { link } = await linkOf(product, 'demosub', '/login')
    await page.goto(link)
    await expect(dialog(page)).toBeVisible()
    const box = (await dialog(page).boundingBox())!
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(viewport.width)
    await expectAccessible(page, 'the question', '.url-session-dialog')
  })
