// @vitest-environment happy-dom
/** Without network: lists and cards say so, and show nothing under the name of something else. */
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openConsolePage, startConsoleServer, until } from '#tests/support/browser/console.tsx'
import { hasListRows, listCells } from '#tests/support/browser/tables.ts'
import { fireWindowEvent } from '#tests/support/browser/browser-events.ts'
import { fill, press, text, user } from '#tests/support/browser/user.ts'

await startConsoleServer()

let goOnline = () => {}
afterEach(() => goOnline())

function goOffline() {
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const requests = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')))
  fireWindowEvent('offline')
  goOnline = () => {
    network.mockRestore()
    requests.mockRestore()
    fireWindowEvent('online')
    goOnline = () => {}
  }
}

const offlineReason = '请求异常：当前没有网络'
const column = (index: number) => listCells().map((cells) => cells[index])
const currentPage = () =>
  within(screen.getByRole('navigation', { name: '翻页' }))
    .getAllByRole('button')
    .find((button) => button.getAttribute('aria-current') === 'page')?.textContent

test('a page that cannot be loaded is reported, and the rows stay marked as those of their page', async () => {
  await openConsolePage('/UserCenterChild', { as: 'demo' })
  await until(hasListRows)
  const firstPage = column(2)
  goOffline()
  await press('第2页')
  await until(() => text().includes('第2页加载失败，当前显示的仍是第1页'))
  expect(text()).toContain(offlineReason)
  expect(column(2)).toEqual(firstPage)
  expect(column(1)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
  expect(currentPage()).toBe('1')
  goOnline()
  await until(() => column(1)[0] === '11')
  expect(currentPage()).toBe('2')
  expect(column(2)).not.toEqual(firstPage)
  expect(text()).not.toContain(offlineReason)
})

test('a search without network shows its failure instead of the rows found before', async () => {
  await openConsolePage('/UserCenterChild', { as: 'demo' })
  await until(hasListRows)
  goOffline()
  await fill(within(screen.getByRole('search')).getByLabelText('账号或昵称'), 'emma')
  await until(() => text().includes('列表加载失败'))
  expect(text()).toContain(offlineReason)
  expect(listCells()).toEqual([])
  goOnline()
  await until(() => column(2).join() === 'emma')
})

test('the sum above the translation log goes with the rows that it summed up', async () => {
  const pages = async () => ({
    '/resources/translation-log.ts': await import('../../resources/translation-log.ts'),
  })
  await openConsolePage('/UserCenterChangeTranslateLog', { as: 'demo', with: pages })
  const sum = /翻译[\d,]+次/
  await until(() => hasListRows() && sum.test(text()))
  goOffline()
  const filters = within(screen.getByRole('search'))
  await user.selectOptions(filters.getByLabelText('账号'), 'all')
  await until(() => text().includes(offlineReason))
  expect(text()).not.toMatch(sum)
})

test('a chart whose period cannot be loaded is replaced by the reason', async () => {
  await openConsolePage('/UserCenterIndex', { as: 'demo', lang: 'en' })
  const days = () => screen.queryByRole('region', { name: 'Usage by day' })
  await until(() => days() !== null)
  goOffline()
  await user.click(screen.getByRole('radio', { name: '7 days' }))
  await until(() => text().includes('Request failed: you are offline'))
  expect(days()).toBeNull()
  goOnline()
  await until(() => days() !== null)
})
