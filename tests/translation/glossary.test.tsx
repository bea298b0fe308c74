// @vitest-environment happy-dom
/** A glossary in the translation test: when it can be chosen, and which terms it translated. */
import { screen, within } from '@testing-library/react'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { call } from '#client/api/call.ts'
import { glossaries, glossaryTerms } from '#contract/glossaries.ts'
import { translation } from '#contract/translation.ts'
import { closeConsolePage, openConsolePage, until } from '#tests/support/browser/console.tsx'
import { signInAs } from '#tests/support/browser/orders-page.tsx'
import { descriptionOf, fill, press, text, user } from '#tests/support/browser/user.ts'
import { startReferenceServer } from '#tests/support/server/reference-server.ts'

const server = await startReferenceServer()
await signInAs('demo')
await call(glossaries.calls.create, { name: '品牌' })
const { rows } = await call(glossaries.calls.page, { pageNum: 1, pageSize: 10 })
const glossaryId = rows[0]!.id
for (const [sourceTerm, targetTerm] of [
  ['译桥', 'Yiqiao'],
  ['ACME', null],
] as const)
  await call(glossaryTerms.calls.create, {
    glossaryId,
    sourceLangCode: 'zh',
    targetLangCode: 'en',
    sourceTerm,
    targetTerm,
    caseSensitive: 0,
  })

afterEach(() => {
  closeConsolePage()
  localStorage.clear()
})
afterAll(() => server.close())

const select = () => screen.getByRole<HTMLSelectElement>('combobox', { name: '术语表' })
const result = () => screen.getByRole('region', { name: '译文' })

async function open() {
  await openConsolePage('/UserCenterChangeTranslateTest', {
    as: 'demo',
    with: async () => ({
      '/resources/translate-test.ts': await import('../../resources/translate-test.ts'),
    }),
  })
  await until(() => screen.queryByRole('option', { name: '品牌', hidden: true }) !== null)
}

async function chooseLanguage(label: string, query: string) {
  await user.click(screen.getByRole('button', { name: new RegExp(`^${label}`) }))
  const search = screen.getByRole('combobox', { name: '搜索语言名称或代码' })
  await fill(search, query)
  await user.type(search, '{Enter}')
}

test('a glossary needs a source language, and terms for the chosen languages', async () => {
  await open()
  expect(select().disabled).toBe(true)
  expect(descriptionOf(select())).toBe('选择源语言后才能使用术语表。')
  await chooseLanguage('源语言', 'en')
  expect(select().disabled).toBe(false)
  await chooseLanguage('目标语言', 'zh')
  await user.selectOptions(select(), '品牌')
  expect(descriptionOf(select())).toBe('这个术语表没有所选语言的术语，不会使用。')
  const fetchSpy = vi.spyOn(globalThis, 'fetch')
  await fill(screen.getByRole('textbox', { name: '要翻译的文字' }), 'Hello')
  await press('翻译')
  await until(() => text().includes('你好'))
  const sent = fetchSpy.mock.calls.find(([to]) => String(to).includes(translation.text.path))
  fetchSpy.mockRestore()
  expect(sent).toBeDefined()
  expect(within(result()).queryByText('使用的术语')).toBeNull()
})

test('the terms of the glossary are marked in the translation and listed', async () => {
  await open()
  await chooseLanguage('源语言', 'zh')
  await chooseLanguage('目标语言', 'en')
  await user.selectOptions(select(), '品牌')
  expect(descriptionOf(select())).toBe('')
  await fill(screen.getByRole('textbox', { name: '要翻译的文字' }), '译桥，ACME，译桥，ACMEX')
  await press('翻译')
  await until(() => within(result()).queryByText('使用的术语') !== null)
  const marked = within(result()).getAllByText(/./, { selector: 'mark' })
  expect(marked.map(({ textContent }) => textContent)).toEqual(['Yiqiao', 'ACME', 'Yiqiao'])
  const items = within(result()).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(['译桥 → Yiqiao', 'ACME → 原样保留'])
  await user.selectOptions(select(), '不使用')
  await press('翻译')
  await until(() => within(result()).queryByText('使用的术语') === null)
})
