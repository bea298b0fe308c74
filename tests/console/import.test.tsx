// @vitest-environment happy-dom
/** Import dialog: from a file to rows, with problems reported before anything is stored. */
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { ImportResult } from '#contract/collection-calls.ts'
import { extensions } from '#contract/extensions.ts'
import { idempotencyHeader } from '#contract/failure.ts'
import { openConsolePage, startConsoleServer, until } from '#tests/support/browser/console.tsx'
import { dialog, inDialog, text, user } from '#tests/support/browser/user.ts'

await startConsoleServer()

const path = '/contacts/import'
/** Loads modules anew, as each opened page does: field types are known by their schemas. */
async function pages() {
  const [{ list }, { ImportResult }, { post }, { Id }, { contacts }] = await Promise.all([
    import('#console/engine/resource.ts'),
    import('#contract/collection-calls.ts'),
    import('#contract/endpoint.ts'),
    import('#contract/vocabulary.ts'),
    import('#contract/workspace.ts'),
  ])
  const rows = z.array(z.looseObject({}))
  const input = z.object({ spaceId: Id, rows, validateOnly: z.optional(z.boolean()) })
  const about = { access: 'member', once: true, summary: '' } as const
  const calls = { ...contacts, import: post(path, input, ImportResult, about) }
  const resource = list(calls, {
    route: 'UserWorkSpace',
    component: () => import('#console/features/workspace/workspace.tsx'),
    columns: ['title', 'step', 'tags'],
    forms: { create: {}, edit: {} },
  })
  return { '/resources/contacts.ts': { default: resource } }
}

type Sent = {
  key: string | null
  body: { spaceId: string; rows: Record<string, unknown>[]; validateOnly: boolean }
}
let sent: Sent[] = []
/** Answers of the import call; the last one is repeated. */
let answers: (ImportResult | 'lost' | 'hangs')[] = []
let isServed = true

const { fetch } = globalThis
beforeEach(() => {
  ;[sent, isServed] = [[], true]
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (pathname.endsWith(extensions.list.path)) {
      const answer = (await (await fetch(request)).json()) as { data: string[] }
      return Response.json({ ...answer, data: [...answer.data, ...(isServed ? [path] : [])] })
    }
    if (!pathname.endsWith(path)) return fetch(request)
    const body = (await request.json()) as Sent['body']
    sent.push({ key: request.headers.get(idempotencyHeader), body })
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (answer === 'lost') throw new TypeError('Failed to fetch')
    if (answer === 'hangs')
      return new Promise((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal!.reason as Error)),
      )
    return Response.json({ success: true, data: answer, msg: '' })
  })
})
afterEach(() => vi.restoreAllMocks())

const csv = '姓名,Sales stage,标签,备注\r\n张三,已成交,"VIP、老客户",x\r\n李四,Won,,\r\n'

async function open(lang: 'zh' | 'en' = 'zh') {
  await openConsolePage('/UserWorkSpace', { as: 'demo', with: pages, lang })
  const name = lang === 'zh' ? '导入' : 'Import'
  const button = () => screen.queryByRole<HTMLButtonElement>('button', { name, hidden: true })
  await until(() => button()?.disabled === false)
  await user.click(button()!)
  await until(() => dialog()?.querySelector<HTMLInputElement>('[type=file]')?.disabled === false)
}
const choose = async (content: string) =>
  user.upload(
    dialog()!.querySelector<HTMLInputElement>('[type=file]')!,
    new File([content], 'contacts.csv', { type: 'text/csv' }),
  )
const chosenFields = () =>
  within(dialog()!)
    .getAllByRole<HTMLSelectElement>('combobox', { hidden: true })
    .map(({ value }) => value)

/** Takes both rows of the file through all steps to the import itself. */
async function startImport() {
  await open()
  await choose(csv)
  await until(() => text().includes('共2行'))
  await user.click(inDialog('检查'))
  await until(() => text().includes('全部可以导入'))
  await user.click(inDialog('导入2行'))
}

test('a file is matched, checked here and by the server, and imported', async () => {
  answers = [
    { imported: 0, errors: [] },
    { imported: 2, errors: [] },
  ]
  await open()
  await choose(csv)
  await until(() => text().includes('contacts.csv：共2行'))
  expect(chosenFields()).toEqual(['title', 'step', 'tags', ''])
  await user.click(inDialog('检查'))
  await until(() => text().includes('2行全部可以导入'))
  await user.click(inDialog('导入2行'))
  await until(() => text().includes('已导入2条'))
  expect(dialog()).toBeNull()
  const rows = [
    { title: '张三', step: 'won', tags: ['VIP', '老客户'] },
    { title: '李四', step: 'won' },
  ]
  expect(sent.map(({ body }) => [body.validateOnly, body.rows])).toEqual([
    [true, rows],
    [false, rows],
  ])
  expect(sent[0]!.body.spaceId).toMatch(/^\d+$/)
})

test('problems found here are listed by row of the file, and nothing is sent', async () => {
  await open()
  await choose('姓名,销售阶段\n张三,已成交\n\n,不知道\n')
  await until(() => text().includes('共2行'))
  await user.click(inDialog('检查'))
  await until(() => text().includes('发现2处问题'))
  const cells = [...dialog()!.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  )
  expect(cells).toEqual([
    ['4', '姓名', '', '请输入姓名'],
    ['4', '销售阶段', '不知道', expect.stringContaining('销售阶段')],
  ])
  expect(sent).toEqual([])
  await user.click(inDialog('重新选择文件'))
  await until(() => dialog()!.querySelector('[type=file]') !== null)
})

test('problems that only the server knows are listed the same way', async () => {
  answers = [{ imported: 0, errors: [{ row: 1, field: 'title', message: '姓名已存在' }] }]
  await open()
  await choose(csv)
  await until(() => text().includes('共2行'))
  await user.click(inDialog('检查'))
  await until(() => text().includes('姓名已存在'))
  expect(dialog()!.querySelector('tbody tr')!.textContent).toBe('3姓名李四姓名已存在')
})

test('an earlier row with the same values is named by its row of the file', async () => {
  const repeated = { row: 1, field: null, message: '姓名与另一行相同', sameAs: 0 }
  answers = [{ imported: 0, errors: [repeated] }]
  await open()
  await choose('姓名,销售阶段\n\n张三,已成交\n张三,已成交\n')
  await until(() => text().includes('共2行'))
  await user.click(inDialog('检查'))
  await until(() => text().includes('姓名与另一行相同（第3行）'))
  expect(dialog()!.querySelector('tbody td')!.textContent).toBe('4')
})

test('a problem of many rows is one line with their numbers', async () => {
  await open()
  const rows = ['A,Won', 'B,soon', 'C,soon', 'D,soon', 'E,soon', 'F,soon', 'G,later']
  await choose(`姓名,销售阶段\n${rows.join('\n')}\n`)
  await until(() => text().includes('共7行'))
  await user.click(inDialog('检查'))
  await until(() => text().includes('发现6处问题'))
  const lines = [...dialog()!.querySelectorAll('tbody tr')]
  expect(lines.map((line) => line.firstChild!.textContent)).toEqual(['3、4、5等5行', '8'])
})

test('each step moves the focus to what comes next', async () => {
  answers = [{ imported: 0, errors: [] }]
  await open()
  await choose(csv)
  await until(() => document.activeElement === inDialog('检查'))
  await user.keyboard('{Enter}')
  await until(() => document.activeElement?.textContent === '导入2行')
})

test('an import without an answer is sent again under the same key', async () => {
  answers = [{ imported: 0, errors: [] }, 'lost', { imported: 2, errors: [] }]
  await startImport()
  await until(() => text().includes('没有收到导入结果'))
  await user.click(inDialog('导入2行'))
  await until(() => text().includes('已导入2条'))
  const [, first, second] = sent
  expect(second!.key).toBe(first!.key)
  expect(sent[0]!.key).not.toBe(first!.key)
})

test('an import that takes long is cancelled, and may be sent again', async () => {
  answers = [{ imported: 0, errors: [] }, 'hangs', { imported: 2, errors: [] }]
  await startImport()
  await until(() => text().includes('正在导入2行'))
  await user.click(inDialog('取消'))
  await until(() => text().includes('已取消'))
  await user.click(inDialog('导入2行'))
  await until(() => text().includes('已导入2条'))
  expect(sent[2]!.key).toBe(sent[1]!.key)
})

test('a required field without a column stops the check, in English as well', async () => {
  await open('en')
  await choose('nick,Sales stage\nA,Won\n')
  await until(() => text().includes('Required fields without a column: Name'))
  expect(inDialog('Check').disabled).toBe(true)
  await user.selectOptions(
    within(dialog()!).getAllByRole('combobox', { hidden: true })[0]!,
    'Name (required)',
  )
  expect(inDialog('Check').disabled).toBe(false)
})

test('a workbook is refused with a way on, and a backend without the call hides the button', async () => {
  await open()
  await choose('PK\u0003\u0004')
  await until(() => text().includes('这是 Excel 工作簿'))
  isServed = false
  await openConsolePage('/UserWorkSpace', { as: 'demo', with: pages })
  await until(() => text().includes('导出'))
  expect(screen.queryByRole('button', { name: '导入', hidden: true })).toBeNull()
})
