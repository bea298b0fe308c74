/** Matching of typed text with titles of pages and actions. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildPages } from '#console/engine/build-page.ts'
import type { Resource } from '#console/engine/resource.ts'
import { initialsOf, matchScore } from '#console/features/palette/match.ts'
import { messages as en } from '#console/refine/messages-en.ts'
import { messages as zh } from '#console/refine/messages-zh.ts'
import accountPalette from '#console/features/palette/account-palette.ts'
import operatorPalette from '#operator/palette.ts'
import { zh as palette } from '#locales/palette.ts'

const pagesOf = (files: Record<string, { default: Resource }>) =>
  buildPages(files).map(({ name }) => name)
const accountPages = pagesOf(
  import.meta.glob<{ default: Resource }>('/resources/*.ts', { eager: true }),
)
const operatorPages = pagesOf(
  import.meta.glob<{ default: Resource }>('/resources/operator/*.ts', { eager: true }),
)

const titlesIn = (resources: object): string[] =>
  Object.values(resources as Record<string, { title?: string }>).flatMap(({ title }) =>
    title === undefined ? [] : [title],
  )
const titles = [
  ...titlesIn(zh.resources),
  ...titlesIn(en.resources),
  ...Object.values(palette.actions),
]
const aTitle = fc.constantFrom(...titles)
const aQuery = fc.oneof(
  fc.string({ maxLength: 8 }),
  aTitle,
  aTitle.map((title) => initialsOf(title)),
)

test.each([
  ['账户总览', 'zhzl'],
  ['个人资料', 'grzl'],
  ['登录日志', 'dlrz'],
  ['我的订单', 'wddd'],
  ['子账号管理', 'zzhgl'],
  ['两步验证', 'lbyz'],
  ['翻译日志', 'fyrz'],
  ['邀请记录', 'yqjl'],
  ['分配额度给…', 'fpedg'],
  ['被拒绝的登录', 'bjjddl'],
  ['啊八擦大额发噶哈机卡拉妈那哦怕七然撒他挖西压杂', 'abcdefghjklmnopqrstwxyz'],
  ['AI翻译 Pro', 'afyp'],
  ['Translation log', 'tl'],
  ['…', ''],
])('the initials of %s are %s', (title, initials) => {
  expect(initialsOf(title)).toBe(initials)
})

test('a title is found by itself, any part of it and its initials, in any case', () => {
  fc.assert(
    fc.property(aTitle, fc.nat(), fc.nat(), (title, from, length) => {
      const characters = [...title]
      const start = from % characters.length
      const part = characters.slice(start, start + 1 + (length % characters.length)).join('')
      expect(matchScore(title, title)).toBe(5)
      expect(matchScore(part, title)).toBeGreaterThan(0)
      expect(matchScore(part.toUpperCase(), title)).toBe(matchScore(part, title))
      expect(matchScore(initialsOf(title), title)).toBeGreaterThan(0)
    }),
  )
})

test('typing more never finds a title that less did not find', () => {
  fc.assert(
    fc.property(aQuery, fc.string({ maxLength: 3 }), aTitle, (query, more, title) => {
      fc.pre(query.trim() !== '')
      if (matchScore(query + more, title) > 0) expect(matchScore(query, title)).toBeGreaterThan(0)
    }),
  )
})

test('each word of a query has to match, in any order', () => {
  fc.assert(
    fc.property(aQuery, aQuery, aTitle, (one, other, title) => {
      fc.pre(one.trim() !== '' && other.trim() !== '')
      const areBothFound = matchScore(one, title) > 0 && matchScore(other, title) > 0
      expect(matchScore(`${one} ${other}`, title) > 0).toBe(areBothFound)
      expect(matchScore(`${other}  ${one}`, title) > 0).toBe(areBothFound)
    }),
  )
})

test('the whole title comes before its beginning, words, initials, and parts', () => {
  const scores = ['订单', '订单号', '我的 订单', '订单我的', '客户订单'].map((title) =>
    matchScore('订单', title),
  )
  expect(scores).toEqual([5, 4, 3, 4, 2])
  expect(matchScore('dd', '订单')).toBeGreaterThan(matchScore('dd', '我的订单'))
  expect(matchScore('xyz', '订单')).toBe(0)
})

test.each([
  ['customers', accountPalette, accountPages],
  ['operators', operatorPalette, operatorPages],
] as const)('every key of the %s’ console leads to one page', (_, { pageKeys }, pages) => {
  const names = Object.values(pageKeys)
  expect(pages).toEqual(expect.arrayContaining(names))
  expect(new Set(names).size).toBe(names.length)
  for (const key of Object.keys(pageKeys)) expect(key).toMatch(/^[a-z]$/)
})
