/** The development page of all controls, built as the product is: what development shows, the build shows. */
import { test as base, expect, type Page } from '@playwright/test'
import { build, preview, type PreviewServer } from 'vite'
import { bringAxe, expectAccessible } from '#tests/e2e/support/axe.ts'

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

// One build for all.
test.describe.configure({ mode: 'default' })

async function openGallery(page: Page, server: PreviewServer) {
  await page.goto(new URL('/gallery', server.resolvedUrls!.local[0]).href)
  const table = page.getByRole('region', { name: 'antd Table' })
  await expect(table.getByRole('row')).toHaveCount(6)
  return table
}

test("antd's table selects, sorts, filters, pages and shows its empty text", async ({
  page,
  server,
}) => {
  const table = await openGallery(page, server)
  const names = table.getByRole('cell', { name: /^Person/ })

  await table.getByRole('checkbox', { name: 'Select all' }).check()
  await expect(table.getByText('Selected: 5')).toBeVisible()

  await table.getByRole('columnheader', { name: 'Characters' }).click()
  await expect(names.first()).toHaveText('Person 01')
  await table.getByRole('columnheader', { name: 'Characters' }).click()
  await expect(names.first()).toHaveText('Person 02')

  await table.getByRole('listitem', { name: '3' }).click()
  await expect(names).toHaveCount(2)

  await table.getByRole('columnheader', { name: 'Role' }).getByRole('button').click()
  await page.getByRole('menuitem', { name: 'nobody' }).click()
  await page.getByRole('button', { name: /^(OK|确 ?定)$/ }).click()
  await expect(table.getByText('Nobody has this role.')).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme })

    test('all controls are accessible and fit 375 px', async ({ page, server, context }) => {
      await bringAxe(context)
      await openGallery(page, server)
      await expectAccessible(page, `gallery, ${colorScheme}`)
      await page.setViewportSize({ width: 375, height: 740 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
    })
  })
