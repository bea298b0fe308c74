/** Command palette and keyboard shortcuts, with the keyboard alone. */
import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from '#tests/e2e/support/axe.ts'
import { signIn } from '#tests/e2e/support/operators.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('the palette leads to pages, people and orders, and shows recent ones first', async ({
  page,
  open,
  t,
}) => {
  const searches: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/globalSearch/find')) searches.push(request.url())
  })
  await open(page, '/UserCenterIndex')
  const palette = page.getByRole('dialog', { name: t('palette.title') })
  const input = palette.getByRole('combobox', { name: t('palette.placeholder.account') })
  const active = palette.getByRole('option', { selected: true })
  await page.keyboard.press('Control+k')
  await expect(input).toBeFocused()
  await expect(active).toHaveText(t('palette.actions.distribute'))
  await expectAccessibleInBothThemes(page, 'palette', 'dialog')

  // Initials.
  await page.keyboard.type('tl')
  const translationLog = t('resources.translationLog.title')
  await expect(active).toHaveAccessibleName(new RegExp(translationLog))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/UserCenterChangeTranslateLog/)
  await expect(palette).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await page.keyboard.press('Control+k')
  await expect(active).toHaveAccessibleName(new RegExp(translationLog))
  await expect(palette.getByRole('group').first()).toHaveAccessibleName(t('palette.groups.recent'))
  searches.length = 0
  await page.keyboard.type('lucywood')
  const people = palette.getByRole('group', { name: t('palette.groups.people') })
  await expect(people.getByRole('option')).toHaveCount(1)
  // One after a pause, not one per key; under load, typing pauses too.
  expect(searches.length).toBeLessThan('lucywood'.length)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/UserCenterSubAccount\?userId=\d+/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Lucy Wood')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('2026')
  const orders = palette.getByRole('group', { name: t('palette.groups.orders') })
  await expect(orders.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('End')
  await expect(orders.getByRole('option', { selected: true })).toHaveCount(1)
  const number = /20\d{18}/.exec(await active.innerText())![0]
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/UserCenterOrder\\?no=${number}$`))
  const details = page.getByRole('dialog')
  await expect(details).toContainText(number)
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('zzzzz')
  await expect(palette.getByRole('status').first()).toHaveText(
    t('palette.status.none', { query: 'zzzzz' }),
  )
  // A button of a page leads to the page.
  await input.fill('reset pass')
  await expect(active).toHaveAccessibleName(new RegExp(t('resources.subAccounts.title')))
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)
})

test('quota is distributed from the palette to a chosen sub-account', async ({ page, open, t }) => {
  await open(page, '/UserCenterIndex')
  await page.getByRole('button', { name: t('shell.find') }).press('Enter')
  const palette = page.getByRole('dialog', { name: t('palette.title') })
  await expect(palette.getByRole('option', { selected: true })).toHaveText(
    t('palette.actions.distribute'),
  )
  await page.keyboard.press('Enter')
  const pick = palette.getByRole('combobox', { name: t('palette.pick.distribute') })
  await expect(pick).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(palette.getByRole('combobox')).toHaveAccessibleName(t('palette.placeholder.account'))
  await page.keyboard.press('Enter')
  await page.keyboard.type('lucywood')
  await expect(palette.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: /lucywood/ })
  await expect(form.getByRole('spinbutton').or(form.getByRole('textbox')).first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await expect(page.getByRole('button', { name: t('shell.find') })).toBeFocused()
})

test('single keys lead to pages, the search and the shortcuts, until they are switched off', async ({
  page,
  open,
  t,
}) => {
  await open(page, '/UserCenterIndex')
  await page.locator('#content').focus()
  const search = page.locator('#content input[type="search"]').first()
  const focused = focusedWhenThere(page, '#content input[type="search"]')
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await expect(page).toHaveURL(/\/UserCenterChild/)
  // A focus that moves later would take the next key away from the search.
  expect(await focused).toBe('H1')
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.type('go?/')
  await expect(search).toHaveValue('go?/')

  await page.locator('#content').focus()
  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: t('palette.shortcuts.title') })
  await expect(shortcuts).toBeVisible()
  await expectAccessibleInBothThemes(page, 'shortcuts', 'dialog')
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await shortcuts.getByRole('switch').press('Space')
  await page.keyboard.press('Escape')
  await expect(shortcuts).toHaveCount(0)
  await page.reload()
  await page.locator('#content').focus()
  await page.keyboard.press('?')
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toHaveAccessibleName(t('palette.title'))
  await expect(page).toHaveURL(/\/UserCenterChild/)
})

test('a sub-account is offered only what it may do', async ({ page, open, t }) => {
  const searches: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/globalSearch/find')) searches.push(request.url())
  })
  await open(page, '/UserCenterIndex', 'demosub')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: t('palette.title') })
  await expect(palette.getByRole('combobox')).toHaveAccessibleName(t('palette.placeholder.pages'))
  const options = palette.getByRole('option')
  await expect(options.filter({ hasText: t('palette.actions.translate') })).toHaveCount(1)
  // A page that no entry of the menu leads to.
  await expect(options.filter({ hasText: t('resources.notices.title') })).toHaveCount(1)
  for (const hidden of [
    t('palette.actions.distribute'),
    t('palette.actions.recharge'),
    t('resources.subAccounts.title'),
    t('resources.orders.title'),
  ])
    await expect(options.filter({ hasText: hidden })).toHaveCount(0)
  await page.keyboard.type('lucywood')
  await expect(palette.getByRole('status').first()).toHaveText(
    t('palette.status.none', { query: 'lucywood' }),
  )
  expect(searches).toEqual([])
})

test('a failed search says so, keeps the pages and is repeated', async ({
  page,
  open,
  t,
  expectNoErrors,
}) => {
  expectNoErrors.expect(/503/)
  await open(page, '/UserCenterIndex')
  await page.route('**/api/globalSearch/find*', (route) => route.fulfill({ status: 503, body: '' }))
  await page.keyboard.press('Control+k')
  await page.keyboard.type('lu')
  const palette = page.getByRole('dialog', { name: t('palette.title') })
  await expect(palette.getByText(t('palette.status.failed'))).toBeVisible()
  await page.unroute('**/api/globalSearch/find*')
  await palette.getByRole('button', { name: t('shell.retry') }).press('Enter')
  await expect(palette.getByRole('option', { name: /lucywood/ })).toBeVisible()
})

test('an operator finds a customer, an order and a payment in one box', async ({
  page,
  t,
  lang,
}) => {
  const searches: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/globalSearch/find')) searches.push(request.url())
  })
  await page.goto('/operator/customer-orders')
  await signIn(page, lang)
  const row = page.locator('tbody tr').first()
  await expect(row).toContainText(/20\d{18}/)
  const number = /20\d{18}/.exec((await row.textContent())!)![0]
  await page.goto('/operator/today')
  await expect(page.getByRole('button', { name: t('shell.find') })).toBeVisible()
  const palette = page.getByRole('dialog', { name: t('palette.title') })
  const group = (name: 'customers' | 'orders' | 'payments') =>
    palette.getByRole('group', { name: t(`palette.groups.${name}`) }).getByRole('option')
  await page.keyboard.press('Control+k')
  await page.keyboard.type(number)
  await expect(group('orders')).toHaveCount(1)
  await expect(group('customers')).toHaveCount(1)
  // One after a pause, not one per key; under load, typing pauses too.
  expect(searches.length).toBeLessThan(number.length)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/operator/customer-orders\\?no=${number}$`))
  const details = page.getByRole('dialog')
  await expect(details).toContainText(number)
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await page.keyboard.type(demoAccounts.demo)
  await expect(group('customers').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.locator('main h1')).toContainText(demoAccounts.demo)

  await page.keyboard.press('g')
  await page.keyboard.press('u')
  await expect(page).toHaveURL(/\/operator\/unmatched-payments/)
})

/** Element that has the focus at the moment that another element is added. */
const focusedWhenThere = (page: Page, selector: string): Promise<string | undefined> =>
  page.evaluate(
    (added) =>
      new Promise((resolve) => {
        const observer = new MutationObserver(() => {
          if (!document.querySelector(added)) return
          observer.disconnect()
          resolve(document.activeElement?.tagName)
        })
        observer.observe(document.body, { childList: true, subtree: true })
      }),
    selector,
  )
