// @vitest-environment happy-dom
/** The overview against the reference server: its figures, settings, and missing extensions. */
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { call } from '#client/api/call.ts'
import { balanceAlert, reconciliation } from '#contract/ledger.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { usage } from '#contract/usage.ts'
import type { Resource } from '#console/engine/resource.ts'
import { users } from '#contract/users.ts'
import { injectFault } from '#mocks/handlers.ts'
import { createJsonLog } from '#server/platform/log.ts'
import { reconcile } from '#server/features/ledger/reconciliation/job.ts'
import { startConsoleServer, openConsolePage, until } from '#tests/support/browser/console.tsx'
import { signInAs } from '#tests/support/browser/orders-page.tsx'
import { cellsOf, footCellsOf } from '#tests/support/browser/tables.ts'
import {
  buttonOrLink,
  dialog,
  fill,
  press,
  pressInDialog,
  text,
  user,
} from '#tests/support/browser/user.ts'

const server = await startConsoleServer()

const exact = (count: number) => new Intl.NumberFormat('en-US').format(count)
const pages = import.meta.glob<{ default: Resource }>(
  '/resources/{overview,sub-accounts,recharge,account-log,translation-log}.ts',
)
const resources = async () =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(pages).map(async ([path, load]) => [path, await load()] as const),
    ),
  )
const open = (as: string) =>
  openConsolePage('/UserCenterIndex', { as, lang: 'en', with: resources })
/** Values of the facts on the page by their names. */
const facts = () =>
  Object.fromEntries(
    screen
      .queryAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling!.textContent]),
  )
const section = (name: string) => screen.queryByRole('region', { name })
const tableIn = (region: string | RegExp) =>
  within(screen.getByRole('region', { name: region })).getByRole('table')
const byDay = () => cellsOf(tableIn(/^Usage by (day|month)$/))
const usageGroups = () => tableIn('Totals')
const waitForCards = () =>
  until(
    () =>
      section('Usage by day') !== null &&
      /Not checked yet|Balances (reconciled|don’t reconcile)/.test(text()),
  )
const ranking = () => tableIn('Accounts ranked by usage')
const rankingRows = () => cellsOf(ranking())
const parseNumber = (cellText: string | null | undefined) => Number(cellText?.replaceAll(',', ''))

const threshold = () => screen.queryByLabelText('Low-balance alert (characters)')
const choose = (name: string) => user.click(screen.getByRole('radio', { name }))
const urlOf = (link: HTMLElement) => new URL(link.getAttribute('href')!, 'http://test')

test('a main account sees balances, membership, registration, invitation and no reconciliation yet', async () => {
  await open('demo')
  await until(() => text().includes('Not checked yet'))
  const me = await call(users.get, {})
  expect(section('Remaining quota')!.textContent).toContain(exact(me.memberAccount.usableCharNum))
  expect(facts()).toMatchObject({
    'Voice units left': exact(me.memberAccount.usableVoiceNum),
    'Images left': exact(me.memberAccount.usableImageNum),
    Package: 'Standard',
    Billing: 'Per character',
    'Translation channel': 'Tencent TranslateChange',
    Registered: `${me.registerDateTime}Delete account`,
    'Consecutive login days': exact(me.lastLoginLog!.sumDay),
    'People invited': exact(me.inviteCount!),
  })
  expect(facts()['Characters used by this account']).toContain(
    exact(me.memberAccount.usedCharTotal),
  )
  expect(facts()['Total recharged']).toContain(
    `¥${exact(Math.floor(me.memberAccount.rechargeAmountTotal / 100))}.00`,
  )
  expect(section('Invite')!.textContent).toContain(`/login?type=2&inviteCode=${me.inviteCode}`)
  expect(buttonOrLink('Copy the invitation')).toBeTruthy()
  const href = urlOf(buttonOrLink('View details: Characters used by this account'))
  expect(href.pathname).toBe('/UserCenterAccountLog')
  expect(href.searchParams.get('logType')).toBe('TRANSLATION_CONSUME')
  expect(href.searchParams.get('createDateTimeBegin')).toBe(me.registerDateTime)
})

test('forecast, reconciliation and chart show the server’s figures', async () => {
  await reconcile({
    db: server.db,
    clock: () => new Date(),
    log: createJsonLog(() => {}),
    settings: {
      production: false,
      timeZone: 'Asia/Shanghai',
      allowedOrigins: [],
      trustedProxies: 0,
      allowsLocalWebhooks: false,
    },
  })
  await open('demo')
  await waitForCards()
  const [forecast, ledgerCheck, daily] = await Promise.all([
    call(usage.forecast, {}),
    call(reconciliation.get, {}),
    call(usage.daily, { days: 30, groupBy: 'channel' }),
  ])
  expect(section('Expected to last')!.textContent).toContain(
    `About ${exact(forecast.daysLeft!)} days`,
  )
  const forecastText = section('Expected to last')!.textContent
  for (const figure of [forecast.used, forecast.dailyAverage, forecast.left])
    expect(forecastText).toContain(exact(figure))
  expect(Math.floor(forecast.left / forecast.dailyAverage)).toBe(forecast.daysLeft)
  expect(forecast.used).toBe(daily.rows.reduce((sum, { chars }) => sum + chars, 0))
  await press('Balances reconciled')
  const sums = cellsOf(screen.getByRole('table', { name: 'Balances reconciled' }))
  expect(sums[0]).toEqual([
    'Characters',
    exact(ledgerCheck.chars.started),
    exact(ledgerCheck.chars.changes),
    exact(ledgerCheck.chars.balance),
  ])
  expect(section('Remaining quota')!.textContent).toContain(ledgerCheck.checkedAt!.slice(0, 16))
  const total = daily.rows.reduce((sum, { chars }) => sum + chars, 0)
  expect(byDay()).toHaveLength(30)
  expect(byDay()[0]![0]).toBe(daily.lastDay)
  expect(byDay().reduce((sum, [, all]) => sum + Number(all!.replaceAll(',', '')), 0)).toBe(total)
  expect(
    within(section('Usage in the last 30 days')!).getByRole('img').getAttribute('aria-label'),
  ).toContain(exact(total))
})

test('accounts are ranked by this month’s usage, add up to the total, and can be given quota', async () => {
  await open('demo')
  await waitForCards()
  await until(() => section('Accounts ranked by usage') !== null)
  const usageRows = await call(usage.people, {})
  expect(
    rankingRows().map(([, month, , , left]) => [parseNumber(month), parseNumber(left)]),
  ).toEqual(usageRows.rows.map(({ chars, usableCharNum }) => [chars, usableCharNum]))
  const [othersRow, totalRow] = footCellsOf(ranking())
  const shownChars = rankingRows().reduce((sum, [, month]) => sum + parseNumber(month), 0)
  expect(shownChars + parseNumber(othersRow![1])).toBe(parseNumber(totalRow![1]))
  expect(parseNumber(totalRow!.at(-1))).toBe((await call(usage.forecast, {})).left)
  expect(buttonOrLink('Add sub-account').getAttribute('href')).toBe('/UserCenterChild?open=create')
  await press('Show more')
  await until(() => rankingRows().length === usageRows.total)
  expect(rankingRows().reduce((sum, [, month]) => sum + parseNumber(month), 0)).toBe(
    usageRows.all.chars,
  )
  await user.click(within(ranking()).getAllByRole('button')[0]!)
  await until(() => dialog() !== null)
  const { userId } = await call(users.get, {})
  const first = usageRows.rows.find((row) => row.userId !== userId)!
  expect(dialog()!.textContent).toContain(first.account)
})

test('a disabled person in the ranking can be enabled after a confirmation', async () => {
  await signInAs('demo')
  const { rows } = await call(usage.people, {})
  const { userId, account } = rows.find((row) => row.account !== 'demo' && row.enabled === 1)!
  await call(subAccounts.changeEnabled, { userId, enabled: 0 })
  await open('demo')
  await until(() => screen.queryByRole('button', { name: `Enable: ${account}` }) !== null)
  await press(`Enable: ${account}`)
  await pressInDialog('Enable')
  await until(() => screen.queryByRole('button', { name: `Distribute: ${account}` }) !== null)
  const after = await call(usage.people, {})
  expect(after.rows.find((row) => row.userId === userId)?.enabled).toBe(1)
  // Disabling has taken its quota back, without which it would need attention in other tests.
  await call(subAccounts.distribute, { childUserId: userId, changeCharNum: 10_000 })
})

test('the chart shows seven days, or twelve months with correct sums', async () => {
  await open('demo')
  await waitForCards()
  await choose('7 days')
  await until(() => byDay().length === 7)
  await choose('12 months')
  await until(() => byDay().length === 12)
  const { all, firstDay } = await call(usage.people, {})
  expect(byDay()[0]).toEqual([firstDay.slice(0, 7), exact(all.chars), ...byDay()[0]!.slice(2)])
})

test('bars and groups of a chart are named, and link to their translations, of all accounts', async () => {
  await open('demo')
  await waitForCards()
  const { userId } = await call(users.get, {})
  const urlsIn = (table: HTMLElement) => within(table).getAllByRole('link').map(urlOf)
  const day = urlsIn(tableIn('Usage by day'))[0]!
  expect([day.pathname, day.searchParams.get('childUserId')]).toEqual([
    '/UserCenterChangeTranslateLog',
    'all',
  ])
  expect(day.searchParams.get('createDateTimeBegin')).toMatch(/00:00:00$/)
  expect(day.searchParams.get('createDateTimeEnd')).toBe(
    day.searchParams.get('createDateTimeBegin')!.replace('00:00:00', '23:59:59'),
  )
  const { groups } = await call(usage.daily, {})
  expect(urlsIn(usageGroups())[0]!.searchParams.get('tranChannelId')).toBe(groups[0]!.id)
  await choose('By account')
  const byUser = await call(usage.daily, { groupBy: 'user' })
  await until(() => cellsOf(usageGroups()).length === byUser.groups.length)
  const known = byUser.groups.filter(({ id }) => id !== 'others')
  const linkQueries = urlsIn(usageGroups()).map(({ searchParams }) => searchParams)
  expect(linkQueries.map((query) => query.get('childUserId') ?? userId)).toEqual(
    known.map(({ id }) => id),
  )
  expect(cellsOf(usageGroups()).map(([name]) => name)).toEqual(
    byUser.groups.map(({ name, id }) => name ?? (id === 'others' ? 'Others' : 'Deleted account')),
  )
})

test('time-based billing shows the expiry instead of characters', async () => {
  await open('monthly@example.com')
  await until(() => text().includes('days left'))
  const { memberAccount } = await call(users.get, {})
  expect(section('Expires')!.textContent).toContain(memberAccount.expireDateTime!.slice(0, 10))
  expect(section('Expires')!.textContent).not.toContain('characters left')
  expect(text()).not.toContain('Low-balance alert (')
  expect(
    buttonOrLink('View details: Characters used by this account').getAttribute('href'),
  ).toMatch(/^\/UserCenterChangeTranslateLog\?createDateTimeBegin=/)
})

test('a new sub-account sees its first steps, and no settings, invitation or recharge', async () => {
  await open('newcomer')
  await until(() => section('Get started') !== null && /No usage in the last \d+ days/.test(text()))
  for (const title of ['Settings', 'Invite', 'Usage by account', 'Usage in the last 30 days'])
    expect(section(title)).toBeNull()
  const steps = within(section('Get started')!).getAllByRole('listitem')
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Try a translation/),
    expect.stringMatching(/^Download the client/),
  ])
  expect(facts()).not.toHaveProperty('Total recharged')
  for (const name of ['Change translation channel', 'Delete account'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(text()).toContain('Sub-account')
})

test('a sub-account without characters reads that translations draw on the main account', async () => {
  await open('demo')
  const [newcomer] = (await call(subAccounts.page, { account: 'newcomer' })).rows
  const { userId: childUserId, memberAccount } = newcomer!
  const changeCharNum = memberAccount.usableCharNum
  const amounts = { changeCharNum, changeVoiceNum: 0, changeImageNum: 0 }
  await call(subAccounts.reclaim, { childUserId, ...amounts })
  await open('newcomer')
  await until(() => text().includes('No characters in this account. Translations draw on the'))
  await signInAs('demo')
  await call(subAccounts.distribute, { childUserId, changeCharNum })
})

test('first steps are checked by the account’s actions', async () => {
  await open('free@example.com')
  await until(() => section('Get started') !== null)
  const { memberAccount } = await call(users.get, {})
  const isDone = (title: string) =>
    within(section('Get started')!)
      .getAllByRole('listitem')
      .find(({ textContent }) => textContent.startsWith(title))!
      .textContent.startsWith(`${title}Done`)
  expect([isDone('Try a translation'), isDone('Buy a package')]).toEqual([
    memberAccount.usedCharTotal > 0,
    memberAccount.rechargeAmountTotal > 0,
  ])
})

test('automatic distribution is switched after a confirmation', async () => {
  await open('demo')
  await waitForCards()
  const { autoDistribution } = await call(users.get, {})
  const toggle = screen.getByRole<HTMLInputElement>('switch', { name: 'Automatic distribution' })
  expect(toggle.checked).toBe(autoDistribution === 1)
  await user.click(toggle)
  const verb = autoDistribution === 1 ? 'Turn off' : 'Turn on'
  await until(() => dialog()?.textContent.includes(`${verb} automatic distribution?`) === true)
  await pressInDialog('Cancel')
  expect((await call(users.get, {})).autoDistribution).toBe(autoDistribution)
  expect(toggle.checked).toBe(autoDistribution === 1)
  await user.click(toggle)
  await pressInDialog(verb)
  await until(() =>
    text().includes(`Automatic distribution is ${autoDistribution === 1 ? 'off' : 'on'}`),
  )
  expect((await call(users.get, {})).autoDistribution).toBe(1 - autoDistribution)
  await until(() => toggle.checked === (autoDistribution === 0))
})

test('a threshold above the balance is saved and becomes an action item at once', async () => {
  await open('demo')
  await waitForCards()
  await until(() => threshold() !== null)
  const { usableCharNum } = (await call(users.get, {})).memberAccount
  await fill(threshold()!, String(usableCharNum + 1))
  await press('Save')
  await until(() => text().includes('Saved'))
  expect(await call(balanceAlert.get, {})).toEqual({ lowCharNum: usableCharNum + 1 })
  await until(() =>
    section('Needs attention')!.textContent.includes(
      `Fewer than ${exact(usableCharNum + 1)} characters left`,
    ),
  )
  await fill(threshold()!, '')
  await press('Save')
  await until(() => !section('Needs attention')!.textContent.includes('Fewer than'))
  expect(await call(balanceAlert.get, {})).toEqual({ lowCharNum: null })
})

test('a backend without extensions has none of their cards', async () => {
  injectFault('refused', { path: '/extensions/list' })
  await open('demo')
  await until(() => Object.hasOwn(facts(), 'Translation channel'))
  for (const title of ['Expected to last', 'Usage in the last 30 days', 'Usage by account'])
    expect(section(title)).toBeNull()
  expect(text()).not.toMatch(/Not checked yet|Balances (reconciled|don’t reconcile)/)
  expect(text()).not.toContain('Low-balance alert (')
  expect(section('Remaining quota')).not.toBeNull()
  await until(() => section('Needs attention')!.textContent.includes('You’re all set'))
})
