// @vitest-environment happy-dom
/** A backend that serves section 7 of the specification alone, and a page for everything else. */
import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { consoleRoutes } from '#client/console-routes.ts'
import { buildPages } from '#console/engine/build-page.ts'
import { contract } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Resources } from '#console/console.tsx'
import { fireWindowEvent } from '#tests/support/browser/browser-events.ts'
import {
  heading,
  openConsolePage,
  startConsoleServer,
  until,
} from '#tests/support/browser/console.tsx'
import { hasListRows } from '#tests/support/browser/tables.ts'
import { text } from '#tests/support/browser/user.ts'

await startConsoleServer()

const specified = Object.values(contract)
  .flatMap((calls) => Object.values<Endpoint>(calls))
  .filter(({ spec }) => spec !== undefined)
const streamPath = '/notice/openSse/'
let status = 404

beforeEach(() => {
  const realFetch = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), location.href)
    const path = url.pathname.replace(/^.*?\/api(?=\/)/, '')
    if (path.startsWith(streamPath)) return realFetch(input, init)
    const endpoint = specified.find((known) => known.path === path)
    if (!endpoint)
      return new Response('<!doctype html><title>Not found</title>', {
        status,
        headers: { 'content-type': 'text/html' },
      })
    for (const parameter of endpoint.extensionParameters ?? []) url.searchParams.delete(parameter)
    const response = await realFetch(url, init)
    const answer = (await response.json()) as { data?: { rows?: Record<string, unknown>[] } | null }
    for (const row of answer.data?.rows ?? [])
      for (const field of endpoint.extensionFields ?? []) Reflect.deleteProperty(row, field)
    return Response.json(answer, { status: response.status })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

const files = import.meta.glob('/resources/*.ts')
const resources = async () =>
  Object.fromEntries(
    await Promise.all(Object.entries(files).map(async ([path, load]) => [path, await load()])),
  ) as Resources
const open = (address: string) => openConsolePage(address, { as: 'demo', with: resources })

const range = 'createDateTimeBegin=2020-01-01 00:00:00&createDateTimeEnd=2099-01-01 00:00:00'

test.each([
  [
    '/UserCenterLoginLog',
    ['登录 IP', '客户端类型', '登录时间'],
    ['登录 IP', '客户端类型', '登录时间'],
  ],
  [
    '/UserCenterChild?nickname=nobody&sortBy=nickname',
    ['账号', '昵称', '最后登录时间', '剩余字符', '剩余语音', '剩余图片', '状态', '操作'],
    ['账号'],
  ],
  [
    '/UserCenterOrder?no=none&payStatus=C',
    ['订单号', '支付信息', '套餐', '翻译通道', '有效数量', '金额', '创建时间', '操作'],
    [],
  ],
  [
    `/UserCenterAccountLog?logType=TRANSLATION_CONSUME&${range}`,
    ['时间', '变动', '说明', '字符', '使用通道', 'IP'],
    ['日志类型', '时间'],
  ],
  [
    '/UserCenterChangeTranslateLog?clientType=ios',
    ['时间', '字符数', '扣费方式', '翻译通道', '源语言', '目标语言', '客户端', 'IP'],
    [],
  ],
])(
  '%s shows the columns of the specification, and offers and applies its filters only',
  async (address, columns, filters) => {
    await open(address)
    await until(hasListRows)
    const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(headers.filter((header) => header !== '' && header !== '序号')).toEqual(columns)
    const search = screen.queryByRole('search')
    const labels = search
      ? within(search).queryAllByText((_, element) => element?.tagName === 'LABEL')
      : []
    expect(labels.map(({ textContent }) => textContent)).toEqual(filters)
    expect(screen.queryByRole('list', { name: '当前筛选' })?.textContent ?? '').not.toMatch(
      /nobody|none|已取消|iOS/,
    )
  },
)

test('the account log opens on a type that the specification knows (spec 5.12)', async () => {
  await open('/UserCenterAccountLog?logType=ALL')
  await until(() => location.search.includes('logType=RECHARGE_ORDER_BY_MEMBER_GROUP'))
  expect(screen.queryByRole('option', { name: '全部类型' })).toBeNull()
})

/** A part of the page that is still loading. */
const isBusy = (_: string, element: Element | null) => element?.getAttribute('aria-busy') === 'true'

/** All lists of a call beyond the specification are missing alike: one stands for them. */
const missingLists = buildPages(import.meta.glob('/resources/*.ts', { eager: true }))
  .filter((page) => page.view === 'list' && page.page.spec === undefined && !page.placeholder)
  .map(({ route }) => `/${route}`)
  .slice(1)
const routes = consoleRoutes.filter(
  (route) => route !== '/UserCenterExit' && !missingLists.includes(route),
)

test.each([404, 200])(
  'each page works where a call beyond the specification gets a page with status %i',
  async (statusOfPage) => {
    status = statusOfPage
    const { errors } = await open('/UserCenterLoginLog')
    for (const route of routes.filter((_, index) => index % 2 === (statusOfPage === 404 ? 0 : 1))) {
      history.pushState(null, '', route)
      await act(async () => fireWindowEvent('popstate'))
      await until(
        () =>
          location.pathname === route &&
          heading() !== undefined &&
          screen.queryAllByText(isBusy).length === 0,
      )
      expect(text(), route).not.toMatch(/加载失败|请求异常|出错/)
      expect(errors, route).toEqual([])
    }
  },
)
