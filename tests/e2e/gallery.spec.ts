/** The gallery of all controls, built like the product. */
import { test as base, expect } from '@playwright/test'
import { build, preview, type PreviewServer } from 'vite'
import type { SubAccount } from '#contract/sub-accounts.ts'
import { expectAccessible } from '#tests/e2e/support/axe.ts'

const outDir = 'test-results/gallery'

const test = base.extend<object, { server: PreviewServer }>({
  server: [
    async ({}, use) => {
      await build({ mode: 'gallery', logLevel: 'error', build: { outDir } })
      const server = await preview({
        logLevel: 'error',
        build: { outDir },
        preview: { host: '127.0.0.1', port: 0, proxy: {} },
      })
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

// All tests share one build.
test.describe.configure({ mode: 'default' })

const envelope = { success: true, msg: '' }
const balances = { usableCharNum: 0, usableVoiceNum: 0, usableImageNum: 0 }
const rows: readonly SubAccount[] = ['shanghai-office', 'shanghai-sales'].map((account, index) => ({
  userId: String(index + 1),
  account,
  enabled: 1,
  memberAccount: balances,
}))

test('each field type is filled in with the keyboard', async ({ page, server }) => {
  await page.goto(new URL('/gallery?lang=en', server.resolvedUrls!.local[0]).href)
  const fieldOf = (group: string) =>
    page
      .getByRole('group', { name: group, exact: true })
      .locator('.gallery-inputs > *')
      .first()
      .locator('input, textarea, button')
      .first()
  const options = page.locator('.popover').getByRole('option')

  const amount = fieldOf('cents')
  for (const [typed, shown] of [
    ['12', '12.00'],
    ['１２．５', '12.50'],
    ['¥1,234.5', '1,234.50'],
    ['1.234', '1.234'],
  ] as const) {
    await amount.fill(typed)
    await amount.press('Tab')
    await expect(amount).toHaveValue(shown)
  }

  const note = fieldOf('longText')
  const height = async () => (await note.boundingBox())!.height
  const before = await height()
  await note.focus()
  for (const line of ['one', 'two', 'three', 'four', 'five']) {
    await page.keyboard.type(line)
    await page.keyboard.press('Enter')
  }
  await expect(note).toHaveValue('one\ntwo\nthree\nfour\nfive\n')
  expect(await height()).toBeGreaterThan(before)
  await note.fill('x'.repeat(159))
  await expect(page.getByText('/ 200')).toHaveCount(1)
  await note.fill('x'.repeat(201))
  await expect(page.getByText('201 / 200')).toBeVisible()

  const day = fieldOf('date')
  await day.fill('2026/2/3')
  await day.press('Enter')
  await expect(day).toHaveValue('2026-02-03')
  await day.fill('2026-02-31')
  await day.press('Tab')
  await expect(day).toHaveValue('2026-02-03')

  const target = fieldOf('language')
  await target.press('Enter')
  await expect(options).toHaveCount(12)
  await expect(options.filter({ hasText: 'Detect language' })).toHaveCount(0)
  await page.keyboard.type('fren')
  await page.keyboard.press('Enter')
  await expect(target).toHaveText('French')
  await expect(target).toBeFocused()
  await fieldOf('language: detect').press('Enter')
  await expect(options.filter({ hasText: 'Detect language' })).toHaveCount(1)
  await page.keyboard.press('Escape')

  await page.route('**/api/user/page?*', (route) => {
    const matching = rows.filter(({ account }) =>
      account.includes(new URL(route.request().url()).searchParams.get('account') ?? ''),
    )
    return route.fulfill({
      json: { ...envelope, data: { total: matching.length, rows: matching } },
    })
  })
  const chosen = fieldOf('reference')
  await chosen.press('Enter')
  await expect(options).toHaveCount(3)
  await page.keyboard.type('sales')
  await expect(options).toHaveText(['shanghai-sales'])
  await page.keyboard.press('Enter')
  await expect(chosen).toHaveText('shanghai-sales')
  await chosen.press('Enter')
  await expect(options).toHaveCount(3)
  await page.keyboard.type('nowhere')
  await expect(page.getByText('No matches for “nowhere”')).toBeVisible()
  await page.unroute('**/api/user/page?*')
  await page.keyboard.type('2')
  await expect(page.getByText('Couldn’t search.')).toBeVisible()
})

test('all controls are accessible in both themes and fit 375 px; a long text opens from its cell', async ({
  page,
  server,
}) => {
  await page.goto(new URL('/gallery', server.resolvedUrls!.local[0]).href)
  await expect(page.getByRole('region', { name: 'States' })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    await expectAccessible(page, `gallery, ${colorScheme}`)
  }
  const cell = page.locator('button.long-text')
  await cell.press('Enter')
  await expect(page.locator('.long-text-popover')).toContainText('grows with its text.')
  await page.keyboard.press('Escape')
  await expect(page.locator('.long-text-popover')).toBeHidden()
  await expect(cell).toBeFocused()
  await page.setViewportSize({ width: 375, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
})
