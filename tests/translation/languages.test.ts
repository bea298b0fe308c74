/** Search for languages, recent languages, and the cost of a text. */
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { TranslatingChannel } from '#contract/translation.ts'
import { listLanguages } from '#server/features/translation/translator.ts'
import { demoTranslators } from '#server/features/translation/demo-translator.ts'
import { stubBrowser } from '#tests/support/browser/globals.ts'

stubBrowser()
vi.mock('#console/refine/i18n.ts', () => ({ t: (key: string) => key }))
const { findLanguages, recentLanguages, rememberLanguages, searchLanguages } =
  await import('#console/engine/fields/languages.ts')
const { countCharacters, costOfComparison } = await import('#console/features/translation/cost.ts')

const { targetList } = listLanguages([...demoTranslators.values()][0]!.languages)
const codes = (query: string) => searchLanguages(targetList, query).map(({ langCode }) => langCode)

test.each([
  ['英', 'en'],
  ['english', 'en'],
  ['ENG', 'en'],
  ['zh', 'zh'],
  ['chinese', 'zh'],
  ['jap', 'ja'],
  ['法语', 'fr'],
  ['fr', 'fr'],
  ['ms', 'ms'],
  ['maori', 'mi'],
  ['queretaro', 'otq'],
  ['Ｅｎｇｌｉｓｈ', 'en'],
])('%s finds %s first', (query, code) => {
  expect(codes(query)[0]).toBe(code)
})

test('every language is found by its code and both names, and an empty query finds all', () => {
  expect(codes('')).toHaveLength(targetList.length)
  fc.assert(
    fc.property(fc.constantFrom(...targetList), ({ langCode, chineseName, englishName }) => {
      for (const name of [langCode, chineseName, englishName, ` ${englishName.toUpperCase()} `])
        expect(codes(name)).toContain(langCode)
    }),
  )
})

test('an empty query sorts the languages by name, with detection first', () => {
  const { sourceList } = listLanguages([...demoTranslators.values()][0]!.languages)
  const sorted = searchLanguages(sourceList.toReversed(), '')
  expect(sorted[0]!.langCode).toBe('auto')
  const names = sorted.slice(1).map(({ chineseName }) => chineseName)
  expect(names).toEqual(names.toSorted(new Intl.Collator('zh-CN').compare))
})

test('the last five languages come first, latest on top, without detection, and common ones before any', () => {
  const suggested = (query: string) =>
    findLanguages(targetList, query).map(({ title, choices }) => [
      title,
      choices.slice(0, 2).map(({ value }) => value),
    ])
  expect(suggested('')[0]).toEqual(['translate.commonLanguages', ['zh', 'en']])
  expect(findLanguages(targetList, '')[0]!.choices).toHaveLength(10)
  rememberLanguages('en', 'auto')
  for (const code of ['fr', 'de', 'ja', 'ko', 'fr', 'it']) rememberLanguages(code)
  expect(recentLanguages()).toEqual(['it', 'fr', 'ko', 'ja', 'de'])
  expect(suggested('')[0]).toEqual(['translate.recent', ['it', 'fr']])
  expect(suggested('germ')).toEqual([[undefined, ['de']]])
})

test('characters are code points, as the server charges them', () => {
  expect(countCharacters('你好👋🏽')).toBe(4)
})

test('a comparison costs each channel’s price in current characters, rounded up', () => {
  const channel = (id: string, current: 0 | 1, centsPerMillion: number): TranslatingChannel => ({
    id,
    name: id,
    enName: id,
    current,
    demo: 0,
    centsPerMillion,
  })
  const channels = [channel('1', 1, 9_900), channel('2', 0, 19_900)]
  expect(costOfComparison(9, channels, channels)).toBe(9 + 19)
  expect(costOfComparison(9, channels.slice(0, 1), channels)).toBe(9)
})
