/** Layout of a list's table: height, columns and what stays visible while scrolling. */
import { visibleAccounts } from '#tests/e2e/support/list.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('the table fills the viewport, is at least 556 px high, and marks whether more rows follow', async ({
  page,
  open,
  t,
}) => {
  const height = () =>
    page.locator('.table-scroll').evaluate((table) => table.getBoundingClientRect().height)
  const pager = page.getByRole('navigation', { name: t('crud.pager.label') })
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page)
  const table = page.locator('.data-table')
  await expect.poll(() => visibleAccounts(page)).toHaveLength(10)
  await expect(page.locator('tbody').getByRole('row').last()).toBeInViewport({ ratio: 1 })
  await expect(table).toHaveAttribute('data-more', 'false')

  await page.setViewportSize({ width: 1280, height: 640 })
  await expect.poll(height).toBe(556)
  await expect(pager).toBeInViewport({ ratio: 1 })

  await page.setViewportSize({ width: 1440, height: 1200 })
  await expect.poll(height).toBeGreaterThan(800)
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight))
    .toBe(0)

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByLabel(t('crud.pager.size')).selectOption('20')
  await expect.poll(() => visibleAccounts(page)).toHaveLength(20)
  await expect(table).toHaveAttribute('data-more', 'true')
  await table.locator('.table-scroll').evaluate((box) => box.scrollTo({ top: box.scrollHeight }))
  await expect(table).toHaveAttribute('data-more', 'false')

  await page.setViewportSize({ width: 1440, height: 640 })
  await page.goto('/UserCenterChild?account=emma')
  await expect.poll(() => visibleAccounts(page)).toHaveLength(1)
  expect(await height()).toBe(556)
})

test('from 1024 to 1440 px all columns fit without horizontal scrolling', async ({
  page,
  open,
  t,
}) => {
  await page.setViewportSize({ width: 1024, height: 800 })
  await open(page)
  const expected = {
    '/UserCenterChild': ['fields.account', 'fields.nickname', 'fields.enabled'],
    '/UserCenterOrder': [
      'fields.createDateTime',
      'resources.orders.fields.num',
      'resources.orders.fields.amount',
    ],
    '/UserCenterChangeTranslateLog?childUserId=all': [
      'resources.translationLog.fields.userName',
      'resources.translationLog.fields.ip',
    ],
    '/UserWorkSpace': ['resources.contacts.fields.company', 'resources.contacts.fields.fromApp'],
  } as const
  for (const [path, fields] of Object.entries(expected)) {
    await page.setViewportSize({ width: 1024, height: 800 })
    if (path !== '/UserCenterChild') await page.goto(path)
    await expect(page.locator('tbody .index').first()).toHaveText('1')
    for (const width of [1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      const table = page.locator('.table-scroll')
      await expect
        .poll(() => table.evaluate((box) => box.scrollWidth - box.clientWidth), {
          message: `${path} at ${width}`,
        })
        .toBe(0)
      for (const field of fields)
        await expect(page.getByRole('columnheader').filter({ hasText: t(field) })).toHaveCount(1)
    }
  }
})

test('row actions stay visible while a wide table is scrolled horizontally', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 900, height: 800 })
  await open(page)
  // Forces a table wider than the viewport.
  await page.addStyleTag({ content: '.data-table .table-scroll table { min-width: 1200px }' })
  const scrollBox = page.locator('.data-table .table-scroll')
  const action = page.locator('tbody td.operate').first()
  await expect(action.getByRole('button').first()).toBeVisible()
  const viewportBox = (await scrollBox.boundingBox())!
  const overflow = async () => {
    const cell = (await action.boundingBox())!
    return Math.round(cell.x + cell.width - viewportBox.x - viewportBox.width)
  }
  expect(await scrollBox.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true)
  await expect.poll(overflow).toBeLessThanOrEqual(1)
  await scrollBox.evaluate((box) => box.scrollTo({ left: 60 }))
  await expect.poll(overflow).toBeLessThanOrEqual(1)
  await expect.poll(overflow).toBeGreaterThan(-20)
})
