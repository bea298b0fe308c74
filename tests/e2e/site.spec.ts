/** Public pages for visitors: early clicks, carousel, calculator, free trial, contact check. */
import { customerService } from '#contract/site.ts'
import { sizes } from '#contract/sizes.ts'
import { actions } from '#landing/live/start.ts'
import {
  homePath,
  markInvitationUsed,
  sitePaths,
  scriptStarted,
  topicPaths,
} from '#tests/e2e/support/site.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import type { Translate } from '#tests/e2e/support/messages.ts'
import type { Page } from '@playwright/test'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('clicks before the script has loaded are replayed', async ({ page, lang, t }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/site-*.js', async (route) => {
    await released
    await route.continue()
  })
  await markInvitationUsed(page, 'AB12')
  await page.goto(`${sitePaths(lang)[0]}?inviteCode=AB12`, { waitUntil: 'commit' })
  const hero = page.locator('.slides-hero')
  await hero.getByRole('button', { name: t('frame.slides.next') }).click()
  const before = await page.locator('html').getAttribute('data-theme')
  await page.getByRole('button', { name: t('frame.nav.theme') }).click()
  await page.getByRole('button', { name: t('frame.nav.theme') }).click({ button: 'right' })
  await page
    .getByRole('complementary')
    .getByRole('button', { name: t('frame.side.validate') })
    .click()
  await page.getByRole('button', { name: t('frame.validate.submit'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  release()
  await expect(page.locator('html')).toHaveAttribute(
    'data-theme',
    before === 'dark' ? 'light' : 'dark',
  )
  await expect(hero.getByRole('radio').nth(1)).toBeChecked()
  await expect(page.locator('#validate-account-message')).not.toBeEmpty()
})

test('the side bar loads its QR codes when a panel first opens, and again after a failure', async ({
  page,
  lang,
  t,
  expectNoErrors,
}) => {
  expectNoErrors.expect(/ERR_FAILED/)
  const requests: string[] = []
  let isRefused = true
  const isOfSideBar = ({ pathname, searchParams }: URL) =>
    pathname.endsWith(customerService.list.path) &&
    searchParams.get('width') === String(sizes.contactPicture.side)
  await page.route(isOfSideBar, (route) => {
    requests.push(route.request().url())
    return isRefused ? route.abort() : route.continue()
  })
  const refreshed = page.waitForResponse((response) =>
    response.url().includes(customerService.list.path),
  )
  await page.goto(homePath(lang))
  await refreshed
  await scriptStarted(page)
  const panel = page.getByRole('group', { name: t('frame.side.preSale') })
  const [opener, again] = [
    page.getByRole('button', { name: t('frame.side.preSale') }),
    panel.getByRole('button', { name: t('frame.side.again') }),
  ]
  await opener.focus()
  expect(requests).toEqual([])
  await page.keyboard.press('Enter')
  await expect(panel.getByText('yiqiao-sales')).toBeVisible()
  await expect(panel.getByRole('alert')).toHaveText(t('frame.side.failed'))
  await page.keyboard.press('Escape')
  isRefused = false
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('alert')).toBeHidden()
  const codes = panel.getByRole('img')
  await expect(codes).toHaveCount(3)
  await expect(again).toBeHidden()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('frame.side.afterSale') }).click()
  await expect(
    page.getByRole('group', { name: t('frame.side.afterSale') }).getByRole('img'),
  ).toHaveCount(3)
  expect(requests).toHaveLength(2)
})

test('every control is a link, works without scripts, or is queued for the script', async ({
  page,
  lang,
  expectNoErrors,
}) => {
  expectNoErrors.expect(/assets\/site-|ERR_FAILED/)
  await page.route('**/assets/site-*.js', (route) => route.abort())
  for (const path of [...sitePaths(lang), topicPaths(lang)[0]!]) {
    await page.goto(path)
    const unhandledControls = await page.evaluate((known) => {
      const controls = [
        ...document.querySelectorAll<HTMLElement>(
          'button, a, summary, select, [onclick], [role=button], [tabindex]:not(main, h2)',
        ),
      ]
      return controls
        .filter((control) => {
          const action = control.dataset['act']
          if (action) return !known.includes(action)
          if (control.matches('a')) return !control.getAttribute('href')
          if (control.matches('summary, select, [popovertarget]')) return false
          return !control.matches('form[data-act] button[type=submit], form[method=dialog] button')
        })
        .map((control) => control.outerHTML)
    }, Object.keys(actions))
    expect(unhandledControls, path).toEqual([])
    const forms = await page.locator('form:not([data-act], [method=dialog])').count()
    expect(forms, path).toBe(0)
  }
})

test('a slider moved before the script has loaded is part of the calculation', async ({
  page,
  lang,
}) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/site-*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(sitePaths(lang)[1]!, { waitUntil: 'commit' })
  await page.locator('#calculator-length').fill('50')
  await expect(page.locator('.calculator-first')).toContainText('5,000')
  release()
  await expect(page.locator('.calculator-first')).toContainText('2,000')
})

test('a link followed before the script has loaded keeps the invitation code', async ({
  page,
  lang,
  t,
  expectNoErrors,
}) => {
  expectNoErrors.expect(/assets\/site-|ERR_FAILED/)
  await page.route('**/assets/site-*.js', (route) => route.abort())
  await markInvitationUsed(page, 'AB12')
  await page.goto(`${homePath(lang)}?inviteCode=AB12`)
  const guide = page
    .getByRole('banner')
    .getByRole('link', { name: t('frame.nav.useDoc'), exact: true })
  await guide.click({ button: 'right' })
  await expect(guide).toHaveAttribute('href', /inviteCode=AB12$/)
  await page
    .getByRole('link', { name: t('home.prices'), exact: true })
    .first()
    .click()
  await expect(page).toHaveURL(/\/price\?inviteCode=AB12$/)
  await page
    .getByRole('main')
    .getByRole('link', { name: t('price.trial'), exact: true })
    .click()
  await expect(page).toHaveURL(/\/login\?type=2&to=%2FfreeTest%3Fpackage%3D2&inviteCode=AB12$/)
})

test.describe(() => {
  // A fake clock cannot be removed from a shared context.
  test.use({ newContext: true })
  test('the feature carousel advances every three seconds until hovered or paused', async ({
    page,
    lang,
    t,
  }) => {
    await page.clock.install()
    await page.goto(homePath(lang))
    await scriptStarted(page)
    const features = page.locator('.slides-features')
    const dots = features.getByRole('radio')
    await expect(dots.first()).toBeChecked()
    for (const next of [1, 2, 3, 0, 1]) {
      await page.clock.runFor(3_000)
      await expect(dots.nth(next)).toBeChecked()
    }
    await features.hover()
    await page.clock.runFor(7_000)
    await expect(dots.nth(1)).toBeChecked()
    await features.getByRole('button', { name: t('frame.slides.previous') }).click()
    await expect(dots.nth(0)).toBeChecked()
    await features.getByRole('button', { name: t('frame.slides.previous') }).click()
    await expect(dots.nth(3)).toBeChecked()
    await features.getByRole('button', { name: t('frame.slides.pause') }).click()
    await page.mouse.move(0, 0)
    await page.locator('body').evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.clock.runFor(7_000)
    await expect(dots.nth(3)).toBeChecked()
    await dots.nth(3).press('ArrowRight')
    await expect(dots.nth(0)).toBeChecked()
  })
})

test.describe(() => {
  // A fake clock cannot be removed from a shared context.
  test.use({ newContext: true })
  test('the feature carousel does not move with reduced motion', async ({ page, lang, t }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.clock.install()
    await page.goto(homePath(lang))
    await scriptStarted(page)
    await page.clock.runFor(10_000)
    await expect(page.locator('.slides-features').getByRole('radio').first()).toBeChecked()
    await expect(page.getByRole('button', { name: t('frame.slides.pause') })).toBeHidden()
  })
})

test('the calculator shows how many messages and days a package lasts', async ({ page, lang }) => {
  await page.goto(sitePaths(lang)[1]!)
  await scriptStarted(page)
  const result = page.locator('.calculator-result')
  await expect(result).toContainText('5,000')
  await page.locator('#calculator-length').fill('50')
  await expect(result).toContainText('2,000')
  await page.locator('#calculator-perDay').fill('1000')
  await expect(result.locator('.calculator-package').first()).toContainText('20')
  await expect(result.locator('.calculator-package').first()).toContainText('¥148.50')
  await expect(result.locator('.calculator-package').last()).toContainText('¥399.00')
})

test('the free trial opens the translation page for trial users, recharge for paying users', async ({
  page,
  lang,
  open,
  t,
}) => {
  await open(page, '/UserCenterIndex', 'freeuser')
  await page.goto(sitePaths(lang)[1]!)
  await page
    .getByRole('main')
    .getByRole('link', { name: t('price.trial'), exact: true })
    .click()
  await expect(page).toHaveURL('/UserCenterChangeTranslateTest')
  // Paying users are not offered it but may open its address.
  await open(page, '/UserCenterIndex', 'demo')
  await page.goto('/freeTest')
  await expect(page).toHaveURL('/UserCenterRecharge')
})

test('the contact check reports unknown and official contacts under different headings', async ({
  page,
  lang,
  t,
}) => {
  await page.goto(sitePaths(lang)[3]!)
  await scriptStarted(page)
  await page
    .getByRole('main')
    .getByRole('button', { name: t('contact.check.button') })
    .click()
  const dialog = page.getByRole('dialog')
  const [platform, account] = [
    dialog.getByLabel(t('frame.validate.platform')),
    dialog.getByLabel(t('frame.validate.account')),
  ]
  await dialog.getByRole('button', { name: t('frame.validate.submit') }).click()
  await expect(platform).toBeFocused()
  await expect(platform).toHaveAccessibleDescription(t('frame.validate.choose'))
  await platform.selectOption('WhatsApp')
  await account.fill('+1 999 000')
  await account.press('Enter')
  await expect(
    dialog.getByRole('heading', { name: t('frame.validate.no'), exact: true }),
  ).toBeFocused()
  await expect(dialog.getByText(t('frame.validate.noText'))).toBeVisible()
  await expect(
    dialog.getByText(t('frame.validate.noMore', { platform: 'WhatsApp', account: '+1 999 000' })),
  ).toBeVisible()
  await dialog.getByRole('button', { name: t('frame.validate.again') }).click()
  await account.fill('+1 202 555 0143')
  await account.press('Enter')
  await expect(
    dialog.getByRole('heading', { name: t('frame.validate.yes'), exact: true }),
  ).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('a failed contact check says so and keeps the input', async ({
  page,
  lang,
  t,
  expectNoErrors,
}) => {
  expectNoErrors.expect(/customer-service|status of 500/)
  await page.route('**/api/customer-service/get**', (route) =>
    route.fulfill({ status: 500, json: { success: false, data: null, msg: '' } }),
  )
  await page.goto(sitePaths(lang)[3]!)
  await scriptStarted(page)
  await expectFailedCheck(page, t)
  await expect(page.getByLabel(t('frame.validate.account'))).toHaveValue('@yiqiao_sales')
})

test('a script that fails to load is reported only where the user needs it', async ({
  page,
  lang,
  t,
  expectNoErrors,
}) => {
  expectNoErrors.expect(/site-(read-site-data|validate)-|ERR_FAILED/)
  await page.route(/assets\/site-(read-site-data|validate)-/, (route) => route.abort())
  const failedLoad = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('site-read-site-data'),
  )
  await page.goto(sitePaths(lang)[3]!)
  await failedLoad
  await expectFailedCheck(page, t)
})

test('a download with several versions lists them in a dialog', async ({ page, lang, t }) => {
  await page.goto(sitePaths(lang)[4]!)
  await page.getByRole('button', { name: t('download.chooseNamed', { name: 'macOS' }) }).click()
  const dialog = page.getByRole('dialog', { name: 'macOS' })
  await expect(dialog.getByRole('link')).toHaveCount(2)
  await expect(dialog.getByRole('link').first()).toHaveAttribute('target', '_blank')
  await dialog.getByRole('button', { name: t('download.close') }).click()
  await expect(dialog).toBeHidden()
})

/** Runs the contact check and expects the failure message. */
async function expectFailedCheck(page: Page, t: Translate): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: t('contact.check.button') })
    .click()
  await page.getByLabel(t('frame.validate.platform')).selectOption('Telegram')
  await page.getByLabel(t('frame.validate.account')).fill('@yiqiao_sales')
  await page.getByRole('button', { name: t('frame.validate.submit'), exact: true }).click()
  await expect(page.getByText(t('frame.validate.failed'))).toBeVisible()
}
