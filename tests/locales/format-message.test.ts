/** Formatting of messages. */
import { expect, test } from 'vitest'
import { messages as en } from '#console/refine/messages-en.ts'
import { messages as zh } from '#console/refine/messages-zh.ts'
import { formatMessage, interpolate, type Lang, type MessageTree } from '#locales/messages.ts'
import { formatDuration, formatWait, numberFormat } from '#locales/numbers.ts'
import { messagesByKey, placeholders } from '#tests/support/browser/message-keys.ts'

const tree = { rows_one: '{{count}} row', rows_other: '{{count}} rows', group: { name: 'N' } }

test('a count chooses the plural form of the language', () => {
  expect(formatMessage(tree, 'en', 'rows', { count: 1 })).toBe('1 row')
  expect(formatMessage(tree, 'en', 'rows', { count: 0 })).toBe('0 rows')
  expect(formatMessage(tree, 'zh', 'rows', { count: 1 })).toBe('1 rows')
})

test('a group, an unknown key and a key of Object are no messages', () => {
  expect(formatMessage(tree, 'en', 'group.name')).toBe('N')
  for (const key of ['group', 'group.name.length', 'missing', 'constructor', 'group.toString'])
    expect(formatMessage(tree, 'en', key), key).toBeUndefined()
})

test('a placeholder without a value stays, and a value is not interpolated again', () => {
  expect(interpolate('{{a}} and {{b}}', { a: '{{b}}' })).toBe('{{b}} and {{b}}')
  expect(interpolate('{{a}}{{a}}', { a: 0 })).toBe('00')
})

test.each<[Lang, MessageTree]>([
  ['zh', zh],
  ['en', en],
])('%s: every console message is found, and its placeholders are filled in', (lang, messages) => {
  const allMessages = [...messagesByKey(messages)]
  expect(allMessages.length).toBeGreaterThan(500)
  for (const [leaf, text] of allMessages) {
    const [, key, form] = /^(.*?)(?:_(one|other))?$/.exec(leaf)!
    const values = Object.fromEntries(placeholders(text).map((name) => [name, `<${name}>`]))
    const counts = [0, 1, 2, 1_000].filter((n) => new Intl.PluralRules(lang).select(n) === form)
    for (const count of form ? counts : [undefined]) {
      const filled = count === undefined ? values : { ...values, count }
      expect(formatMessage(messages, lang, key!, filled), leaf).toBe(
        text.replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
          name === 'count' && count !== undefined ? `${count}` : `<${name}>`,
        ),
      )
    }
  }
})

test('numbers and durations are formatted in the language', () => {
  expect(numberFormat('plain', 'zh').format(12_345)).toBe('12,345')
  expect(numberFormat('cents', 'en').format(1_234.5)).toBe('1,234.50')
  expect(formatWait('zh', 121)).toBe('3分钟')
  expect(formatWait('en', 7_201)).toBe('3 hours')
})

test('a duration names its days, hours and minutes, without those that are none', () => {
  expect(formatDuration('zh', 31 * 1_440)).toBe('31天')
  expect(formatDuration('en', -(1_440 + 125))).toBe('−1 day 2 hours 5 minutes')
  expect(formatDuration('en', 1_450)).toBe('1 day 10 minutes')
  expect(formatDuration('zh', 0)).toBe('0分钟')
})
