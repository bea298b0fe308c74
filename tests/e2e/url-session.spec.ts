/** Session links of the desktop client (spec 4.1): verified, and confirmed before a switch. */
import { demoAccounts } from '#server/seed/demo.ts'
import { en, zh } from '#locales/url-session.ts'
import { expectAccessible } from '#tests/e2e/support/axe.ts'
import { storedSessionKeys } from '#tests/e2e/support/site.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import type { Page } from '@playwright/test'
import type { Product } from '#tests/support/server/product.ts'
import type { Account } from '#tests/e2e/support/test.ts'
import type { Lang } from '#locales/messages.ts'

const urlSessionMessages = { zh, en }

const dialog = (page: Page) => page.getByRole('dialog')
const dialogButton = (
  page: Page,
  lang: Lang,
  choice: 'stay' | 'switch' | 'proceed' | 'retry' | 'dismiss',
) => page.getByRole('button', { name: urlSessionMessages[lang][choice], exact: true })
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

test.describe('another user is signed in, in two tabs', () => {
  test('a session link asks, naming both accounts; declining changes no tab, accepting switches all', async ({
    page,
    context,
    lang,
    open,
    product,
    openTab,
  }) => {
    await open(page, '/UserCenterInfo')
    const firstUser = await storedUser(page)
    const otherTab = await openTab('/UserCenterLoginLog')
    const { link } = await linkOf(product, 'monthly', '/UserCenterRecharge?package=2#top')
    const linkTab = await context.newPage()
    const expectFirstUser = async () => {
      for (const tab of [page, otherTab, linkTab]) expect(await storedUser(tab)).toBe(firstUser)
    }

    await linkTab.goto(link)
    await expect(dialog(linkTab)).toContainText('demo@example.com')
    await expect(dialog(linkTab)).toContainText('monthly@example.com')
    await expect(linkTab).toHaveURL('/UserCenterRecharge?package=2#top')
    await expect(dialogButton(linkTab, lang, 'stay')).toBeFocused()
    await linkTab.keyboard.press('Enter')
    await expect(linkTab.locator('main h1').first()).toBeVisible()
    await expectFirstUser()

    await test.step('Escape declines, also in a tab where the user was signed in', async () => {
      const { link: toSubAccount } = await linkOf(product, 'demosub', '/UserCenterIndex')
      await page.goto(toSubAccount)
      await expect(dialog(page)).toContainText('demosub')
      await page.keyboard.press('Escape')
      await expect(page.locator('main h1').first()).toBeVisible()
      await expectFirstUser()
    })

    const toSite = await linkOf(product, 'monthly', lang === 'en' ? '/en/price' : '/price')
    await test.step('a public page asks too', async () => {
      await linkTab.goto(toSite.link)
      await expect(dialog(linkTab)).toContainText('monthly@example.com')
      await dialogButton(linkTab, lang, 'stay').click()
      await expect(dialog(linkTab)).toHaveCount(0)
      await expectFirstUser()
    })
    await otherTab.reload()
    await expect(otherTab.locator('tbody tr.data-row').first()).toBeVisible()

    const accepted = await linkOf(product, 'monthly', '/UserCenterIndex')
    await linkTab.goto(accepted.link)
    await dialogButton(linkTab, lang, 'switch').click()
    await expect(linkTab.locator('main')).toContainText('monthly@example.com')
    // The other tabs load their pages again, which may end a reading.
    for (const tab of [page, otherTab, linkTab])
      await expect(() => expect(storedUser(tab)).resolves.toBe(accepted.userId)).toPass()
  })

  test('a forged or expired session link is reported and changes no tab', async ({
    page,
    context,
    lang,
    open,
    product,
    expectNoErrors,
    openTab,
  }) => {
    expectNoErrors.expect(/700/)
    await open(page, '/UserCenterInfo')
    const firstUser = await storedUser(page)
    const otherTab = await openTab('/UserCenterInfo')
    const { sk, userId } = await product.signIn(demoAccounts.monthly)
    const links = [
      `/UserCenterIndex?t=x&u=1`,
      `/home?t=${sk}&u=${firstUser}`,
      `/UserCenterIndex?t=x&u=${userId}`,
      `/login?t=${sk.slice(1)}&u=${userId}`,
    ]
    for (const link of links) {
      const linkTab = await context.newPage()
      await linkTab.goto(link)
      await expect(dialog(linkTab)).toContainText(urlSessionMessages[lang].invalidTitle)
      await expect(dialogButton(linkTab, lang, 'proceed')).toBeFocused()
      await linkTab.keyboard.press('Enter')
      await expect(dialog(linkTab)).toHaveCount(0)
      await linkTab.close()
    }
    for (const tab of [page, otherTab]) {
      expect(await storedUser(tab)).toBe(firstUser)
      await expect(tab).toHaveURL('/UserCenterInfo')
    }
    await otherTab.reload()
    await expect(otherTab.locator('main h1').first()).toBeVisible()
    await expect(otherTab).toHaveURL('/UserCenterInfo')
  })
})

test('a session link to the site signs in, also across the redirect to the user’s language', async ({
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
  expect(await storedSessionKeys(page)).toEqual(['linkNotice', 'sk', 'userId', 'userInfo'])
  // Only the link itself and the server's redirect contain the token.
  const linkQuery = new URL(link).search
  expect(requests.filter((line) => line.includes(sk) && !line.includes(linkQuery))).toEqual([])
  await page.goto('/UserCenterInfo')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('resources.profile.title'))
  await page.goBack()
  await expect(page).toHaveURL(lang === 'en' ? '/en/home?keep=1' : '/home?keep=1')
})

test('a link that signs a visitor in names the account on every page, until closed or signed out', async ({
  page,
  lang,
  product,
  t,
  expectNoErrors,
}) => {
  // Signing out may meet a call on its way.
  expectNoErrors.expect(/status (of )?700/)
  const notice = page.getByRole('status', { name: urlSessionMessages[lang].noticeLabel })
  const noticeButton = (name: 'signOut' | 'close') =>
    notice.getByRole('button', { name: urlSessionMessages[lang][name], exact: true })
  const site = lang === 'en' ? '/en/price' : '/price'
  const { link } = await linkOf(product, 'monthly', site)
  await page.goto(link)
  await expect(notice).toContainText('monthly@example.com')
  await page.goto('/UserCenterInfo')
  await expect(page.locator('main h1').first()).toBeVisible()
  await expect(notice).toContainText('monthly@example.com')
  await expectAccessible(page, 'the notice about the link', '.link-notice')
  await page.keyboard.press('Tab')
  await expect(noticeButton('signOut')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(noticeButton('close')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(notice).toHaveCount(0)
  await page.reload()
  await expect(page.locator('main h1').first()).toBeVisible()
  await expect(notice).toHaveCount(0)
  expect(await storedUser(page)).not.toBeNull()

  await test.step('signing out from it ends the session and says so', async () => {
    await page.evaluate(() => sessionStorage.clear())
    await page.evaluate(() => localStorage.removeItem('sessionOpen'))
    await page.goto((await linkOf(product, 'monthly', '/UserCenterIndex')).link)
    await expect(notice).toContainText('monthly@example.com')
    await noticeButton('signOut').press('Enter')
    await expect(page).toHaveURL(/\/home$/)
    await expect(page.locator('#message')).toHaveText(t('frame.account.signedOut'))
    expect(await storedUser(page)).toBeNull()
    await expect(notice).toHaveCount(0)
  })
})

test('of duplicate session parameters the first counts; none stays in URL or history or is sent again', async ({
  page,
  product,
}) => {
  const { link, sk, userId } = await linkOf(product, 'demo', '/UserCenterInfo?a=1')
  const requests: string[] = []
  page.on('request', (request) =>
    requests.push(`${request.url()} ${request.headers()['referer'] ?? ''}`),
  )
  await page.goto(`${link}&t=second&u=2#part`)
  await expect(page.locator('main h1').first()).toBeVisible()
  await expect(page).toHaveURL('/UserCenterInfo?a=1#part')
  expect(await storedUser(page)).toBe(userId)
  expect(requests.slice(1).filter((line) => line.includes(sk))).toEqual([])
  await page.goto('/UserCenterLoginLog')
  await page.goBack()
  await expect(page).toHaveURL('/UserCenterInfo?a=1#part')

  await test.step('a session link of the same user replaces the session without asking', async () => {
    const later = await linkOf(product, 'demo', '/UserCenterInfo')
    await page.goto(later.link)
    await expect(page.locator('main h1').first()).toBeVisible()
    expect(await page.evaluate(() => sessionStorage.getItem('sk'))).toBe(later.sk)
  })
})

test('an unverifiable session link stores nothing, and a retry signs in', async ({
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
  await dialogButton(page, lang, 'retry').click()
  await expect(page.locator('main h1').first()).toBeVisible()
  expect(await storedUser(page)).toBe(userId)
})

test('the confirmation passes the accessibility rules and fits 375 and 1440 px', async ({
  page,
  open,
  product,
}) => {
  await open(page, '/UserCenterInfo')
  const { link } = await linkOf(product, 'demosub', '/login')
  await page.goto(link)
  await expect(dialog(page)).toBeVisible()
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 375, height: 740 },
  ]) {
    await page.setViewportSize(viewport)
    const box = (await dialog(page).boundingBox())!
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(viewport.width)
    await expectAccessible(page, `the question at ${viewport.width} px`, '.url-session-dialog')
  }
})
