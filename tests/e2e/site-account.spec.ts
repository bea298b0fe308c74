/** The public site for those who are signed in, and for those whom an invitation brings. */
import { announcements } from '#server/schema.ts'
import { expectAccessible } from '#tests/e2e/support/axe.ts'
import { homeIn, pathsIn, sideways } from '#tests/e2e/support/site.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import type { Locator, Page } from '@playwright/test'

const banner = (page: Page) => page.getByRole('banner')

test('the head of every public page shows the person and the menu of the console (spec 2.23)', async ({
  page,
  lang,
  open,
  t,
}) => {
  await open(page, pathsIn(lang)[0])
  await expect(banner(page).locator('.account-name')).not.toBeEmpty()
  for (const path of pathsIn(lang)) {
    await page.goto(path)
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
  await expect(page).toHaveURL(homeIn(lang))
  await expect(page.locator('#message')).toHaveText(t('frame.account.signedOut'))
  await expect(
    banner(page)
      .getByRole('link', { name: t('frame.nav.login') })
      .first(),
  ).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('sk'))).toBeNull()
})

test('on a phone the head has room for the person', async ({ page, lang, open, t }) => {
  await page.setViewportSize({ width: 375, height: 740 })
  await open(page, homeIn(lang))
  await banner(page)
    .getByRole('button', { name: t('frame.account.menu') })
    .click()
  await expect(page.getByRole('button', { name: t('frame.account.exit') })).toBeVisible()
  expect(await sideways(page)).toBe(0)
})

test('paying users are offered the console, trial users also the trial', async ({
  page,
  lang,
  open,
  t,
  newBrowser,
}) => {
  const trials = (of: Page) => of.locator('a[href^="/freeTest"]').filter({ visible: true })
  await open(page, homeIn(lang))
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: t('home.console') })
      .first(),
  ).toBeVisible()
  await expect(banner(page).locator('.account-name')).not.toBeEmpty()
  await expect(trials(page)).toHaveCount(0)
  await page.goto(pathsIn(lang)[1]!)
  await expect(trials(page)).toHaveCount(0)
  const other = await (await newBrowser()).newPage()
  await open(other, homeIn(lang), 'freeuser')
  await expect(
    other
      .getByRole('main')
      .getByRole('link', { name: t('home.console') })
      .first(),
  ).toBeVisible()
  await expect(trials(other).first()).toBeVisible()
})

test('the package chosen on the price page is the one chosen at recharge, also by way of logging in', async ({
  page,
  lang,
  open,
  t,
  newBrowser,
}) => {
  const chosen = (of: Page) => of.locator('.package-groups :checked ~ .package-name')
  await open(page, pathsIn(lang)[1])
  await page.locator('.package input[value="4"]').check({ force: true })
  await page.getByRole('link', { name: t('price.buy') }).click()
  await expect(page).toHaveURL(/\/UserCenterRecharge\?package=4$/)
  await expect(chosen(page)).toContainText(lang === 'zh' ? '高级版' : 'Premium')

  const visitor = await (await newBrowser()).newPage()
  await visitor.goto(pathsIn(lang)[1]!)
  await visitor.locator('.package input[value="7"]').check({ force: true })
  await visitor
    .getByRole('main')
    .getByRole('link', { name: t('price.trial'), exact: true })
    .click()
  await expect(visitor).toHaveURL(/\/login\?type=2&to=%2FfreeTest%3Fpackage%3D7/)
  const to = new URL(visitor.url()).searchParams.get('to')!
  const payer = await (await newBrowser()).newPage()
  await open(payer, to)
  await expect(payer).toHaveURL(/\/UserCenterRecharge\?package=7$/)
  await expect(chosen(payer)).toContainText(lang === 'zh' ? '专业版' : 'Professional, monthly')
})

test('in a window of 1440 by 900 paying and registering need no scrolling', async ({
  page,
  open,
  t,
  newBrowser,
}) => {
  const size = { width: 1440, height: 900 }
  const inSight = async (it: Locator) => expect(it).toBeInViewport({ ratio: 1 })
  await page.setViewportSize(size)
  await open(page, '/UserCenterRecharge?package=6')
  const order = page.locator('.order-summary')
  await expect(order.locator('.form-note').first()).toBeVisible()
  for (const part of ['.quantity', '.pay-channels']) await inSight(order.locator(part))
  await inSight(order.getByRole('button', { name: t('checkout.order.pay'), exact: true }))
  const visitor = await (await newBrowser()).newPage()
  await visitor.setViewportSize(size)
  await visitor.goto('/login?type=2&inviteCode=AB12')
  await inSight(visitor.locator('.register .login-submit'))
})

test('a notice is a dialog on a public page too (spec 4.11); visitors open no stream', async ({
  page,
  lang,
  open,
  t,
  product,
  newBrowser,
}) => {
  const visitor = await (await newBrowser()).newPage()
  let opened = 0
  visitor.on('request', (request) => request.url().includes('openSse') && opened++)
  await visitor.goto(homeIn(lang))
  const stream = page.waitForResponse(/openSse/)
  await open(page, homeIn(lang))
  await stream
  const words = { title: 'Maintenance', content: 'Tonight at ten' }
  await product.services.db
    .insert(announcements)
    .values({ level: 'info', words: { zh: words, en: words }, at: new Date() })
  product.services.events.publish({ ownerId: null, about: [] })
  const dialog = page.getByRole('dialog', { name: 'Maintenance' })
  await expect(dialog).toContainText('Tonight at ten')
  await dialog.getByRole('button', { name: t('frame.account.understood') }).click()
  await expect(dialog).toBeHidden()
  expect(opened).toBe(0)
})

test('an invitation leads a visitor to registration once, wherever they arrive (spec 4.2)', async ({
  page,
  lang,
  t,
}) => {
  await page.goto(`${pathsIn(lang)[1]!}?inviteCode=FIRST1`)
  await expect(page).toHaveURL(/\/login\?type=2&inviteCode=FIRST1/)
  await expect(page.getByText(/FIRST1/)).toBeVisible()
  await page
    .getByRole('link', { name: t('product.name') })
    .first()
    .click()
  await expect(page).toHaveURL(`${homeIn(lang)}?inviteCode=FIRST1`)
  await page.reload()
  await expect(page).toHaveURL(`${homeIn(lang)}?inviteCode=FIRST1`)
  await page.goto('/UserCenterOrder?inviteCode=SECOND2')
  await expect(page).toHaveURL(/\/login\?type=2&inviteCode=SECOND2&to=%2FUserCenterOrder/)
})

test('somebody signed in stays where the invitation points', async ({ page, lang, open }) => {
  await open(page, `${homeIn(lang)}?inviteCode=FIRST1`)
  await expect(page).toHaveURL(`${homeIn(lang)}?inviteCode=FIRST1`)
})

test('the icon that browsers ask for is there', async ({ page }) => {
  const icon = await page.request.get('/favicon.ico')
  expect(icon.status()).toBe(200)
  expect(icon.headers()['content-type']).toMatch(/^image\//)
})
