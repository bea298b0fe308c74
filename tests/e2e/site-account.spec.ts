/** The public site for signed-in users and for visitors with an invitation. */
import { announcements } from '#server/schema.ts'
import { expectAccessible } from '#tests/e2e/support/axe.ts'
import { homePath, sitePaths, horizontalOverflow } from '#tests/e2e/support/site.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import type { BrowserContext, Locator, Page } from '@playwright/test'

const banner = (page: Page) => page.getByRole('banner')

test('the header of every public page has the signed-in user and the account menu (spec 2.23)', async ({
  page,
  lang,
  open,
  t,
}) => {
  await open(page, sitePaths(lang)[0])
  await expect(banner(page).locator('.account-name')).not.toBeEmpty()
  const hiddenLabel = banner(page).getByText(t('frame.account.menu'), { exact: true })
  expect((await hiddenLabel.first().boundingBox())?.width).toBe(1)
  for (const path of sitePaths(lang)) {
    if (path !== homePath(lang)) await page.goto(path)
    const account = banner(page).getByRole('button', { name: t('frame.account.menu') })
    await expect(account).toContainText('演示公司')
    await account.click()
    const menu = page.getByRole('group', { name: t('frame.account.menu') })
    await expect(menu).toContainText('demo@example.com')
    await expect(menu.getByRole('link', { name: t('frame.nav.console') })).toHaveAttribute(
      'href',
      '/UserCenterIndex',
    )
    await expect(menu.getByRole('link', { name: t('frame.account.password') })).toHaveAttribute(
      'href',
      '/UserCenterChangePassword',
    )
    await expect(banner(page).getByRole('link', { name: t('frame.nav.login') })).toHaveCount(0)
  }
  await expectAccessible(page, 'the account menu')
  await page.getByRole('button', { name: t('frame.account.exit') }).click()
  await expect(page).toHaveURL(homePath(lang))
  await expect(page.locator('#message')).toHaveText(t('frame.account.signedOut'))
  await expect(
    banner(page)
      .getByRole('link', { name: t('frame.nav.login') })
      .first(),
  ).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('sk'))).toBeNull()
})

test('on a phone the header fits the account menu', async ({ page, lang, open, t }) => {
  await page.setViewportSize({ width: 375, height: 740 })
  await open(page, homePath(lang))
  await banner(page)
    .getByRole('button', { name: t('frame.account.menu') })
    .click()
  await expect(page.getByRole('button', { name: t('frame.account.exit') })).toBeVisible()
  expect(await horizontalOverflow(page)).toBe(0)
})

test('paying users get links to the console in place of the trial, which the side bar keeps', async ({
  page,
  lang,
  open,
  t,
  context,
}) => {
  const trials = (of: Page) => of.locator('main a[href^="/freeTest"]').filter({ visible: true })
  await open(page, homePath(lang))
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: t('home.console') })
      .first(),
  ).toBeVisible()
  await expect(banner(page).locator('.account-name')).not.toBeEmpty()
  await expect(trials(page)).toHaveCount(0)
  await page.goto(sitePaths(lang)[1]!)
  await expect(trials(page)).toHaveCount(0)
  const shortcut = (of: Page) =>
    of
      .getByRole('complementary', { name: t('frame.side.label') })
      .getByRole('link', { name: t('frame.side.freeTest') })
  await shortcut(page).click()
  await expect(page).toHaveURL(/\/UserCenterRecharge$/)
  await page.close()
  const trialPage = await context.newPage()
  await open(trialPage, homePath(lang), 'freeuser')
  await expect(
    trialPage
      .getByRole('main')
      .getByRole('link', { name: t('home.console') })
      .first(),
  ).toBeVisible()
  await expect(trials(trialPage).first()).toBeVisible()
  await shortcut(trialPage).click()
  await expect(trialPage).toHaveURL(/\/UserCenterChangeTranslateTest$/)
})

test('the package chosen on the price page is selected at recharge, also after a login', async ({
  page,
  lang,
  open,
  t,
}) => {
  const chosen = page.locator('.package-groups :checked ~ .package-name')
  await page.goto(sitePaths(lang)[1]!)
  await page.locator('.package input[value="7"]').check({ force: true })
  await page
    .getByRole('main')
    .getByRole('link', { name: t('price.trial'), exact: true })
    .click()
  await expect(page).toHaveURL(/\/login\?type=2&to=%2FfreeTest%3Fpackage%3D7/)
  const to = new URL(page.url()).searchParams.get('to')!
  await page.goto('about:blank')
  await open(page, to)
  await expect(page).toHaveURL(/\/UserCenterRecharge\?package=7$/)
  await expect(chosen).toContainText(lang === 'zh' ? '专业版' : 'Professional, monthly')

  await page.goto(sitePaths(lang)[1]!)
  await page.locator('.package input[value="4"]').check({ force: true })
  await page.getByRole('link', { name: t('price.buy') }).click()
  await expect(page).toHaveURL(/\/UserCenterRecharge\?package=4$/)
  await expect(chosen).toContainText(lang === 'zh' ? '高级版' : 'Premium')
})

test('at 1440×900 payment and registration need no scrolling', async ({ page, open, t }) => {
  const size = { width: 1440, height: 900 }
  const expectVisible = async (element: Locator) => expect(element).toBeInViewport({ ratio: 1 })
  await page.setViewportSize(size)
  await page.goto('/login?type=2&inviteCode=AB12')
  await expectVisible(page.locator('.register .login-submit'))
  await page.goto('about:blank')
  await open(page, '/UserCenterRecharge?package=6')
  const order = page.locator('.order-summary')
  await expect(order.locator('.form-note').first()).toBeVisible()
  for (const part of ['.quantity', '.pay-channels']) await expectVisible(order.locator(part))
  await expectVisible(order.getByRole('button', { name: t('checkout.order.pay'), exact: true }))
})

/** Chromium without a window names itself as such, by which the pages take it for a robot. */
const actAsPerson = (context: BrowserContext) =>
  context.addInitScript(() =>
    Object.defineProperty(navigator, 'userAgent', {
      value: navigator.userAgent.replace('Headless', ''),
    }),
  )

test('an announcement opens a dialog for visitors, of whose tabs one has a stream (spec 4.11)', async ({
  page,
  lang,
  open,
  t,
  product,
  newBrowser,
}) => {
  const visitor = await newBrowser()
  await actAsPerson(visitor)
  const robot = await (await newBrowser()).newPage()
  const streams: string[] = []
  for (const context of [visitor, robot.context()])
    context.on(
      'request',
      (request) => request.url().includes('openSse') && streams.push(request.url()),
    )
  const announce = async (title: string) => {
    const texts = {
      zh: { title, content: '今晚十点' },
      en: { title, content: 'Tonight at ten' },
    }
    await product.services.db
      .insert(announcements)
      .values({ level: 'info', words: texts, at: new Date() })
    product.services.events.publish({ ownerId: null, about: [] })
  }
  const [desktop, phone] = [await visitor.newPage(), await visitor.newPage()]
  await phone.setViewportSize({ width: 375, height: 740 })
  await robot.goto(homePath(lang))
  const opened = desktop.waitForResponse(/openSse/)
  await desktop.goto(homePath(lang))
  await opened
  await phone.goto(sitePaths(lang)[1]!)
  const waitingTabs = () =>
    phone.evaluate(async () => (await navigator.locks.query()).pending!.length)
  await expect.poll(waitingTabs).toBe(1)
  const stream = page.waitForResponse(/openSse/)
  await open(page, homePath(lang))
  await stream
  await announce('First')
  const dialogOn = (of: Page, title = 'First') => of.getByRole('dialog', { name: title })
  for (const each of [page, desktop, phone]) {
    await expect(dialogOn(each)).toContainText(lang === 'zh' ? '今晚十点' : 'Tonight at ten')
    await expect(
      dialogOn(each).getByRole('button', { name: t('frame.account.understood') }),
    ).toBeFocused()
    await expect(dialogOn(each).getByRole('link')).toHaveCount(each === page ? 1 : 0)
  }
  expect(await horizontalOverflow(phone)).toBe(0)
  await expectAccessible(phone, 'an announcement', '#notice')
  await phone.keyboard.press('Enter')
  for (const each of [phone, desktop]) await expect(dialogOn(each)).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(dialogOn(page)).toBeHidden()
  expect(streams).toHaveLength(1)

  await phone.close()
  await desktop.goto('about:blank')
  await announce('Second')
  await desktop.goto(sitePaths(lang)[1]!)
  await expect(dialogOn(desktop, 'Second')).toBeVisible()
  await expect(dialogOn(page, 'Second')).toBeVisible()
})

test('an invitation redirects a visitor to registration once, from any page (spec 4.2)', async ({
  page,
  lang,
  t,
}) => {
  await page.goto(`${sitePaths(lang)[1]!}?inviteCode=FIRST1`)
  await expect(page).toHaveURL(/\/login\?type=2&inviteCode=FIRST1/)
  await expect(page.getByText(/FIRST1/)).toBeVisible()
  await page
    .getByRole('link', { name: t('product.name') })
    .first()
    .click()
  await expect(page).toHaveURL(`${homePath(lang)}?inviteCode=FIRST1`)
  await page.reload()
  await expect(page).toHaveURL(`${homePath(lang)}?inviteCode=FIRST1`)
  await page.goto('/UserCenterOrder?inviteCode=SECOND2')
  await expect(page).toHaveURL(/\/login\?type=2&inviteCode=SECOND2&to=%2FUserCenterOrder/)
})

test('/favicon.ico is served as an image', async ({ page }) => {
  const icon = await page.request.get('/favicon.ico')
  expect(icon.status()).toBe(200)
  expect(icon.headers()['content-type']).toMatch(/^image\//)
})
