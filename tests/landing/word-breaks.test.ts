/** Line breaks of Chinese pages. */
import { expect, test } from 'vitest'
import { markWordBreaks } from '#landing/head/render-page.tsx'
import { zh as home } from '#locales/site/home.ts'
import { messagesByKey } from '#tests/support/browser/message-keys.ts'

const marked = (text: string) => markWordBreaks(`<p>${text}</p>`)

test.each([
  ['译文暂存在服务器', /译<wbr>文|服<wbr>务/],
  ['主账号统一充值', /主<wbr>账|账<wbr>号|充<wbr>值/],
  ['聊天软件实时翻译', /软<wbr>件|实<wbr>时|翻<wbr>译/],
  ['安装后用同一个账号登录', /账<wbr>号/],
  ['客户读到的也更正式', /读<wbr>到/],
  ['有邀请链接的请从链接进入', /<wbr>的|链<wbr>接/],
])('“%s” does not break inside a word', (text, inside) => {
  expect(marked(text)).toContain('<wbr>')
  expect(marked(text)).not.toMatch(inside)
})

test('marking changes no text, and every text of the home page can break within 7 characters', () => {
  for (const [key, text] of messagesByKey(home)) {
    expect(marked(text).replaceAll('<wbr>', ''), key).toBe(`<p>${text}</p>`)
    const longestRun = Math.max(
      ...marked(text)
        .split(/<wbr>|[^\p{Script=Han}]/u)
        .map(({ length }) => length),
    )
    expect(longestRun, key).toBeLessThanOrEqual(7)
  }
})

test('attributes, controls and SVG are not marked', () => {
  const html =
    '<p title="主账号统一充值">x</p><a href="/a">查看使用文档</a><svg><text>查看使用文档</text></svg><select><option>查看使用文档</option></select>'
  expect(markWordBreaks(html)).toBe(html)
})
