// @vitest-environment happy-dom
/** The translation playground against the reference server: languages, swap, draft and errors. */
import { screen, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { act } from 'react'
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { translation } from '#contract/translation.ts'
import { startReferenceServer } from '#tests/support/server/reference-server.ts'
import { fireWindowEvent, pressWhileComposing } from '#tests/support/browser/browser-events.ts'
import { stubResponses, apiError } from '#tests/support/browser/stub-responses.ts'
import {
  closeConsolePage,
  heading,
  openConsolePage,
  sessionOf,
  until,
} from '#tests/support/browser/console.tsx'
import {
  descriptionOf,
  fill,
  follow,
  buttonOrLink,
  press,
  text,
  user,
} from '#tests/support/browser/user.ts'

const server = await startReferenceServer()

afterEach(() => {
  closeConsolePage()
  localStorage.clear()
})
afterAll(() => server.close())

const address = '/UserCenterChangeTranslateTest'
const resources = async () => ({
  '/resources/translate-test.ts': await import('../../resources/translate-test.ts'),
})
/** With the pages that a message about missing quota links to. */
const resourcesWithLinks = async () => ({
  ...(await resources()),
  '/resources/recharge.ts': await import('../../resources/recharge.ts'),
  '/resources/sub-accounts.ts': await import('../../resources/sub-accounts.ts'),
})
/** Buttons of the two languages: source and target. */
const pickers = () => screen.getAllByRole('button', { name: /^(源语言|目标语言)/ })
const chosen = () =>
  pickers().map(({ textContent }) => textContent.replace(/^(源语言|目标语言)/, ''))
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '要翻译的文字' })
const result = () => screen.getByRole('region', { name: '译文' })
const search = () => screen.getByRole('combobox', { name: '搜索语言名称或代码' })

async function choose(index: number, query: string) {
  await user.click(pickers()[index]!)
  await fill(search(), query)
  await user.type(search(), '{Enter}')
}

const open = async () => {
  const opened = await openConsolePage(address, { as: 'demosub', with: resources })
  await until(() => chosen()[0] === '自动检测')
  return opened
}

test('a missing language or text, an overlong text and Enter while composing send no request', async () => {
  const fetchSpy = vi.spyOn(globalThis, 'fetch')
  const cost = () => descriptionOf(box())
  await open()
  await press('翻译')
  await until(() => text().includes('请选择目标语言'))
  expect(cost()).toBe('请输入要翻译的文字')
  await user.click(pickers()[1]!)
  await fill(search(), 'ying')
  pressWhileComposing(search(), 'Enter')
  expect(chosen()[1]).toBe('选择语言')
  await fill(search(), '英语')
  await user.type(search(), '{Enter}')
  expect(chosen()[1]).toBe('英语')
  await user.click(box())
  await user.keyboard('{Control>}{Enter}{/Control}')
  await user.paste('一'.repeat(5_001))
  await until(() => cost() === '最多5,000个字符，已超出1个')
  await user.keyboard('{Control>}{Enter}{/Control}')
  const paths = fetchSpy.mock.calls.map(([to]) => new URL(String(to), location.href).pathname)
  fetchSpy.mockRestore()
  expect(paths).not.toContain(`/api${translation.text.path}`)
})

test('swapping uses the translation only if it is in the selected target language', async () => {
  const { errors } = await open()
  await choose(0, 'en')
  await choose(1, 'zh')
  await fill(box(), 'Hello')
  await press('翻译')
  await until(() => text().includes('你好'))
  await choose(1, 'fr')
  await press('交换语言')
  expect([chosen(), box().value]).toEqual([['法语', '英语'], 'Hello'])
  await press('交换语言')
  await choose(1, 'zh')
  await press('交换语言')
  expect([chosen(), box().value]).toEqual([['简体中文', '英语'], '你好'])
  expect(buttonOrLink('交换语言')).toBeDefined()
  expect(errors).toEqual([])
})

test('typed text survives a visit to another page', async () => {
  const resourcesWithProfile = async () => ({
    ...(await resources()),
    '/resources/profile.ts': await import('../../resources/profile.ts'),
  })
  await openConsolePage(address, { as: 'demosub', with: resourcesWithProfile })
  await until(() => chosen()[0] === '自动检测')
  await choose(1, 'fr')
  await fill(box(), '下周发货')
  await follow('个人资料')
  await until(() => heading() === '个人资料')
  await press('翻译测试')
  await until(() => chosen()[1] === '法语')
  expect(box().value).toBe('下周发货')
})

test('typed text survives a reload for the same user, and ends with the session', async () => {
  await open()
  await choose(1, 'fr')
  await fill(box(), '下周发货')
  fireWindowEvent('pagehide')
  const translating = sessionStorage.getItem('translating')
  for (const [account, expected] of [
    ['demosub', ['法语', '下周发货']],
    ['demo', ['选择语言', '']],
  ] as const) {
    await openConsolePage(address, {
      session: Object.assign({ translating }, await sessionOf(account)),
      with: resources,
    })
    await until(() => chosen()[0] === '自动检测')
    expect([chosen()[1], box().value]).toEqual(expected)
    expect(sessionStorage.getItem('translating')).toBeNull()
  }

  fireWindowEvent('pagehide')
  expect(sessionStorage.getItem('translating')).not.toBeNull()
  const { signOut } = await import('#client/session/session.ts')
  act(() => signOut())
  expect(sessionStorage.getItem('translating')).toBeNull()
})

test('without quota a main account is linked to recharge', async () => {
  onTestFinished(
    stubResponses({
      [translation.text.path]: apiError('notEnough', '请联系主账号“演示公司”分配额度'),
    }),
  )
  await openConsolePage(address, { as: 'demo', with: resourcesWithLinks })
  await until(() => chosen()[0] === '自动检测')
  await choose(1, 'zh')
  await fill(box(), 'Hello')
  await press('翻译')
  await until(() => result().textContent.includes('请联系主账号“演示公司”分配额度'))
  const links = within(result()).queryAllByRole('link')
  expect(links.map((element) => element.textContent)).toEqual(['充值', '从子账号收回'])
  expect(within(result()).queryByRole('button', { name: '重试' })).toBeNull()
})

test('a sample sentence fills the text and the languages, in both directions', async () => {
  await open()
  await press('有的，今天下单，明天就能发货。')
  expect([chosen(), box().value]).toEqual([['简体中文', '英语'], '有的，今天下单，明天就能发货。'])
  await press('Hi, is the blue one in stock?')
  expect([chosen(), box().value]).toEqual([['英语', '简体中文'], 'Hi, is the blue one in stock?'])
  await press('翻译')
  await until(() => text().includes('你好，蓝色的那款有现货吗？'))
})

test('an unchanged text is shown as translated; only the button, which states the price, charges again', async () => {
  await open()
  await choose(1, 'zh')
  await fill(box(), 'Hi, is the blue one in stock?')
  await press('翻译')
  await until(() => result().textContent.includes('译文已是最新'))
  const fetchSpy = vi.spyOn(globalThis, 'fetch')
  const count = () =>
    fetchSpy.mock.calls.filter(([to]) => String(to).includes(translation.text.path)).length
  await user.click(box())
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(count()).toBe(0)
  await press('重新翻译（29字符）')
  await until(() => count() === 1 && result().textContent.includes('译文已是最新'))
  await user.type(box(), '!')
  expect(result().textContent).not.toContain('译文已是最新')
  expect(buttonOrLink('翻译')).toBeTruthy()
  fetchSpy.mockRestore()
})

test('a sub-account without quota sees whom to contact, and no retry button or link to recharge', async () => {
  const refusal = '余额不足：演示子账号剩余0字符，需要4字符。请联系主账号“演示公司”分配额度'
  const stop = stubResponses({ '/translation/text': apiError('notEnough', refusal) })
  await server.db.execute(sql`update users set auto_distribution = false where username = 'demo'`)
  await server.db.execute(
    sql`update balances b set chars = 0 from users u where u.owner_id = b.owner_id and u.user_id = b.user_id and u.account = 'demosub'`,
  )
  await openConsolePage(address, { as: 'demosub', with: resourcesWithLinks })
  await until(() => chosen()[0] === '自动检测')
  await choose(1, 'en')
  await fill(box(), '下周发货')
  await until(() => text().includes('余额不足：需要4字符，剩余0。请联系主账号“演示公司”分配额度'))
  await press('翻译')
  await until(() => result().textContent.includes(refusal))
  expect(within(result()).queryByRole('button')).toBeNull()
  expect(within(result()).queryByRole('link')).toBeNull()
  stop()
})
