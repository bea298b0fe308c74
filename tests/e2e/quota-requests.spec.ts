/** A sub-account without quota asks for it; its main account grants or declines it. */
import type { Locator, Page } from '@playwright/test'
import { quotaRequests } from '#contract/quota-requests.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { en, zh } from '#locales/api-errors.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { expectAccessible } from '#tests/e2e/support/axe.ts'
import type { Translate } from '#tests/e2e/support/messages.ts'
import { balancesOf, callOrThrow, confirmation, subAccountName } from '#tests/e2e/support/quota.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import type { Product } from '#tests/support/server/product.ts'

const refusals = { zh, en }
const { ask, page: list } = quotaRequests.calls

/** The main account keeps its quota, and the sub-account has none. */
async function emptySubAccount(product: Product) {
  const [owner, sub] = [
    await product.caller(demoAccounts.demo),
    await product.caller(subAccountName),
  ]
  const { userId } = await callOrThrow(owner, users.get, {})
  await callOrThrow(owner, users.changeAutoDistribution, { userId, autoDistribution: 0 })
  const { usableCharNum, usableVoiceNum, usableImageNum } = await balancesOf(sub)
  await callOrThrow(owner, subAccounts.reclaim, {
    childUserId: (await callOrThrow(sub, users.get, {})).userId,
    changeCharNum: usableCharNum,
    changeVoiceNum: usableVoiceNum,
    changeImageNum: usableImageNum,
  })
  return { owner, sub }
}

const rowIn = (page: Page) => page.locator('tbody').getByRole('row')
const actionOf = (inside: Page | Locator, t: Translate, action: 'grant' | 'decline') =>
  inside.getByRole('button', {
    name: new RegExp(`^${t(`resources.quotaRequests.actions.${action}`)}`),
  })

/** Opens the bell; the first notice, which is about the request. */
async function openNotice(page: Page, t: Translate) {
  await page.locator('.bell').click()
  return page
    .getByRole('region', { name: t('inbox.list') })
    .getByRole('listitem')
    .first()
}

/** Sends what the dialog asks for. */
async function fillAndSend(page: Page, t: Translate, reason: string) {
  const dialog = page.getByRole('dialog', { name: t('quotaRequests.ask') })
  await expect(dialog.getByLabel(t('resources.quotaRequests.fields.charNum'))).not.toHaveValue('')
  await dialog.getByLabel(t('resources.quotaRequests.fields.charNum')).fill('20000')
  await dialog.getByLabel(t('resources.quotaRequests.fields.reason')).fill(reason)
  await expectAccessible(page, 'asking for quota')
  await dialog.getByRole('button', { name: t('quotaRequests.send') }).click()
  await expect(dialog).toBeHidden()
}

const toastsOf = (page: Page) => page.locator('.toasts[aria-label]')

/** Nothing is announced to the page. */
const withoutLiveUpdates = (page: Page) =>
  page.route('**/notice/openSse/**', () => {
    // Never answered.
  })

test('a sub-account asks while it translates, gets another amount, and translates the same text', async ({
  page,
  open,
  t,
  product,
  newBrowser,
}) => {
  test.slow()
  const { sub } = await emptySubAccount(product)
  await open(page, '/UserCenterIndex')
  await expect(page.locator('.bell')).toBeVisible()
  const subPage = await (await newBrowser()).newPage()
  await open(subPage, '/UserCenterChangeTranslateTest', 'demosub')
  await subPage.getByRole('button', { name: new RegExp(`^${t('translate.to')}`) }).click()
  await subPage.getByRole('combobox', { name: t('translate.search') }).fill('simplified')
  await expect(subPage.getByRole('option').first()).toBeVisible()
  await subPage.keyboard.press('Enter')
  const source = subPage.getByRole('textbox', { name: t('translate.text') })
  await source.fill('Hello')
  await source.press('Control+Enter')
  await subPage.getByRole('button', { name: t('quotaRequests.ask') }).click()
  await fillAndSend(subPage, t, 'A large customer')
  await expect(toastsOf(subPage)).toContainText(t('quotaRequests.sent'))
  await expect(subPage.getByRole('button', { name: t('quotaRequests.ask') })).toHaveCount(0)
  await expect(source).toHaveValue('Hello')

  await expect(page.getByText(t('overview.needs.requests', { count: 1 }))).toBeVisible()
  const notice = confirmation(page)
  await expect(notice).toContainText('A large customer')
  await expect(actionOf(notice, t, 'grant')).toBeVisible()
  await expectAccessible(page, 'a request in the dialog of a notice')
  await notice.getByRole('link', { name: t('inbox.goTo.quotaAsked') }).click()
  await expect(page).toHaveURL(/\/UserCenterQuotaRequests\?state=open#\d+$/)
  const row = page.locator('tbody [aria-current=true]')
  await expect(row).toContainText(subAccountName)
  await expect(row).toContainText('20,000')
  await expect(actionOf(row, t, 'grant')).toBeVisible()
  await expect(actionOf(row, t, 'decline')).toBeVisible()
  await expectAccessible(page, 'requests for quota')
  const more = row.getByRole('button', {
    name: new RegExp(t('crud.list.moreOf', { name: '' })),
  })
  const other = row.getByRole('button', {
    name: new RegExp(t('resources.quotaRequests.actions.grantOther')),
  })
  if (!(await other.isVisible())) await more.click()
  await other.click()
  const form = page.getByRole('dialog')
  const amount = form.getByLabel(t('resources.quotaRequests.fields.charNum'))
  await expect(amount).toHaveValue(/20,?000/)
  await amount.fill('30000')
  await expect(form.locator('.form-preview')).toContainText('0 → 30,000')
  await form.getByLabel(t('resources.quotaRequests.fields.answer')).fill('Good luck')
  await form
    .getByRole('button', { name: t('resources.quotaRequests.save.grantOther'), exact: true })
    .click()
  await expect(toastsOf(page)).toContainText(t('resources.quotaRequests.done.grantOther'))
  await expect(row).toHaveCount(0)

  await expect(toastsOf(subPage)).toContainText('30,000')
  expect((await balancesOf(sub)).usableCharNum).toBe(30_000)
  await expect(source).toHaveValue('Hello')
  await source.press('Control+Enter')
  await expect(
    subPage.getByRole('region', { name: t('translate.result'), exact: true }),
  ).toContainText('你好')
  await subPage.goto('/UserCenterQuotaRequests')
  const own = rowIn(subPage).first()
  await expect(own).toContainText(t('resources.quotaRequests.values.state.granted'))
  await expect(own).toContainText('30,000')
})

test('a sub-account asks on its overview, and its main account grants it with one press in the notice', async ({
  page,
  open,
  t,
  product,
  newBrowser,
}) => {
  const { sub } = await emptySubAccount(product)
  await open(page, '/UserCenterIndex', 'demosub')
  await page.getByRole('button', { name: t('quotaRequests.ask') }).click()
  await fillAndSend(page, t, 'A large customer')
  await expect(page.getByRole('link', { name: t('quotaRequests.view') })).toBeVisible()

  const ownerPage = await (await newBrowser()).newPage()
  await open(ownerPage, '/UserCenterIndex')
  await expect(ownerPage.getByText(t('overview.needs.requests', { count: 1 }))).toBeVisible()
  const notice = await openNotice(ownerPage, t)
  await expect(actionOf(notice, t, 'grant')).toBeVisible()
  await expectAccessible(ownerPage, 'a request in the list of notices')
  await actionOf(notice, t, 'grant').press('Enter')
  await expect(toastsOf(ownerPage)).toContainText(t('resources.quotaRequests.done.grant'))
  await expect(notice.getByText(t('resources.quotaRequests.values.state.granted'))).toBeFocused()
  await expect(ownerPage.getByText(t('overview.needs.requests', { count: 1 }))).toHaveCount(0)
  expect((await balancesOf(sub)).usableCharNum).toBe(20_000)
  await expect(toastsOf(page)).toContainText('20,000')
  await expect(page.getByRole('button', { name: t('quotaRequests.ask') })).toBeVisible()
})

test('a sub-account asks on the page of requests and reads why it was declined', async ({
  page,
  open,
  t,
  product,
  newBrowser,
}) => {
  await emptySubAccount(product)
  await open(page, '/UserCenterQuotaRequests', 'demosub')
  await expect(page.getByText(t('resources.quotaRequests.empty'))).toBeVisible()
  await expect(
    page.getByRole('columnheader', { name: t('resources.quotaRequests.fields.userName') }),
  ).toHaveCount(0)
  await page.getByRole('button', { name: t('quotaRequests.ask') }).click()
  await fillAndSend(page, t, 'A large customer')
  await expect(rowIn(page)).toContainText('A large customer')

  const ownerPage = await (await newBrowser()).newPage()
  await ownerPage.setViewportSize({ width: 1280, height: 720 })
  await open(ownerPage, '/UserCenterQuotaRequests')
  await expect(
    ownerPage.getByRole('columnheader', { name: t('resources.quotaRequests.fields.userName') }),
  ).toBeVisible()
  await expect(actionOf(rowIn(ownerPage), t, 'grant')).toBeVisible()
  await actionOf(rowIn(ownerPage), t, 'decline').click()
  const form = ownerPage.getByRole('dialog')
  await form.getByLabel(t('resources.quotaRequests.fields.answer')).fill('Next month')
  await form
    .getByRole('button', { name: t('resources.quotaRequests.save.decline'), exact: true })
    .click()
  await expect(toastsOf(ownerPage)).toContainText(t('resources.quotaRequests.done.decline'))
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Next month')
  await dialog.getByRole('button', { name: t('inbox.understood') }).click()
  await expect(rowIn(page)).toContainText(t('resources.quotaRequests.values.state.declined'))
  await expect(page.getByRole('button', { name: t('quotaRequests.ask') })).toBeVisible()
})

test('of two devices of a main account one grants, and the other is told', async ({
  page,
  lang,
  open,
  t,
  product,
  newBrowser,
}) => {
  const { sub } = await emptySubAccount(product)
  const stream = page.waitForResponse(/openSse/)
  await open(page, '/UserCenterIndex')
  await stream
  await callOrThrow(sub, ask, { charNum: 20_000 })
  const other = await (await newBrowser()).newPage()
  await withoutLiveUpdates(other)
  await open(other, '/UserCenterQuotaRequests?state=open')
  await expect(actionOf(rowIn(other), t, 'grant')).toBeVisible()
  await actionOf(confirmation(page), t, 'grant').click()
  await expect(toastsOf(page)).toContainText(t('resources.quotaRequests.done.grant'))
  await expect(confirmation(page)).toContainText(t('resources.quotaRequests.values.state.granted'))
  await actionOf(rowIn(other), t, 'grant').click()
  await expect(toastsOf(other)).toContainText(refusals[lang].reasons.requestGranted)
  await expect(other.getByText(t('resources.quotaRequests.emptyWith.state.open'))).toBeVisible()
  expect((await balancesOf(sub)).usableCharNum).toBe(20_000)
})

test('a double click on the dialog of a request grants it alone, not the one that follows', async ({
  page,
  open,
  t,
  product,
}) => {
  const { owner, sub } = await emptySubAccount(product)
  const other = await product.caller('sophie')
  const before = (await balancesOf(other)).usableCharNum
  const stream = page.waitForResponse(/openSse/)
  await open(page, '/UserCenterIndex')
  await stream
  await callOrThrow(sub, ask, { charNum: 20_000 })
  await expect(actionOf(confirmation(page), t, 'grant')).toBeVisible()
  await callOrThrow(other, ask, { charNum: 30_000 })
  await actionOf(confirmation(page), t, 'grant').dblclick({ delay: 150 })
  await expect(confirmation(page)).toContainText(t('resources.quotaRequests.values.state.granted'))
  await confirmation(page)
    .getByRole('button', { name: t('inbox.understood') })
    .click()
  await expect(confirmation(page)).toContainText('30,000')
  await expect(actionOf(confirmation(page), t, 'grant')).toBeVisible()
  expect((await callOrThrow(owner, list, { state: 'open' })).total).toBe(1)
  expect((await balancesOf(other)).usableCharNum).toBe(before)
})
