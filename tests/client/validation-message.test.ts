/** The validation messages of spec section 5, by rule, field and limit. */
import { expect, test } from 'vitest'
import { AccountName, FirstPassword, Nickname } from '#contract/vocabulary.ts'
import { validate } from '#contract/issues.ts'
import * as z from 'zod/mini'
import { validationMessage } from '#locales/validation-message.ts'
import { formatMessage, type Values } from '#locales/messages.ts'
import { zh as registrationRules } from '#locales/registration-rules.ts'
import { zh } from '#locales/shared.ts'

const messages = { ...zh, rules: { ...zh.rules, ...registrationRules.rules } }
const findMessage = (key: string, values?: Values) => formatMessage(messages, 'zh', key, values)
const form = z.object({
  account: AccountName,
  nickname: z.nullish(Nickname),
  password: FirstPassword,
})
const validInput = { account: 'ann', nickname: '小安', password: 'secret1' }

function messagesOf(invalid: Partial<Record<keyof typeof validInput, unknown>>): string[] {
  const checked = validate(form, { ...validInput, ...invalid })
  return checked.ok ? [] : checked.issues.map((issue) => validationMessage(findMessage, issue))
}

test.each([
  [{ account: '' }, '请输入账号'],
  [{ account: 'a' }, '账号至少输入2位'],
  [{ account: 'a'.repeat(33) }, '账号最多输入32位'],
  [{ account: 'a b' }, '请输入正确的用户名. 只能包含数字,字母,中文'],
  [{ nickname: '安' }, '昵称至少输入2位'],
  [{ nickname: 'a'.repeat(33) }, '昵称不能超过32个字符'],
  [{ password: undefined }, '请输入密码'],
  [{ password: '12345' }, '密码至少输入6位'],
  [{ password: '1'.repeat(33) }, '密码最多输入32位'],
])('%o: %s', (invalid, message) => {
  expect(messagesOf(invalid)).toEqual([message])
})

test('rules that only the server checks have messages', () => {
  expect(validationMessage(findMessage, { field: 'account', rule: 'taken' })).toBe('用户名已被占用')
  expect(validationMessage(findMessage, { field: 'email', rule: 'taken' })).toBe('邮箱已被占用')
})

test('a nested field has its own label, a field without a label its key', () => {
  expect(validationMessage(findMessage, { field: 'rows.0.nickname', rule: 'required' })).toBe(
    '请输入昵称',
  )
  expect(validationMessage(findMessage, { field: 'loginIp', rule: 'required' }, '地址')).toBe(
    '请输入地址',
  )
  expect(validationMessage(findMessage, { field: 'strange', rule: 'type' })).toBe('strange不正确')
})
