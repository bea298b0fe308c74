// @vitest-environment happy-dom
/** A new page needs only a file in `resources/` and its messages. */
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { diagnose, availableKinds } from '#console/engine/diagnostics.ts'
import { buildPage } from '#console/engine/build-page.ts'
import { startReferenceServer } from '#tests/support/server/reference-server.ts'
import {
  closeConsolePage,
  heading,
  menu,
  openConsolePage,
  until,
} from '#tests/support/browser/console.tsx'
import { listCells } from '#tests/support/browser/tables.ts'
import { dialog, fill, press, pressInDialog, text, user } from '#tests/support/browser/user.ts'
import { tickets } from '#tests/support/browser/sample-page/contract.ts'
import { words } from '#tests/support/browser/sample-page/messages.ts'
import { screen, within } from '@testing-library/react'

type ReceivedRequest = { path: string; query: URLSearchParams; body: unknown }

const rows = [
  {
    id: '2',
    subject: 'Login fails',
    messages: 1_200,
    refund: null,
    urgent: 1,
    openedDateTime: '2026-11-20 08:00:00',
  },
  {
    id: '1',
    subject: 'Wrong charge',
    messages: 3,
    refund: 12_345,
    urgent: 0,
    openedDateTime: '2026-11-19 08:00:00',
  },
]
const server = await startReferenceServer()
const realFetch = globalThis.fetch
let requests: ReceivedRequest[] = []

vi.doMock('#locales/resources.ts', async (load) => {
  const { zh, en } = (await load()) as { zh: object; en: object }
  return { zh: { ...zh, tickets: words.zh }, en: { ...en, tickets: words.en } }
})

beforeEach(() => {
  requests = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const { pathname, searchParams } = new URL(path, location.href)
    // The backend lists the calls as extensions, because the specification lacks them.
    if (pathname === '/api/extensions/list') {
      const { data } = (await (await realFetch(path, init)).json()) as { data: string[] }
      return respond([...data, ...Object.values(tickets).map((call) => call.path)])
    }
    if (!pathname.startsWith('/api/ticket/')) return realFetch(path, init)
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    requests.push({ path: pathname, query: searchParams, body })
    const data = pathname.endsWith('/page')
      ? {
          total: 2,
          rows: rows.filter(({ subject }) => subject.includes(searchParams.get('subject') ?? '')),
        }
      : null
    return respond(data)
  })
})
afterEach(closeConsolePage)
afterAll(() => server.close())

const respond = (data: unknown) => new Response(JSON.stringify({ success: true, data, msg: '' }))
const openTickets = (lang: 'zh' | 'en') =>
  openConsolePage('/UserCenterOrder', { as: 'demo', lang, with: withNewPage })
const withNewPage = async () => ({
  '/resources/tickets.ts': await import('#tests/support/browser/sample-page/tickets.ts'),
})

test('the resource file of a new page has no diagnostics', async () => {
  const { default: newPage } = await import('#tests/support/browser/sample-page/tickets.ts')
  const hasMessage = { zh: () => true, en: () => true }
  expect(
    diagnose([buildPage('/resources/tickets.ts', newPage)], { ...availableKinds, hasMessage }),
  ).toEqual([])
})

test.each([
  ['zh', '工单', ['主题', '消息数', '退款', '提交时间', '紧急', '操作'], '关闭工单'],
  [
    'en',
    'Tickets',
    ['Subject', 'Messages', 'Refund', 'Opened', 'Urgent', 'Actions'],
    'Close ticket',
  ],
] as const)(
  'in %s the page is in the menu and formats each value by its field type',
  async (lang, title, headers, close) => {
    const { errors } = await openTickets(lang)
    await until(() => listCells().length === 2 && text().includes('Wrong charge'))
    expect(heading()).toBe(title)
    expect(menu()).toContain(title)
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(headers)
    expect(listCells()[0]!.slice(0, 4)).toEqual([
      'Login fails',
      '1,200',
      lang === 'zh' ? '–无' : '–None',
      '2026-11-20 08:00:00',
    ])
    expect(listCells()[1]!.slice(0, 4)).toEqual([
      'Wrong charge',
      '3',
      '¥123.45',
      '2026-11-19 08:00:00',
    ])
    expect(listCells().map((row) => row[5])).toEqual(['', close])
    expect(Object.fromEntries(requests[0]!.query)).toMatchObject({
      pageNum: '1',
      pageSize: '10',
      openedDateTimeBegin: expect.stringMatching(/ 00:00:00$/),
    })
    expect(errors).toEqual([])
  },
)

test('filters of the page are sent to the server and kept in the URL', async () => {
  await openTickets('en')
  await until(() => listCells().length === 2)
  await fill(within(screen.getByRole('search')).getByRole('searchbox'), 'Wrong')
  await user.keyboard('{Enter}')
  await until(() => listCells().length === 1)
  expect(requests.at(-1)!.query.get('subject')).toBe('Wrong')
  expect(location.search).toBe('?subject=Wrong')
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await until(() => listCells().length === 2)
})

test('form, switch and action of the page send their calls and show their messages', async () => {
  await openTickets('en')
  await until(() => listCells().length === 2)

  await press('Open a ticket')
  const subject = () => within(dialog()!).getByRole('textbox')
  await until(() => dialog() !== null)
  await fill(subject(), 'no')
  await press('Save')
  await until(() => text().includes('Subject must be at least 4 characters'))
  await fill(subject(), 'A real question')
  await press('Save')
  await until(() => dialog() === null)
  expect(requests.find(({ path }) => path.endsWith('/save'))?.body).toEqual({
    subject: 'A real question',
    urgent: 0,
  })

  await user.click(screen.getByRole('switch', { name: 'Urgent: Login fails' }))
  await until(() => text().includes('No longer urgent'))
  expect(requests.find(({ path }) => path.endsWith('/changeUrgent'))?.body).toEqual({
    id: '2',
    urgent: 0,
  })

  await press('Close ticket: Wrong charge')
  await until(() => text().includes('Close the ticket “Wrong charge”?'))
  await pressInDialog('Close ticket')
  await until(() => dialog() === null)
  expect(requests.find(({ path }) => path.endsWith('/close'))?.body).toEqual({ id: '1' })
})
