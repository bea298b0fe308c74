/** Quota that moves: given to one and to many, seen on both sides, never twice; in a real browser, in both languages. */
import type { Page } from '@playwright/test'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { accountLog } from '#contract/account-log.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { demoAccounts } from '#server/db/seed/demo.ts'
import type { Caller } from '#tests/support/server.ts'
import { bringAxe, violations } from '#tests/e2e/support/axe.ts'
import { accounts, press, rowOf } from '#tests/e2e/support/list.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import type { Say } from '#tests/e2e/support/words.ts'

const sub = 'demosub'
/** Where it is seen without turning pages. */
const listOf = `/UserCenterChild?account=${sub}`
const always = { createDateTimeBegin: '2026-01-01 00:00:00', createDateTimeEnd: '2099-01-01 00:00:00' }
const log = (logType: string) => `/UserCenterAccountLog?${new URLSearchParams({ logType, ...always }).toString()}`

async function ask<E extends Endpoint>(by: Caller, endpoint: E, input: InputOf<E>): Promise<OutputOf<E>> {
  const { success, data, msg } = await by.call(endpoint, input)
  if (!success) throw new Error(msg)
  return data
}
const own = async (by: Caller) => (await ask(by, users.get, {})).memberAccount
const moves = async (by: Caller) => (await ask(by, accountLog.page, { logType: 'DISTRIBUTION', ...always })).total

const modal = (page: Page) => page.locator('dialog[data-shape="modal"]')
const amount = (page: Page) => modal(page).getByRole('spinbutton')
const submit = (page: Page, say: Say) => modal(page).getByRole('button', { name: say('ledger.distribution.submit.give'), exact: true })
const question = (page: Page) => page.locator('dialog[data-shape="question"]')
const yes = (page: Page, say: Say) => question(page).getByRole('button', { name: say('ledger.distribution.submit.give'), exact: true })
const count = (value: number) => new Intl.NumberFormat('en').format(value)

test('an owner gives to one; the sub-account sees it, and both logs tell of it', async ({ page, open, say, toast, product, newBrowser }) => {
  const owner = await product.caller(demoAccounts.demo)
  const theirs = await (await newBrowser()).newPage()
  await open(theirs, '/UserCenterIndex', 'demosub')
  const [before, had] = [await own(owner), await own(await product.caller(sub))]
  await expect(theirs.locator('.glance-card').first()).toContainText(count(had.usableCharNum))

  await open(page, listOf)
  await press(page, say, say('resources.subAccounts.actions.distribute'), sub)
  await expect(amount(page)).toBeFocused()
  await expect(submit(page, say)).toBeDisabled()
  await amount(page).fill('50000')
  await expect(modal(page).getByRole('row').nth(1)).toContainText(count(before.usableCharNum - 50_000))
  await expect(modal(page).getByRole('row').nth(2)).toContainText(count(had.usableCharNum + 50_000))
  await submit(page, say).click()
  await expect(question(page)).toContainText('50,000')
  await expect(question(page)).toContainText(count(before.usableCharNum - 50_000))
  await yes(page, say).dblclick()
  await expect(toast(page)).toContainText(say('pages.done.default'))
  await expect(rowOf(page, sub)).toContainText(count(had.usableCharNum + 50_000))

  await theirs.getByRole('button', { name: say('overview.refresh') }).click()
  await expect(theirs.locator('.glance-card').first()).toContainText(count(had.usableCharNum + 50_000))

  for (const [who, sign] of [
    [page, '−50,000'],
    [theirs, '+50,000'],
  ] as const) {
    await who.goto(log('DISTRIBUTION'))
    const row = who.locator('tbody').getByRole('row').first()
    await expect(row).toContainText(sign)
    await expect(row).toContainText(say(sign === '−50,000' ? 'ledger.change.decrease' : 'ledger.change.add'))
    await expect(row).toContainText('demo')
    await expect(row).toContainText(count(sign === '−50,000' ? before.usableCharNum - 50_000 : had.usableCharNum + 50_000))
  }
})

test('an owner gives to many at once, to all or to none', async ({ page, open, say, toast, product }) => {
  const owner = await product.caller(demoAccounts.demo)
  const before = await own(owner)
  await open(page)
  await expect(rowOf(page, 'newcomer')).toBeVisible()
  const names = (await accounts(page)).slice(0, 4)
  const rows = (await ask(owner, subAccounts.page, { pageSize: 100 })).rows
  for (const name of names) await page.getByRole('checkbox', { name: say('pages.list.select', { name }), exact: true }).check()
  await page.getByRole('button', { name: say('resources.subAccounts.actions.distributeMany') }).click()

  const most = Math.floor(before.usableCharNum / names.length)
  await amount(page).fill(String(most + 1))
  await expect(modal(page)).toContainText(say('ledger.distribution.notEnough'))
  await expect(submit(page, say)).toBeDisabled()
  await amount(page).fill('10000')
  for (const [at, name] of names.entries()) {
    const has = rows.find(({ account }) => account === name)!.memberAccount.usableCharNum
    await expect(
      modal(page)
        .getByRole('row')
        .nth(at + 2),
    ).toContainText(count(has + 10_000))
  }
  await submit(page, say).click()
  await expect(question(page)).toContainText(count(10_000 * names.length))
  await yes(page, say).click()
  await expect(toast(page)).toContainText(say('pages.done.default'))
  await expect(page.getByText(say('pages.list.selected', { count: names.length }))).toBeHidden()
  expect((await own(owner)).usableCharNum).toBe(before.usableCharNum - 10_000 * names.length)

  // One of them is gone meanwhile: nobody gets anything, and it is said.
  for (const name of names.slice(0, 2)) await page.getByRole('checkbox', { name: say('pages.list.select', { name }), exact: true }).check()
  await page.getByRole('button', { name: say('resources.subAccounts.actions.distributeMany') }).click()
  await ask(owner, subAccounts.remove, { userId: rows.find(({ account }) => account === names[0])!.userId })
  const left = (await own(owner)).usableCharNum
  await amount(page).fill('10000')
  await submit(page, say).click()
  await yes(page, say).click()
  await expect(modal(page).getByRole('alert')).toContainText(say('ledger.distribution.failed'))
  expect((await own(owner)).usableCharNum).toBe(left)
})

test('a lost answer is said, and trying again does not do it twice', async ({ page, open, say, toast, product, calm }) => {
  calm.expect(/failed request: POST .*distribution/, /console error: Failed to load resource.*distribution/)
  const owner = await product.caller(demoAccounts.demo)
  const [before, rows] = [await own(owner), await moves(owner)]
  await open(page, listOf)
  await press(page, say, say('resources.subAccounts.actions.distribute'), sub)
  await amount(page).fill('20000')
  await page.route('**/api/user/distribution', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await submit(page, say).click()
  await yes(page, say).click()
  await expect(modal(page).getByRole('alert')).toContainText(say('ledger.distribution.unsettled.title'))
  await expect(amount(page)).toBeDisabled()
  await page.unroute('**/api/user/distribution')

  await page.reload()
  await press(page, say, say('resources.subAccounts.actions.distribute'), sub)
  await expect(modal(page).getByRole('alert')).toContainText(say('ledger.distribution.unsettled.title'))
  await modal(page)
    .getByRole('button', { name: say('ledger.distribution.unsettled.again') })
    .click()
  await expect(toast(page)).toContainText(say('pages.done.default'))
  expect((await own(owner)).usableCharNum).toBe(before.usableCharNum - 20_000)
  expect(await moves(owner)).toBe(rows + 1)
})

test('two tabs that want the same at once do it once', async ({ page, open, say, product, context }) => {
  const owner = await product.caller(demoAccounts.demo)
  const [before, rows] = [await own(owner), await moves(owner)]
  await open(page, listOf)
  const other = await context.newPage()
  await other.goto(listOf)
  for (const tab of [page, other]) {
    await press(tab, say, say('resources.subAccounts.actions.distribute'), sub)
    await amount(tab).fill('30000')
    await submit(tab, say).click()
    await expect(question(tab)).toBeVisible()
  }
  await Promise.all([page, other].map((tab) => yes(tab, say).click()))
  for (const tab of [page, other]) await expect(modal(tab)).toBeHidden()
  expect((await own(owner)).usableCharNum).toBe(before.usableCharNum - 30_000)
  expect(await moves(owner)).toBe(rows + 1)
})

test('what another tab has done is said in this one, and what was typed is not sent', async ({ page, open, say, context }) => {
  await open(page, listOf)
  const other = await context.newPage()
  await other.goto(listOf)
  for (const tab of [page, other]) {
    await press(tab, say, say('resources.subAccounts.actions.distribute'), sub)
    await amount(tab).fill('30000')
  }
  await submit(page, say).click()
  await yes(page, say).click()
  await expect(modal(page)).toBeHidden()
  await expect(modal(other).getByText('30,000', { exact: false }).first()).toBeVisible()
  await expect(amount(other)).toHaveValue('')
  await expect(submit(other, say)).toBeDisabled()
})

test('quota is given and taken back with the keyboard alone', async ({ page, open, say, toast, product }) => {
  const sub1 = await product.caller(sub)
  const had = (await own(sub1)).usableCharNum
  await open(page, listOf)
  const keys = page.keyboard
  const tabTo = async (name: string) => {
    const wanted = page.getByRole('button', { name, exact: true }).last()
    for (let tabs = 0; tabs < 120; tabs += 1) {
      if ((await wanted.count()) > 0 && (await wanted.evaluate((element) => element === document.activeElement))) return
      await keys.press('Tab')
    }
    throw new Error(`Tab does not reach ${name}.`)
  }
  const opening = say('pages.list.actionOf', { action: say('resources.subAccounts.actions.distribute'), name: sub })
  await expect(rowOf(page, sub)).toBeVisible()
  await tabTo(opening)
  await keys.press('Enter')
  await expect(amount(page)).toBeFocused()
  await keys.press('ArrowUp')
  await expect(amount(page)).toHaveValue('10000')
  await keys.press('Enter')
  await tabTo(say('ledger.distribution.submit.give'))
  await keys.press('Enter')
  await expect(toast(page)).toContainText(say('pages.done.default'))
  expect((await own(sub1)).usableCharNum).toBe(had + 10_000)
  await expect(modal(page)).toBeHidden()

  await tabTo(opening)
  await keys.press('Enter')
  await expect(amount(page)).toBeFocused()
  await keys.press('Shift+Tab')
  await keys.press('Shift+Tab')
  await keys.press('ArrowRight')
  await expect(modal(page).getByRole('radio', { name: say('ledger.distribution.take') })).toBeChecked()
  await keys.press('Tab')
  await keys.press('ArrowRight')
  await expect(modal(page).getByRole('tab', { selected: true })).toContainText(say('ledger.units.voices'))
  await keys.press('ArrowLeft')
  await keys.press('Tab')
  await keys.press('ArrowUp')
  await keys.press('Enter')
  await tabTo(say('ledger.distribution.submit.take'))
  await keys.press('Enter')
  await expect(modal(page)).toBeHidden()
  await expect.poll(async () => (await own(sub1)).usableCharNum).toBe(had)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`accessible, ${colorScheme}`, () => {
    test.use({ colorScheme, reducedMotion: 'reduce' })
    test.beforeEach(({ context }) => bringAxe(context))

    test('distribution in all its states', async ({ page, open, say, calm }) => {
      calm.expect(/failed request: POST .*distribution/, /console error: Failed to load resource/)
      await open(page, listOf)
      await press(page, say, say('resources.subAccounts.actions.distribute'), sub)
      await expect(amount(page)).toBeFocused()
      expect(await violations(page), 'opened').toEqual([])
      await amount(page).fill('99999999')
      expect(await violations(page), 'not enough').toEqual([])
      await amount(page).fill('10000')
      await submit(page, say).click()
      await expect(question(page)).toBeVisible()
      expect(await violations(page), 'asked').toEqual([])
      await page.route('**/api/user/distribution', (route) => route.abort())
      await yes(page, say).click()
      await expect(modal(page).getByRole('alert')).toBeVisible()
      expect(await violations(page), 'no answer').toEqual([])
    })

    test('the account log', async ({ page, open, say }) => {
      await open(page, '/UserCenterAccountLog')
      await expect(page.getByRole('button', { name: say('codes.logType.DISTRIBUTION') })).toBeVisible()
      expect(await violations(page), 'nothing chosen').toEqual([])
      for (const type of ['DISTRIBUTION', 'RECHARGE_ORDER_BY_MEMBER_GROUP', 'TRANSLATION_CONSUME', 'SYS_MATRIX']) {
        await page.goto(log(type))
        await expect(page.locator('tbody .tag').first()).toBeVisible()
        expect(await violations(page), type).toEqual([])
      }
    })
  })
}
