/** Validation messages of forms and texts of flags, in both languages. */
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { csvCell } from '#console/engine/export/export-file.ts'
import type { Lang } from '#locales/messages.ts'
import { stubBrowser } from '#tests/support/browser/globals.ts'

/** Imported per language, because modules and their registry of field types are reset. */
async function sampleCalls() {
  const [endpoint, { reference }, { subAccounts }, { Id }, types] = await Promise.all([
    import('#contract/endpoint.ts'),
    import('#contract/reference.ts'),
    import('#contract/sub-accounts.ts'),
    import('#contract/vocabulary.ts'),
    import('#contract/field-constructors.ts'),
  ])
  const fields = {
    email: types.longText({ max: 8 }),
    account: types.money({ max: 100_000 }),
    loginDateTime: types.date(),
    username: types.languageCode(),
    enabled: types.yesNo(),
    current: types.yesNo(),
    nickname: reference(subAccounts, { title: 'account' }),
  }
  const { Done, get, pageOf, pageQuery, post } = endpoint
  const due = z.optional(types.date())
  const rows = pageOf(z.object({ id: Id, ...fields }))
  const about = { access: 'member' } as const
  return {
    page: get('/sample/page', pageQuery({ dueBegin: due, dueEnd: due }), rows, about),
    create: post('/sample/save', z.object(fields), Done, about),
  }
}

/** Loads modules again, because the language is constant for the lifetime of a page. */
async function engineIn(lang: Lang) {
  vi.resetModules()
  stubBrowser()
  localStorage.setItem('lang', lang)
  const [i18n, { list }, { buildPage }, values, { getFieldTypeUi }] = await Promise.all([
    import('#console/refine/i18n.ts'),
    import('#console/engine/resource.ts'),
    import('#console/engine/build-page.ts'),
    import('#console/engine/form/form-values.ts'),
    import('#console/engine/fields/field-types.ts'),
  ])
  await i18n.loadMessages()
  const calls = await sampleCalls()
  const config = { route: 'UserCenterChild', columns: ['enabled', 'current', 'nickname'] }
  const page = buildPage(
    '/resources/sample.ts',
    list(calls as never, { ...config, forms: { create: {} } } as never),
  )
  if (page.view !== 'list') throw new Error('no list')
  const items = Object.fromEntries(page.create[0]!.items.map((item) => [item.key, item]))
  const sentence = (key: string, value: unknown) => values.validationErrorOf(items[key]!, value)
  const cell = (index: number, row: Record<string, unknown>) => {
    const { path, fieldType } = page.columns[index]!.fields[0]!
    return getFieldTypeUi(fieldType).text(row[path], { fieldType, row, lookupData: undefined })
  }
  return { page, sentence, cell }
}

test('Chinese validation messages say what to enter', async () => {
  const { sentence } = await engineIn('zh')
  expect(sentence('account', '1.234')).toBe('账号请填写金额，最多两位小数，如12.50')
  expect(sentence('account', 100_001)).toBe('账号不能大于¥1,000.00')
  expect(sentence('account', 100_000)).toBeUndefined()
  expect(sentence('loginDateTime', undefined)).toBe('请选择登录时间')
  expect(sentence('loginDateTime', '2026-02-30')).toBe(
    '登录时间不是有效日期，请按“年-月-日”填写，如2026-11-22',
  )
  expect(sentence('username', undefined)).toBe('请选择用户名')
  expect(sentence('username', 'auto')).toBe('用户名不正确，请重新选择')
  expect(sentence('email', 'nine char')).toBe('邮箱最多8个字符')
  expect(sentence('nickname', undefined)).toBe('请选择昵称')
})

test('English validation messages say what to enter', async () => {
  const { sentence } = await engineIn('en')
  expect(sentence('account', '1.234')).toBe(
    'Account must be an amount with at most two decimals, such as 12.50',
  )
  expect(sentence('account', 100_001)).toBe('Account must be at most ¥1,000.00')
  expect(sentence('loginDateTime', '2026-02-30')).toBe(
    'Login time must be a valid date, such as 2026-11-22',
  )
  expect(sentence('username', 'auto')).toBe('Username is not valid. Choose another')
  expect(sentence('email', 'nine char')).toBe('Email must be 8 characters or fewer')
})

test.each([
  ['zh', '启用', '是'],
  ['en', 'Enabled', 'Yes'],
] as const)(
  'in %s a flag has the texts of its field, by default yes and no',
  async (lang, fieldText, defaultText) => {
    const { cell, page } = await engineIn(lang)
    const row = { enabled: 1, current: 1, nickname: '7', nicknameTitle: 'ann' }
    expect([cell(0, row), cell(1, row), cell(2, row)]).toEqual([fieldText, defaultText, 'ann'])
    expect(
      page.filters.map(({ key, keys, fieldType }) => [key, [...keys], fieldType.kind]),
    ).toEqual([['due', ['dueBegin', 'dueEnd'], 'date']])
  },
)

test('an exported long text keeps its line breaks inside quotes', () => {
  expect(csvCell('one\ntwo "2"')).toBe('"one\ntwo ""2"""')
})
