/** Layout of a list's table: height, columns and what stays visible while scrolling. */
import type { Page } from '@playwright/test'
import { visibleAccounts } from '#tests/e2e/support/list.ts'
import type { Translate } from '#tests/e2e/support/messages.ts'
import { navigate } from '#tests/e2e/support/navigate.ts'
import { signIn } from '#tests/e2e/support/operators.ts'
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

test('from 1024 to 1440 px all columns fit, from 1280 px on each of the specification for itself', async ({
  page,
  open,
  t,
}) => {
  test.slow()
  await page.setViewportSize({ width: 1024, height: 800 })
  await open(page)
  const quotas = ['usableCharNum', 'usableVoiceNum', 'usableImageNum'] as const
  const expected = {
    '/UserCenterChild': [
      'fields.nickname',
      'fields.lastLoginDateTime',
      ...quotas.map((quota) => `resources.subAccounts.fields.${quota}` as const),
      'fields.enabled',
    ],
    '/UserCenterLoginLog': ['fields.loginIp', 'fields.clientType', 'fields.loginDateTime'],
    '/UserCenterOrder': [
      'resources.orders.fields.no',
      'resources.orders.fields.memberGroupName',
      'resources.orders.fields.tranChannelId',
      'resources.orders.fields.num',
      'resources.orders.fields.amount',
      'fields.createDateTime',
    ],
    '/UserCenterAccountLog?logType=TRANSLATION_CONSUME': [
      'resources.accountLog.fields.consumeTranChannelId',
      'resources.accountLog.fields.consumerIp',
    ],
    '/UserCenterChangeTranslateLog': [
      'resources.translationLog.fields.createDateTime',
      'resources.translationLog.fields.wordCount',
      'resources.translationLog.fields.translationBillingMode',
      'resources.translationLog.fields.tranChannelId',
      'resources.translationLog.fields.sourceLangCode',
      'resources.translationLog.fields.targetLangCode',
      'resources.translationLog.fields.clientType',
      'resources.translationLog.fields.ip',
    ],
    '/UserWorkSpace': [
      'resources.contacts.fields.title',
      'resources.contacts.fields.cellphone',
      'resources.contacts.fields.company',
      'resources.contacts.fields.step',
      'resources.contacts.fields.country',
      'resources.contacts.fields.tags',
      'resources.contacts.fields.fromApp',
    ],
  } as const
  for (const [path, fields] of Object.entries(expected)) {
    await page.setViewportSize({ width: 1024, height: 800 })
    if (path !== '/UserCenterChild') await navigate(page, path)
    await expect(page.locator('main i.waiting')).toHaveCount(0)
    for (const width of [1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: width === 1280 ? 720 : 800 })
      const table = page.locator('.table-scroll')
      await expect
        .poll(() => table.evaluate((box) => box.scrollWidth - box.clientWidth), {
          message: `${path} at ${width}`,
        })
        .toBe(0)
      for (const field of fields)
        await expect(
          width < 1280
            ? page.getByRole('columnheader').filter({ hasText: t(field) })
            : page.getByRole('columnheader', { name: t(field), exact: true }),
          `${path} at ${width}`,
        ).toHaveCount(1)
    }
  }
})

test('at 1280 × 720 ten rows fit, with actions of sub-accounts in words, digits and states of orders', async ({
  page,
  open,
  t,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  const pages: Record<string, () => Promise<void>> = {
    '/UserCenterChild': () => expectActionsInWords(page, t),
    '/UserCenterLoginLog': async () => {},
    '/UserCenterOrder': () => expectDigitsAndStates(page),
    '/UserCenterChangeTranslateLog': async () => {},
    '/UserWorkSpace': async () => {},
  }
  for (const [path, expectMore] of Object.entries(pages))
    await test.step(path, async () => {
      await (path === '/UserCenterChild' ? open(page, path) : navigate(page, path))
      await expect(page.locator('tbody .data-row')).toHaveCount(10)
      await expect(page.locator('main i.waiting')).toHaveCount(0)
      await expect(page.locator('tbody .data-row').last()).toBeInViewport({ ratio: 1 })
      const { table, hidden } = await page.evaluate(() => ({
        table: document.querySelector('.table-scroll')!.clientHeight,
        hidden: document.documentElement.scrollHeight - innerHeight,
      }))
      expect(hidden).toBe(0)
      expect(table).toBeGreaterThanOrEqual(556)
      await expectMore()
    })
})

/** A sub-account's row distributes and resets the password by words, and its status is whole. */
async function expectActionsInWords(page: Page, t: Translate) {
  const row = page.locator('tbody .data-row').first()
  await expect(row.locator('.row-actions > .text-button')).toHaveText([
    t('resources.subAccounts.actions.distribute'),
    t('crud.actions.resetPassword'),
  ])
  const edges = await row.evaluate((cells) => ({
    status: cells.querySelector('.switch')!.getBoundingClientRect().right,
    actions: cells.querySelector('.operate')!.getBoundingClientRect().left,
    table: cells.getBoundingClientRect().right,
    frame: cells.closest('.rows')!.getBoundingClientRect().right,
  }))
  expect(edges.status).toBeLessThanOrEqual(edges.actions)
  expect(edges.table).toBeLessThanOrEqual(edges.frame)
}

/** An order's number shows its last digits, and its state is whole. */
async function expectDigitsAndStates(page: Page) {
  const row = page.locator('tbody .data-row').filter({ has: page.locator('.tag') })
  await expect(row).toHaveCount(10)
  // The right edge of the text is inside its cell; it is cut at the left.
  const overhangs = await page.locator('[data-cut="start"] > span').evaluateAll((numbers) =>
    numbers.map((number) => {
      const text = document.createRange()
      text.selectNodeContents(number)
      return text.getBoundingClientRect().right - number.getBoundingClientRect().right
    }),
  )
  expect(Math.max(...overhangs)).toBeLessThanOrEqual(1)
  const tags = await row.locator('.tag').evaluateAll((all) =>
    all.map((tag) => {
      const cell = tag.closest('td')!.getBoundingClientRect()
      return tag.getBoundingClientRect().right <= cell.right && tag.scrollWidth <= tag.clientWidth
    }),
  )
  expect(tags).toEqual(Array(10).fill(true))
}

test('sums and the pager keep their places when they arrive after the rows', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 1100, height: 720 })
  let answer = () => {}
  const allowed = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/user/childTotals*', async (route) => {
    await allowed
    await route.continue()
  })
  await open(page)
  await expect.poll(() => visibleAccounts(page)).toHaveLength(10)
  const places = () =>
    page.locator('.rows, .pager, .pager .total, .pager select, .pager ul').evaluateAll((parts) =>
      parts.map((part) => {
        const { left, top, right, bottom } = part.getBoundingClientRect()
        return [left, top, right, bottom].map(Math.round)
      }),
    )
  await expect(page.locator('.pager select')).toBeVisible()
  const before = await places()
  answer()
  await expect(page.locator('.totals dd').first()).toBeVisible()
  expect(await places()).toEqual(before)
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

test('on a tablet the first column scrolls away, so that the columns beside the actions can be read', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 800, height: 900 })
  await open(page, '/UserCenterOrder')
  await expect(page.locator('tbody .data-row')).toHaveCount(10)
  const box = page.locator('.table-scroll')
  await box.evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
  const { room, first } = await page.evaluate(() => {
    const edge = document.querySelector('.table-scroll')!.getBoundingClientRect().left
    const rectOf = (selector: string) => document.querySelector(selector)!.getBoundingClientRect()
    return { room: rectOf('td.operate').left - edge, first: rectOf('td.first').left - edge }
  })
  expect(first).toBeLessThan(0)
  expect(room).toBeGreaterThan(300)
})

test('at 375 px the operators’ buttons are targets of 44 px, and the pager covers no card', async ({
  page,
  lang,
}) => {
  await page.goto('/operator')
  await signIn(page, lang)
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/operator/customer-orders')
  await expect(page.locator('.row-card')).toHaveCount(10)
  const heights = await page
    .locator('.row-card .row-actions button, .toolbar button, .pager :is(button, select)')
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().height))
  expect(Math.min(...heights.filter(Boolean))).toBeGreaterThanOrEqual(44)
  const [cards, pager] = [page.locator('.rows'), page.locator('.pager')]
  const [list, pages] = [(await cards.boundingBox())!, (await pager.boundingBox())!]
  expect(pages.y).toBeGreaterThanOrEqual(list.y + list.height)
})
