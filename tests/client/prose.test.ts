// @vitest-environment happy-dom
/** Line breaks in texts. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Prose } from '#client/i18n/prose.tsx'

const markupOf = (text: string) => renderToStaticMarkup(createElement(Prose, null, text))

test('Chinese lines break between words, never inside one', () => {
  const text = '没有付款的，可以稍后在订单列表里继续支付。'
  const words = markupOf(text)
    .replaceAll(/<wbr\/?>/g, '|')
    .replaceAll(/<[^>]*>/g, '')
  expect(words.replaceAll('|', '')).toBe(text)
  expect(words.split('|').length).toBeGreaterThan(4)
  for (const word of ['没有', '可以', '稍后', '订单', '列表', '继续', '支付'])
    expect(words).toContain(word)
  expect(markupOf(text)).toContain('word-break:keep-all')
})

test('a date with its time stays on one line', () => {
  expect(markupOf('可用到 2027-06-04 05:16:18。')).toContain(
    '<span style="white-space:nowrap">2027-06-04 05:16:18</span>',
  )
})

test('plain Latin text is rendered without markup', () => {
  expect(markupOf('Choose a package & pay.')).toBe('Choose a package &amp; pay.')
})
