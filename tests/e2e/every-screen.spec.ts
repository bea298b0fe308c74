/** Opens and closes every menu, filter and dialog of every console page, without errors. */
import { consoleRoutes } from '#client/console-routes.ts'
import { isOpenToVisitors } from '#client/routes.ts'
import { messagesIn } from '#tests/e2e/support/messages.ts'
import { navigate } from '#tests/e2e/support/navigate.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import type { Locator, Page, Request } from '@playwright/test'

const screens = consoleRoutes.filter((route) => !isOpenToVisitors(route))

/** Minimum number of dialogs per page, so that the test fails if it opens fewer. */
const minDialogs: Readonly<Record<string, number>> = {
  '/UserCenterSecondStep': 1,
  '/UserCenterChild': 6,
  '/UserCenterSubAccountGroups': 3,
  '/UserCenterRecharge': 1,
  '/UserCenterChangeTranslateTest': 1,
  '/UserCenterFapiaos': 2,
  '/UserCenterFapiaoTitles': 2,
  '/UserWorkSpace': 15,
  '/UserCenterApiKeys': 3,
  '/UserCenterGlossaries': 3,
  '/UserCenterGlossaryTerms': 3,
  '/UserCenterWebhooks': 1,
}

// Several screens share a page and a product; three tests run beside each other.
for (const part of [0, 1, 2])
  test(`menus, filters and dialogs of all screens open and close without violations (${part + 1} of 3)`, async ({
    page,
    open,
  }) => {
    test.slow()
    for (const [index, route] of screens.filter((_, at) => at % 3 === part).entries())
      await test.step(route, async () => {
        await (index === 0 ? open(page, route) : navigate(page, route))
        await openAndCloseAll(page, route)
      })
  })

test('both language pickers open, close with Escape and select a language', async ({
  page,
  open,
  t,
}) => {
  await open(page, '/UserCenterChangeTranslateTest')
  const search = page.getByRole('combobox', { name: t('translate.search') })
  for (const name of ['translate.from', 'translate.to'] as const) {
    const picker = page.getByRole('button', { name: new RegExp(`^${t(name)}`) })
    await picker.click()
    await expect(search).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    await expect(search).toBeHidden()
    await picker.click()
    const choice = page.getByRole('option').nth(2)
    const chosen = (await choice.locator('span').textContent()) ?? ''
    await choice.click()
    await expect(picker).toContainText(chosen)
    await expectPageWithoutError(page)
  }
})

test('Escape stops a calendar that has not loaded yet from opening', async ({ page, open, t }) => {
  let loadCode = () => {}
  const allowed = new Promise<void>((resolve) => (loadCode = resolve))
  await page.route(/range-picker[^/]*\.js/, async (route) => {
    await allowed
    await route.fallback()
  })
  await open(page, '/UserCenterChangeTranslateLog')
  const range = page.getByRole('button', {
    name: `${t('resources.translationLog.fields.createDateTime')}: ${t('crud.filter.anyTime')}`,
  })
  await range.click()
  await expect(range).toHaveAttribute('aria-busy', 'true')
  await page.keyboard.press('Escape')
  await expect(range).toHaveAttribute('aria-busy', 'false')
  loadCode()
  const calendar = page.locator('.ant-picker-dropdown')
  await range.click()
  await expect(calendar).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(calendar).toHaveCount(0)
  await expect(range).toBeFocused()
})

async function expectPageWithoutError(page: Page) {
  await expect(page.locator('main h1').first()).toBeVisible()
  await expect(page.getByRole('alert').filter({ has: page.getByRole('heading') })).toHaveCount(0)
}

async function openAndCloseAll(page: Page, route: string) {
  await expectPageWithoutError(page)
  await expect(page.locator('main .waiting')).toHaveCount(0)
  // What a page loads when it is idle is not the code of a button.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  // The rows of a list have the same menus and cells.
  const popovers = page
    .locator('main')
    .locator('[popovertarget], [aria-haspopup]:not(.ant-picker *), details > summary')
    .and(page.locator(':not(tbody tr:nth-child(n + 2) *)'))
  for (let index = 0; index < (await popovers.count()); index += 1) {
    const opener = popovers.nth(index)
    if (!(await opener.isVisible()) || !(await opener.isEnabled())) continue
    await opener.click()
    await page.keyboard.press('Escape')
  }
  // A page that failed stays so until it is loaded again.
  await expectPageWithoutError(page)
  const openedDialogs: string[] = []
  const buttons = page
    .locator('main')
    .locator('.tools button, tbody tr:first-child button, .card button')
    .and(page.locator(':not([popovertarget], [aria-haspopup])'))
    .locator('visible=true')
  await expect.poll(() => buttons.count()).toBeGreaterThanOrEqual(minDialogs[route] ?? 0)
  const dialog = page.locator('dialog[open]').first()
  for (let index = 0; index < (await buttons.count()); index += 1) {
    const button = buttons.nth(index)
    // Earlier clicks may have removed the button.
    if (!(await button.isEnabled({ timeout: 1_000 }).catch(() => false))) continue
    const hasLoadedCode = await clickAndLoad(page, button)
    // Buttons load the code of dialogs only, which React shows up to 300 ms later.
    if (hasLoadedCode) await expect(dialog).toBeVisible()
    if (await dialog.isVisible())
      openedDialogs.push(await dialog.getByRole('heading').first().innerText())
    await closeAll(page)
  }
  await expectPageWithoutError(page)
  expect(openedDialogs.length, openedDialogs.join('\n')).toBeGreaterThanOrEqual(
    minDialogs[route] ?? 0,
  )
}

/** Presses Escape, again while a dialog is open, which may ask whether to discard the input. */
async function closeAll(page: Page) {
  const notRecharged = page.getByRole('button', {
    name: messagesIn('en')('checkout.pay.notRecharged'),
    exact: true,
  })
  await expect(async () => {
    await page.keyboard.press('Escape')
    // Escape in a payment asks whether it was made, and in the question returns to it.
    if (await notRecharged.isVisible()) await notRecharged.click()
    await expect(page.locator('dialog[open]')).toHaveCount(0, { timeout: 300 })
  }).toPass({ timeout: 30_000 })
}

/**
 * Clicks, waits for all responses to requests that the click causes, and returns whether code was
 * among them.
 */
async function clickAndLoad(page: Page, button: Locator): Promise<boolean> {
  const pending = new Set<Request>()
  let hasLoadedCode = false
  const onStart = (request: Request) => {
    // The stream of notices may begin meanwhile, and does not end.
    if (request.url().includes('/notice/openSse/')) return
    pending.add(request)
    hasLoadedCode ||= request.resourceType() === 'script'
  }
  const onEnd = (request: Request) => void pending.delete(request)
  page.on('request', onStart)
  page.on('requestfinished', onEnd)
  page.on('requestfailed', onEnd)
  await button.click({ timeout: 30_000 })
  const showFrames = () =>
    page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
  await expect.poll(() => showFrames().then(() => pending.size), { intervals: [0] }).toBe(0)
  page.off('request', onStart)
  page.off('requestfinished', onEnd)
  page.off('requestfailed', onEnd)
  return hasLoadedCode
}
