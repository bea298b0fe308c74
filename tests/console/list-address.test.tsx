// @vitest-environment happy-dom
/** What a list keeps in its address: page, filters and order; and what they do to its rows. */
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openConsolePage, startConsoleServer, until } from '#tests/support/browser/console.tsx'
import { listCells } from '#tests/support/browser/tables.ts'
import { fill, text, user } from '#tests/support/browser/user.ts'

await startConsoleServer()

const accountLogPage = async () => ({
  '/resources/account-log.ts': await import('../../resources/account-log.ts'),
})
const open = (address = '/UserCenterChild') => openConsolePage(address, { as: 'demo' })
const accounts = () => listCells().map((cells) => cells[2] ?? '')
const waitForRows = (count = 10) =>
  until(() => accounts().length === count && accounts().every(Boolean))
const address = () => location.pathname + location.search
const filter = (label: string) => within(screen.getByRole('search')).queryByLabelText(label)
const usedThisMonth = () => screen.queryByRole('columnheader', { name: /^本月已用/ })

test('a page number beyond the last page shows the last page', async () => {
  await open('/UserCenterChild?pageNum=99')
  await until(() => address() === '/UserCenterChild?pageNum=3')
  await waitForRows(6)
})

test('a search for an invisible character is not sent, and says which it is', async () => {
  await open('/UserCenterChild?search=wang')
  await waitForRows(1)
  await fill(filter('账号或昵称')!, 'zhang\u202e')
  await until(() => text().includes('账号或昵称不能含有改变文字方向的控制符（U+202E）'))
  await user.keyboard('{Enter}')
  expect(filter('账号或昵称')!.getAttribute('aria-invalid')).toBe('true')
  expect(address()).toBe('/UserCenterChild?search=wang')
  await fill(filter('账号或昵称')!, 'zhang')
  await user.keyboard('{Enter}')
  expect(address()).toBe('/UserCenterChild?search=zhang')
  expect(text()).not.toContain('U+202E')
})

test('a search without results says so and offers to clear the filters', async () => {
  await open('/UserCenterChild?account=nobodyhere')
  await until(() => text().includes('没有符合条件的内容'))
  await user.click(within(screen.getByRole('table')).getByRole('button', { name: '清除筛选' }))
  await waitForRows()
  expect(address()).toBe('/UserCenterChild')
  expect(screen.getByRole('navigation', { name: '翻页' }).textContent).toContain('26')
})

test('a column header sorts descending, ascending, then not at all, and the address keeps it', async () => {
  const amounts = () => listCells().map((cells) => Number(cells[8]!.replaceAll(',', '')))
  const toggleOrder = async () => {
    within(usedThisMonth()!).getByRole('button').focus()
    await user.keyboard('{Enter}')
  }
  await open()
  await waitForRows()
  const unsorted = accounts()
  expect(usedThisMonth()!.getAttribute('aria-sort')).toBeNull()
  await toggleOrder()
  expect(address()).toBe('/UserCenterChild?sortBy=usedThisMonthNum&sortOrder=desc')
  expect(usedThisMonth()!.getAttribute('aria-sort')).toBe('descending')
  await until(() => amounts()[0]! > 0)
  expect(amounts()).toEqual(amounts().toSorted((a, b) => b - a))
  await toggleOrder()
  expect(address()).toBe('/UserCenterChild?sortBy=usedThisMonthNum')
  expect(usedThisMonth()!.getAttribute('aria-sort')).toBe('ascending')

  await open(address())
  await waitForRows()
  expect(amounts()).toEqual(amounts().toSorted((a, b) => a - b))
  expect(amounts()[0]).toBe(0)
  expect(usedThisMonth()!.getAttribute('aria-sort')).toBe('ascending')
  await toggleOrder()
  expect(address()).toBe('/UserCenterChild')
  await until(() => accounts().join() === unsorted.join())
})

test('sub-accounts are found by account or nickname in one field, and the totals follow the search', async () => {
  const totals = () => screen.queryByRole('group', { name: '合计' })
  const chars = () => within(totals()!).getAllByRole('definition')[0]!.textContent
  await open()
  await waitForRows()
  await until(() => totals() !== null)
  const unfiltered = chars()
  await fill(filter('账号或昵称')!, 'Clarke')
  await until(() => accounts().join() === 'emma')
  expect(address()).toBe('/UserCenterChild?search=Clarke')
  await until(() => chars() !== unfiltered)
  expect(listCells()[0]!.join(' ')).toContain(chars())
})

test('the account log opens with the first type, later with the last selected one', async () => {
  const openLog = () =>
    openConsolePage('/UserCenterAccountLog', { as: 'demo', with: accountLogPage })
  const type = () => within(screen.getByRole('search')).getByRole('combobox')
  await openLog()
  await until(() => address() === '/UserCenterAccountLog?logType=ALL')
  await user.selectOptions(type(), 'DISTRIBUTION')
  await until(() => address() === '/UserCenterAccountLog?logType=DISTRIBUTION')
  await until(() => text().includes('分配给'))
  await openLog()
  await until(() => address() === '/UserCenterAccountLog?logType=DISTRIBUTION')
  expect(type()).toHaveProperty('value', 'DISTRIBUTION')
})

/** Date in the business's time zone, independent of the test's. */
const daysAgo = (days: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(
    Date.now() - days * 86_400_000,
  )

test('the login log opens with the last ten days including today, newest first', async () => {
  const fetchSpy = vi.spyOn(globalThis, 'fetch')
  await open('/UserCenterLoginLog')
  await until(() => listCells().length > 0 && listCells().every((cells) => cells.at(-1) !== ''))
  const sent = fetchSpy.mock.calls.map(([to]) => new URL(String(to), location.href))
  fetchSpy.mockRestore()
  const query = sent.find(({ pathname }) => pathname.endsWith('/loginLog/page'))!.searchParams
  const from = `${daysAgo(10)} 00:00:00`
  expect(query.get('loginDateTimeBegin')).toBe(from)
  expect(query.get('loginDateTimeEnd')).toBe(`${daysAgo(0)} 23:59:59`)
  expect(address()).toBe('/UserCenterLoginLog')
  const range = within(screen.getByRole('search')).getByRole('button', { name: /^登录时间/ })
  expect(range.textContent).toContain(`${daysAgo(10)} – ${daysAgo(0)}`)
  const times = listCells().map((cells) => cells.at(-1)!)
  expect(times.length).toBeGreaterThan(1)
  expect(times).toEqual(times.toSorted().toReversed())
})
