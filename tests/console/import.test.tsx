// @vitest-environment happy-dom
/** Import dialog: a file is matched, checked and imported, or its problems are listed. */
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { ImportResult } from '#contract/collection-calls.ts'
import { extensions } from '#contract/extensions.ts'
import { idempotencyHeader } from '#contract/failure.ts'
import { openConsolePage, startConsoleServer, until } from '#tests/support/browser/console.tsx'
import { cellsOf } from '#tests/support/browser/tables.ts'
import { dialog, inDialog, pressInDialog, text, user } from '#tests/support/browser/user.ts'

await startConsoleServer()

const path = '/contacts/import'
/** Imported for each page, because modules and their registry of field types are reset. */
async function pages() {
  const [{ list }, { ImportResult }, { post }, { Id }, { contactCollection }] = await Promise.all([
    import('#console/engine/resource.ts'),
    import('#contract/collection-calls.ts'),
    import('#contract/endpoint.ts'),
    import('#contract/vocabulary.ts'),
    import('#contract/workspace.ts'),
  ])
  const rows = z.array(z.looseObject({}))
  const input = z.object({ spaceId: Id, rows, validateOnly: z.optional(z.boolean()) })
  const about = { access: 'member', once: true } as const
  const calls = { ...contactCollection.calls, import: post(path, input, ImportResult, about) }
  const resource = list(calls, {
    route: 'UserWorkSpace',
    component: () => import('#console/features/workspace/workspace.tsx'),
    columns: ['title', 'step', 'tags'],
    forms: { create: {}, edit: {} },
  })
  return { '/resources/contacts.ts': { default: resource } }
}

type SentImport = {
  key: string | null
  body: { spaceId: string; rows: Record<string, unknown>[]; validateOnly: boolean }
}
let sent: SentImport[] = []
/** Responses of the import call; the last one is repeated. */
let responses: (ImportResult | 'lost' | 'refused')[] = []
let isServed = true

const { fetch } = globalThis
beforeEach(() => {
  ;[sent, isServed] = [[], true]
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (pathname.endsWith(extensions.list.path)) {
      const body = (await (await fetch(request)).json()) as { data: string[] }
      return Response.json({ ...body, data: [...body.data, ...(isServed ? [path] : [])] })
    }
    if (!pathname.endsWith(path)) return fetch(request)
    const body = (await request.json()) as SentImport['body']
    sent.push({ key: request.headers.get(idempotencyHeader), body })
    const response = responses.length > 1 ? responses.shift() : responses[0]
    if (response === 'lost') throw new TypeError('Failed to fetch')
    if (response === 'refused')
      return Response.json({ success: false, data: null, msg: '最多可以有2位联系人。' })
    return Response.json({ success: true, data: response, msg: '' })
  })
})
afterEach(() => vi.restoreAllMocks())

const csv = '姓名,Sales stage,标签,备注\r\n张三,已成交,"VIP、老客户",x\r\n李四,Won,,\r\n'

const fileInput = () => screen.queryByLabelText<HTMLInputElement>(/^(选择文件|Choose file)$/)

async function open(lang: 'zh' | 'en' = 'zh') {
  await openConsolePage('/UserWorkSpace', { as: 'demo', with: pages, lang })
  const name = lang === 'zh' ? '导入' : 'Import'
  const button = () => screen.queryByRole<HTMLButtonElement>('button', { name })
  await until(() => button()?.disabled === false)
  await user.click(button()!)
  await until(() => fileInput() !== null)
}
const chooseFile = async (content: string) =>
  user.upload(fileInput()!, new File([content], 'contacts.csv', { type: 'text/csv' }))
/** Texts of the listed problems. */
const problems = () => cellsOf(within(dialog()!).getByRole('table'))

/** Goes through all steps up to the import of both rows. */
async function startImport() {
  await open()
  await chooseFile(csv)
  await until(() => text().includes('共2行'))
  await pressInDialog('检查')
  await until(() => text().includes('全部可以导入'))
  await pressInDialog('导入2行')
}

test('a duplicate names the earlier row by its row in the file, and unchecked rows are counted', async () => {
  const repeated = { row: 1, field: null, message: '姓名与文件中另一行相同', sameAs: 0 }
  responses = [{ imported: 0, errors: [repeated], unchecked: 4_321 }]
  await open()
  await chooseFile('姓名,销售阶段\n\n张三,已成交\n张三,已成交\n')
  await until(() => text().includes('共2行'))
  await pressInDialog('检查')
  await until(() => text().includes('姓名与文件中另一行相同（第3行）'))
  expect(text()).toContain('还有4,321行没有检查')
  expect(problems()[0]![0]).toBe('4')
})

test('a problem of many rows is one line with their numbers', async () => {
  await open()
  const rows = ['A,Won', 'B,soon', 'C,soon', 'D,soon', 'E,soon', 'F,soon', 'G,later']
  await chooseFile(`姓名,销售阶段\n${rows.join('\n')}\n`)
  await until(() => text().includes('共7行'))
  await pressInDialog('检查')
  await until(() => text().includes('发现6处问题'))
  expect(problems().map(([line]) => line)).toEqual(['3、4、5等5行', '8'])
})

test('a refused import says why; one without a response is sent again with the same key', async () => {
  responses = [{ imported: 0, errors: [] }, 'refused', 'lost', { imported: 2, errors: [] }]
  await startImport()
  await until(() => text().includes('没有导入任何内容：最多可以有2位联系人。'))
  expect(text()).not.toMatch('没有收到导入结果')
  expect(text()).not.toMatch('。。')
  await pressInDialog('导入2行')
  await until(() => text().includes('没有收到导入结果'))
  await pressInDialog('导入2行')
  await until(() => text().includes('已导入2条'))
  const [check, refused, lost, done] = sent.map(({ key }) => key)
  expect(done).toBe(lost)
  expect(new Set([check, refused, lost]).size).toBe(3)
})

test('a required field without a column disables the check', async () => {
  await open('en')
  await chooseFile('nick,Sales stage\nA,Won\n')
  await until(() => text().includes('Required fields without a column: Name'))
  expect(inDialog('Check').disabled).toBe(true)
  await user.selectOptions(within(dialog()!).getAllByRole('combobox')[0]!, 'Name (required)')
  expect(inDialog('Check').disabled).toBe(false)
})

test('a workbook is refused with advice, and a backend without import hides the button', async () => {
  await open()
  await chooseFile('PK\u0003\u0004')
  await until(() => text().includes('这是 Excel 工作簿'))
  isServed = false
  await openConsolePage('/UserWorkSpace', { as: 'demo', with: pages })
  await until(() => text().includes('导出'))
  expect(screen.queryByRole('button', { name: '导入' })).toBeNull()
})
