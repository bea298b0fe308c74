/** Every error kind of a call has a message in both languages (spec section 8). */
import { expect, test } from 'vitest'
import { errorMessage, failureRole, onRefusal } from '#client/api/error-message.ts'
import { WireError, type WireFailure } from '#contract/failure.ts'
import { en, zh } from '#locales/shared.ts'
import { formatMessage, type Lang, type Values } from '#locales/messages.ts'

const messagesIn = (lang: Lang) => (key: string, values?: Values) =>
  formatMessage(lang === 'zh' ? zh : en, lang, key, values) ?? `no message for ${key}`
const messageOf = (failure: WireFailure, lang: Lang) =>
  errorMessage(new WireError(failure), messagesIn(lang))

test.each<[WireFailure, string, string]>([
  [
    { kind: 'expired', status: 700, msg: 'message of the server' },
    '登陆失效 即将跳转首页',
    'Your session has expired. Taking you to the home page',
  ],
  [
    { kind: 'busy', seconds: 7 },
    '操作过于频繁，请7秒后再试',
    'Too many requests. Try again in 7 s',
  ],
  [{ kind: 'busy', seconds: 80_000, msg: '请23小时后再试' }, '请23小时后再试', '请23小时后再试'],
  [
    { kind: 'broken', status: 500 },
    '服务器错误，请联系工作人员',
    'Server error, please contact staff',
  ],
  [{ kind: 'broken', status: 401 }, '登录已失效，请重新登录', 'Unauthorized, please log in again!'],
  [{ kind: 'broken', status: 502 }, '请求异常：HTTP 502', 'Request failed: HTTP 502'],
  [
    { kind: 'broken', status: 404, msg: 'no such call' },
    '请求异常：no such call',
    'Request failed: no such call',
  ],
  [
    { kind: 'unreachable', reason: 'timeout' },
    '请求异常：服务器响应超时',
    'Request failed: the server took too long to respond',
  ],
  [
    { kind: 'unreachable', reason: 'offline' },
    '请求异常：当前没有网络',
    'Request failed: you are offline',
  ],
  [
    { kind: 'unreachable', reason: 'anything else' },
    '请求异常：网络连接失败',
    'Request failed: no connection to the server',
  ],
  [
    { kind: 'garbled', reason: '/user/get userId: type' },
    '请求异常：无法识别服务器的响应',
    'Request failed: the response could not be read',
  ],
  [{ kind: 'refused', msg: '' }, '操作失败，请稍后再试', 'Something went wrong. Please try again.'],
])('%o', (failure, inChinese, inEnglish) => {
  expect(messageOf(failure, 'zh').text).toBe(inChinese)
  expect(messageOf(failure, 'en').text).toBe(inEnglish)
})

test('the message of a refusal is shown unchanged, with the request id', () => {
  expect(messageOf({ kind: 'refused', msg: '用户名已被占用', requestId: 'r-1' }, 'en')).toEqual({
    text: '用户名已被占用',
    requestId: 'r-1',
    isAnnounced: true,
  })
})

test('an error that is no WireError is a failed request', () => {
  expect(errorMessage(new TypeError('x is undefined'), messagesIn('zh'))).toEqual({
    text: '请求异常',
  })
})

test('an inline copy of a refusal is announced unless a toast announces it', () => {
  const refusal = new WireError({ kind: 'refused', code: 'badInput', msg: 'no' })
  expect(failureRole(refusal)).toBe('alert')
  const stop = onRefusal(() => {})
  expect(failureRole(refusal)).toBeUndefined()
  expect(failureRole(new WireError({ kind: 'unreachable', reason: 'no network' }))).toBe('alert')
  stop()
})
