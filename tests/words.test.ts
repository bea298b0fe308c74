/**
 * Both languages are complete and alike, no word is dead, and no text stands outside `locales/`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import type { MessageTree } from '#locales/messages.ts'
import {
  isKeyUsed,
  keysUsedIn,
  messagesByKey,
  placeholders,
} from '#tests/support/browser/message-keys.ts'

const root = new URL('..', import.meta.url).pathname
const modules = await Promise.all(
  walk('locales')
    .filter((file) => !file.startsWith('locales/load/'))
    .map(async (file) => ({
      file,
      catalogue: (await import(/* @vite-ignore */ join(root, file))) as {
        zh?: MessageTree
        en?: MessageTree
      },
    })),
)
/** The contract has the English descriptions. */
const inChineseOnly = 'locales/api-descriptions.ts'
const catalogues = modules.filter(
  ({ file, catalogue }) => file !== inChineseOnly && (catalogue.zh ?? catalogue.en),
)
const areas = catalogues.map(({ file }) => file.slice('locales/'.length, -'.ts'.length))
/** Read by property before any catalogue is loaded; the compiler finds unknown keys. */
const readByProperty = ['start-error', 'url-session']
const sources = ['src', 'landing', 'resources', 'mocks', 'locales']
  .flatMap(walk)
  .filter((file) => /\.tsx?$/.test(file) && !catalogues.some((one) => one.file === file))
const used = keysUsedIn(sources.map((file) => readFileSync(join(root, file), 'utf8')))

const words = Object.fromEntries(
  catalogues.map(({ catalogue: { zh = {}, en = {} } }, at) => [
    areas[at]!,
    { zh: messagesByKey(zh), en: messagesByKey(en) },
  ]),
)

/** Names and signs that stand in both languages as they are. */
const sameInBoth =
  /^[\s\d\p{P}\p{S}]*$|^(ID|IP|CSV|QR|API|OpenAPI|HTTP|JSON|Web|Windows|macOS|Android|iOS|WeChat|WhatsApp|Telegram|LINE|Messenger|Instagram|Google|Microsoft|DeepL|ChatGPT|English|中文|译桥|Yiqiao|Excel)$/u

/** Values that are always numbers. */
const counted = [
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
  'trashDays',
  'rewardCharacters',
]

test('every subject has both languages', () => {
  expect(areas.length).toBeGreaterThan(30)
  expect(catalogues.filter(({ catalogue: { zh, en } }) => !zh || !en)).toEqual([])
})

test.each(areas)('%s: both languages have the same keys, plural forms aside', (area) => {
  const { zh, en } = words[area]!
  const singular = (keys: Iterable<string>) =>
    [...new Set([...keys].map((key) => key.replace(/_(one|other)$/, '')))].toSorted()
  expect(singular(en.keys())).toEqual(singular(zh.keys()))
})

test.each(areas)('%s: a sentence fills in the same values in both languages', (area) => {
  const { zh, en } = words[area]!
  const unlike = [...zh]
    .filter(
      ([key, text]) => en.has(key) && `${placeholders(text)}` !== `${placeholders(en.get(key)!)}`,
    )
    .map(([key]) => key)
  expect(unlike).toEqual([])
})

test.each(areas)('%s: no sentence is empty, none is in the other language', (area) => {
  const { zh, en } = words[area]!
  const han = /\p{Script=Han}/u
  const wrong = [
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
  expect(wrong).toEqual([])
})

test.each(areas)(
  '%s: in Chinese no space stands between a number and the character beside it',
  (area) => {
    const number = `\\d|\\{\\{(${counted.join('|')})\\}\\}`
    const spaced = new RegExp(`\\p{Script=Han} (${number})|(${number}) \\p{Script=Han}`, 'u')
    expect(
      [...words[area]!.zh]
        .filter(([, text]) => spaced.test(text))
        .map(([key, text]) => `${key}: ${text}`),
    ).toEqual([])
  },
)

test.each(areas.filter((area) => !readByProperty.includes(area)))(
  '%s: every sentence is used',
  (area) => {
    const dead = [...words[area]!.zh.keys()].filter(
      (key) => !isKeyUsed(prefixOf(area), wordOf(area, key), used),
    )
    expect(dead).toEqual([])
  },
)

test('no Chinese stands in the code outside locales', () => {
  const exempt = (file: string) => /^(locales|src\/server\/seed)\//.test(file)
  const found = sources.filter(
    (file) =>
      !exempt(file) &&
      /\p{Script=Han}/u.test(withoutComments(readFileSync(join(root, file), 'utf8'))),
  )
  expect(found).toEqual([])
})

/** Words and templates of collections become those of their pages. */
const isOfCollections = (area: string) => area.startsWith('collection')
const wordOf = (area: string, key: string) =>
  area === 'collection-templates'
    ? `x.${key.replace(/^confirmTrash/, 'confirm').replace(/^search$/, 'fields.search')}`
    : key

const prefixOf = (area: string) =>
  isOfCollections(area)
    ? 'resources'
    : basename(area === 'csv' ? 'crud' : area).replace(/-(\w)/g, (_, letter: string) =>
        letter.toUpperCase(),
      )

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/g, '')
}

function walk(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
}
