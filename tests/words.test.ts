/** Messages: complete in both languages, none unused, and no text outside of `locales/`. */
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import type { MessageTree } from '#locales/messages.ts'
import {
  isKeyUsed,
  keysUsedIn,
  messagesByKey,
  placeholders,
} from '#tests/support/browser/message-keys.ts'
import { filesIn, read, root } from '#tests/support/source-files.ts'

const modules = await Promise.all(
  filesIn('locales')
    .filter((file) => !file.startsWith('locales/load/'))
    .map(async (file) => ({
      file,
      catalogue: (await import(/* @vite-ignore */ join(root, file))) as {
        zh?: MessageTree
        en?: MessageTree
      },
    })),
)
const catalogues = modules.filter(({ catalogue }) => catalogue.zh ?? catalogue.en)
const areas = catalogues.map(({ file }) => file.slice('locales/'.length, -'.ts'.length))
/** Read by property; the compiler finds unknown keys. */
const readByProperty = ['start-error', 'url-session', 'mcp-tools', 'fapiao-fields']
/** Their types demand one description per call. */
const ofCalls = [
  'api-descriptions',
  'request-descriptions',
  'program-descriptions',
  'operator-call-descriptions',
  'collection-calls',
]
const sources = ['src', 'landing', 'resources', 'mocks', 'locales']
  .flatMap(filesIn)
  .filter((file) => /\.tsx?$/.test(file) && !catalogues.some((one) => one.file === file))
const usedKeys = keysUsedIn(sources.map(read))

const messagesByArea = Object.fromEntries(
  catalogues.map(({ catalogue: { zh = {}, en = {} } }, at) => [
    areas[at]!,
    { zh: messagesByKey(zh), en: messagesByKey(en) },
  ]),
)

/** Texts that are equal in both languages. */
const sameInBoth =
  /^[\s\d\p{P}\p{S}]*$|^(ID|IP|CSV|QR|API|OpenAPI|HTTP|JSON|Web|Windows|macOS|Android|iOS|WeChat|WhatsApp|Telegram|LINE|Messenger|Instagram|Google|Microsoft|DeepL|ChatGPT|English|中文|译桥|Yiqiao|Excel)$/u

/** Placeholders that are always numbers. */
const numberPlaceholders = [
  'count',
  'days',
  'amount',
  'chars',
  'seconds',
  'minutes',
  'characters',
  'shown',
  'rows',
  'reward',
  'average',
  'limit',
  'trialCharacters',
  'trialDays',
  'rewardCharacters',
]

test('every file of messages has both languages', () => {
  expect(areas.length).toBeGreaterThan(30)
  expect(catalogues.filter(({ catalogue: { zh, en } }) => !zh || !en)).toEqual([])
})

test.each(areas)('%s: both languages have the same keys, plural forms aside', (area) => {
  const { zh, en } = messagesByArea[area]!
  const singular = (keys: Iterable<string>) =>
    [...new Set([...keys].map((key) => key.replace(/_(one|other)$/, '')))].toSorted()
  expect(singular(en.keys())).toEqual(singular(zh.keys()))
})

test.each(areas)('%s: each message has the same placeholders in both languages', (area) => {
  const { zh, en } = messagesByArea[area]!
  const different = [...zh]
    .filter(
      ([key, text]) => en.has(key) && `${placeholders(text)}` !== `${placeholders(en.get(key)!)}`,
    )
    .map(([key]) => key)
  expect(different).toEqual([])
})

test.each(areas)('%s: no message is empty or in the other language', (area) => {
  const { zh, en } = messagesByArea[area]!
  const han = /\p{Script=Han}/u
  const invalid = [
    ...[...zh]
      .filter(
        ([, text]) =>
          !text.trim() ||
          (!han.test(text) && !sameInBoth.test(text.replace(/\{\{\w+\}\}/g, '').trim())),
      )
      .map(([key, text]) => `zh ${key}: ${text}`),
    ...[...en]
      .filter(([, text]) => !text.trim() || (han.test(text) && !sameInBoth.test(text)))
      .map(([key, text]) => `en ${key}: ${text}`),
  ]
  expect(invalid).toEqual([])
})

test.each(areas)('%s: Chinese messages have no space next to a number', (area) => {
  const number = `\\d|\\{\\{(${numberPlaceholders.join('|')})\\}\\}`
  const spaced = new RegExp(`\\p{Script=Han} (${number})|(${number}) \\p{Script=Han}`, 'u')
  expect(
    [...messagesByArea[area]!.zh]
      .filter(([, text]) => spaced.test(text))
      .map(([key, text]) => `${key}: ${text}`),
  ).toEqual([])
})

test.each(areas.filter((area) => ![...readByProperty, ...ofCalls].includes(area)))(
  '%s: every message is used',
  (area) => {
    const unused = [...messagesByArea[area]!.zh.keys()].filter(
      (key) => !isKeyUsed(prefixOf(area), wordOf(area, key), usedKeys),
    )
    expect(unused).toEqual([])
  },
)

test('there is no Chinese text in code outside of locales', () => {
  const exempt = (file: string) => /^(locales|src\/server\/seed)\//.test(file)
  const found = sources.filter(
    (file) => !exempt(file) && /\p{Script=Han}/u.test(withoutComments(read(file))),
  )
  expect(found).toEqual([])
})

/** Messages and templates of collections become those of their pages. */
const isOfCollections = (area: string) =>
  /^((operator|program|audit|fapiao)-)?collection/.test(area)
const wordOf = (area: string, key: string) =>
  area === 'collection-templates' ? `x.${key.replace(/^search$/, 'fields.search')}` : key

const prefixOf = (area: string) =>
  isOfCollections(area)
    ? 'resources'
    : basename(area === 'csv' ? 'crud' : area).replace(/-(\w)/g, (_, letter: string) =>
        letter.toUpperCase(),
      )

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/g, '')
}
