// @vitest-environment happy-dom
/** Where the lines of a text may end. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Prose } from '#client/i18n/prose.tsx'

const drawn = (text: string) => renderToStaticMarkup(createElement(Prose, null, text))

test('a Chinese line may end between words, never inside one', () => {
  const text = '没有付款的，可以稍后在订单列表里继续支付。'
  const words = drawn(text)
    .replaceAll(/<wbr\/?>/g, '|')
    .replaceAll(/<[^>]*>/g, '')
  expect(words.replaceAll('|', '')).toBe(text)
  expect(words.split('|').length).toBeGreaterThan(4)
  for (const word of ['没有', '可以', '稍后', '订单', '列表', '继续', '支付'])
    expect(words).toContain(word)
  expect(drawn(text)).toContain('word-break:keep-all')
})

test('a date with its time stays on one line', () => {
  expect(drawn('可用到 2027-06-04 05:16:18。')).toContain(
    '<span style="white-space:nowrap">2027-06-04 05:16:18</span>',
  )
})

test('what needs no care is a text and nothing more', () => {
  expect(drawn('Choose a package & pay.')).toBe('Choose a package &amp; pay.')
})
