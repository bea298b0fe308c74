/** Validation rules of section 5 of the specification: values and the issue each raises. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { validate } from '#contract/issues.ts'
import { toQuery } from '#contract/query.ts'
import { parseQuery } from '#contract/read-query.ts'
import {
  AccountName,
  Email,
  FirstPassword,
  Id,
  NewPassword,
  Nickname,
  Password,
  Username,
  WireTime,
} from '#contract/vocabulary.ts'
import { loginLog } from '#contract/sessions.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'

const ruleOf = (schema: Parameters<typeof validate>[0], value: unknown) => {
  const result = validate(schema, value)
  return result.ok
    ? 'fine'
    : [result.issues[0]?.rule, result.issues[0]?.limit]
        .filter((part) => part !== undefined)
        .join(' ')
}

test.each([
  ['account', AccountName, '', 'required'],
  ['account', AccountName, undefined, 'required'],
  ['account', AccountName, 'a', 'min 2'],
  ['account', AccountName, 'ab', 'fine'],
  ['account', AccountName, '小明9', 'fine'],
  ['account', AccountName, '9ab', 'fine'],
  ['account', AccountName, 'a'.repeat(32), 'fine'],
  ['account', AccountName, 'a'.repeat(33), 'max 32'],
  ['account', AccountName, 'a_b', 'pattern'],
  ['account', AccountName, 'a b', 'pattern'],
  ['account', AccountName, 12, 'type'],
  ['username', Username, '9ab', 'pattern'],
  ['username', Username, '张三', 'pattern'],
  ['nickname', Nickname, '', 'required'],
  ['nickname', Nickname, 'x', 'min 2'],
  ['nickname', Nickname, 'x'.repeat(33), 'max 32'],
  ['password', FirstPassword, '12345', 'min 6'],
  ['password', FirstPassword, '123456', 'fine'],
  ['password', NewPassword, 'x'.repeat(33), 'max 32'],
  ['old password', Password, 'x', 'fine'],
  ['e-mail', Email, 'a@b', 'pattern'],
  ['e-mail', Email, 'a@b.cn', 'fine'],
  ['e-mail', Email, `${'a'.repeat(250)}@b.cnn`, 'max 255'],
  ['time', WireTime, '2026-02-29 10:00:00', 'type'],
  ['time', WireTime, '2028-02-29 10:00:00', 'fine'],
  ['time', WireTime, '2026-01-01T10:00:00', 'type'],
  ['id', Id, '18446744073709551616', 'fine'],
  ['id', Id, 7, 'fine'],
  ['id', Id, {}, 'type'],
])('%s %#: the value %o is valid or violates the right rule', (_name, schema, value, rule) => {
  expect(ruleOf(schema, value)).toBe(rule)
})

test('text is trimmed before it is measured', () => {
  expect(validate(users.update.input, { nickname: '  小明  ' })).toEqual({
    ok: true,
    value: { nickname: '小明' },
  })
  expect(ruleOf(users.update.input, { nickname: '   ' })).toBe('required')
})

test('an empty optional text counts as absent, an empty required one as missing', () => {
  expect(validate(subAccounts.edit.input, { userId: '1', nickname: '', enabled: 1 })).toEqual({
    ok: true,
    value: { userId: '1', nickname: null, enabled: 1 },
  })
  expect(ruleOf(users.update.input, { nickname: '' })).toBe('required')
  expect(validate(loginLog.page.input, { loginIp: '' })).toEqual({
    ok: true,
    value: { pageSize: 10, pageNum: 1 },
  })
})

test('a new sub-account is enabled by default', () => {
  const result = validate(subAccounts.create.input, { account: 'anna', password: '123456' })
  expect(result.ok && result.value.enabled).toBe(1)
})

test('an edit drops account and password', () => {
  const result = validate(subAccounts.edit.input, {
    userId: '1',
    enabled: 1,
    account: 'other',
    password: 'another1',
  })
  expect(result).toEqual({ ok: true, value: { userId: '1', enabled: 1 } })
})

test('deleting needs one id or a list of them', () => {
  expect(ruleOf(subAccounts.remove.input, {})).not.toBe('fine')
  expect(ruleOf(subAccounts.remove.input, { childrenIds: [] })).not.toBe('fine')
  expect(ruleOf(subAccounts.remove.input, { childrenIds: ['1'] })).toBe('fine')
  expect(ruleOf(subAccounts.remove.input, { userId: '1' })).toBe('fine')
})

test('a query string survives writing and reading', () => {
  const filters = fc.record(
    {
      loginIp: fc.string({ minLength: 1 }),
      clientType: fc.string({ minLength: 1 }),
      pageSize: fc.integer({ min: 1, max: 100 }),
      pageNum: fc.integer({ min: 1 }),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(filters, (input) => {
      expect(parseQuery(loginLog.page.input, new URLSearchParams(toQuery(input)))).toEqual(input)
    }),
  )
})

test('reading a query string ignores unknown keys', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string()), (extra) => {
      const knownKeys = [
        'loginIp',
        'clientType',
        'loginDateTimeBegin',
        'loginDateTimeEnd',
        'pageSize',
        'pageNum',
      ]
      const read = parseQuery(loginLog.page.input, new URLSearchParams(extra))
      expect(Object.keys(read).every((key) => knownKeys.includes(key))).toBe(true)
    }),
  )
})

test('page size and number stay within their limits', () => {
  for (const pageSize of [0, 101, 1.5, -1])
    expect(ruleOf(loginLog.page.input, { pageSize })).not.toBe('fine')
  for (const pageNum of [0, -1, 0.5])
    expect(ruleOf(loginLog.page.input, { pageNum })).not.toBe('fine')
  expect(validate(loginLog.page.input, {})).toEqual({
    ok: true,
    value: { pageSize: 10, pageNum: 1 },
  })
})
