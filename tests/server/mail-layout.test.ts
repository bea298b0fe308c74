/** The layout of mails: both languages, no external resources, and no markup from user input. */
import { expect, test } from 'vitest'
import { composeBilingual } from '#server/platform/mail/mail.ts'
import { formatBilingual } from '#server/platform/messages.ts'

const code = composeBilingual({
  words: formatBilingual('code', { code: '012345', minutes: 10 }),
  first: 'en',
  code: '012345',
})
const hostile = '<img src=x onerror=alert(1)> & "co"'
const newNetwork = composeBilingual({
  words: formatBilingual('newPlace', (lang) => ({
    who: hostile,
    ip: '203.0.113.7',
    at: '2026-01-02 03:04:05',
    client: lang,
  })),
})

test('the requested language comes first in subject, text and HTML; Chinese by default', () => {
  expect(code.subject).toBe('Your verification code is 012345 · 您的验证码是 012345')
  expect(code.text.indexOf('verification')).toBeLessThan(code.text.indexOf('验证码'))
  expect(code.html).toMatch(/^<!doctype html>\s*<html lang="en">/)
  expect(newNetwork.html).toMatch(/^<!doctype html>\s*<html lang="zh-CN">/)
  expect([...newNetwork.html.matchAll(/<div lang="([\w-]+)"/g)].map(([, lang]) => lang)).toEqual([
    'zh-CN',
    'en',
  ])
  expect(newNetwork.text).toContain('（zh）')
})

test('the plain text has every line of the HTML', () => {
  expect(code.text.split('\n').filter(Boolean)).toEqual([
    'Your verification code is 012345',
    'It is valid for 10 minutes. If you did not request it, ignore this email. Do not share the code with anyone.',
    'Yiqiao',
    'This email was sent automatically. Please do not reply.',
    '———',
    '您的验证码是 012345',
    '10分钟内有效，请勿告诉任何人。如果不是您本人操作，请忽略此邮件。',
    '译桥',
    '本邮件由系统自动发送，请勿直接回复。',
  ])
})

test.each([
  ['code', code],
  ['new place', newNetwork],
])('the mail “%s” has no scripts, links, forms or external resources', (_, { html }) => {
  expect(html.match(/<(img|script|link|iframe|a|form)\b|url\(|https?:|@import/gi)).toBeNull()
})

test('the only six digits of a mail are its code', () => {
  expect([...new Set(code.html.match(/\d{6}/g))]).toEqual(['012345'])
  expect(newNetwork.html).not.toMatch(/\d{6}/)
})

test('the layout fits phones and dark mode, and user input is escaped', () => {
  expect(code.html).toContain('width=device-width')
  expect(code.html).toContain('prefers-color-scheme:dark')
  expect(newNetwork.html).toContain('&lt;img src=x')
})
