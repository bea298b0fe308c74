// @vitest-environment happy-dom
/** Sentences that the specification quotes, as the pages show them, in Chinese and English. */
import { beforeEach, expect, test, vi } from 'vitest'
import { buildPages } from '#console/engine/build-page.ts'
import type { Resource } from '#console/engine/resource.ts'
import * as landing from '#locales/landing.ts'
import type { Lang } from '#locales/messages.ts'
import * as registration from '#locales/registration.ts'
import * as frame from '#locales/site/frame.ts'

const pages = buildPages(
  import.meta.glob<{ default: Resource }>('/resources/*.ts', { eager: true }),
)
const pageOf = (name: string) => pages.find((page) => page.name === name)!
const formsOf = (name: string) => {
  const page = pageOf(name)
  if (page.view === 'screen') return []
  return page.view === 'list' ? [...page.create, ...page.forms] : page.forms
}
const doneKeysOf = (name: string, call: string) => {
  const page = pageOf(name)
  const buttons = page.view === 'list' ? [...page.actions, ...page.bulk] : []
  const candidates = [...formsOf(name), ...buttons].filter((each) => each.name === call)
  expect(candidates.length, `${name} ${call}`).toBeGreaterThan(0)
  return candidates.map(({ messages }) => messages.done)
}

beforeEach(() => vi.resetModules())
async function messagesIn(lang: Lang) {
  const { loadMessages, messageOf } = await import('#console/refine/i18n.ts')
  await loadMessages(lang)
  return messageOf
}

/** Spec 8.8: page and call, or key of the message. */
const successes = [
  [
    'changePassword',
    'changePassword',
    '修改成功,请重新登陆',
    'Changed successfully, please log in again',
  ],
  [
    'changePassword',
    'resetPassword',
    '修改成功,请重新登陆',
    'Changed successfully, please log in again',
  ],
  ['subAccounts', 'create', '操作成功', 'Done'],
  ['subAccounts', 'edit', '操作成功', 'Done'],
  ['subAccounts', 'resetPassword', '重置成功', 'Reset successful'],
  ['subAccounts', 'remove', '删除成功', 'Deleted successfully'],
] as const
test.each(['zh', 'en'] as const)(
  'a call that succeeded is confirmed as specified (%s)',
  async (lang) => {
    const messageOf = await messagesIn(lang)
    for (const [page, call, zh, en] of successes)
      for (const keys of doneKeysOf(page, call))
        expect(messageOf(keys), `${page} ${call}`).toBe({ zh, en }[lang])
  },
)

/** Form, field, what was typed, and the sentence (spec 5.4 to 5.6). */
const mistakes = [
  ['changePassword', 'changePassword', 'password', '12345', '密码至少输入6位'],
  ['changePassword', 'changePassword', 'password', 'x'.repeat(33), '密码最多输入32位'],
  ['changePassword', 'resetPassword', 'vcode', '', '请输入验证码'],
  ['profile', 'update', 'nickname', 'x', '昵称至少输入2位'],
  ['subAccounts', 'create', 'account', '', '请输入账号'],
  ['subAccounts', 'create', 'account', 'a', '账号至少输入2位'],
  ['subAccounts', 'create', 'account', 'a'.repeat(33), '账号最多输入32位'],
  ['subAccounts', 'create', 'account', 'a-b', '请输入正确的用户名. 只能包含数字,字母,中文'],
  ['subAccounts', 'create', 'nickname', 'x'.repeat(33), '昵称不能超过32个字符'],
  ['subAccounts', 'create', 'password', '', '请输入密码'],
] as const
test('a mistake in a form has the specified sentence', async () => {
  await messagesIn('zh')
  const { validationErrorOf, ruleMessage } = await import('#console/engine/form/form-values.ts')
  const itemOf = (page: string, form: string, field: string) =>
    formsOf(page)
      .find(({ name }) => name === form)!
      .items.find(({ key }) => key === field)!
  for (const [page, form, field, typed, sentence] of mistakes)
    expect(validationErrorOf(itemOf(page, form, field), typed), `${page} ${field}`).toBe(sentence)
  expect(ruleMessage(itemOf('subAccounts', 'create', 'account'), { rule: 'taken' })).toBe(
    '用户名已被占用',
  )
  expect(
    ruleMessage(itemOf('changePassword', 'changePassword', 'password'), { rule: 'mismatch' }),
  ).toBe('两次密码不一致')
})

/** Messages by their key: spec 8.2, 8.4, 8.7, 8.8, 2.36, 5.8, 5.10 and 5.14. */
const byKey = {
  zh: {
    'crud.form.codeSent': '验证码发送成功，请前往邮箱查看',
    'failures.expired': '登陆失效 即将跳转首页',
    'failures.unexpected': '请求异常',
    'resources.profile.failed.update': '修改失败',
    'translate.done': '翻译成功',
    'exit.title': '退出成功',
    'copy.done': '已复制',
  },
  en: {
    'failures.unauthorized': 'Unauthorized, please log in again!',
    'failures.broken': 'Server error, please contact staff',
    'phone.title': 'Please log in on a PC to use this function',
    'checkout.change.none': 'There are no translation channels to switch to at this time.',
    'crud.list.nothingSelected': 'There is currently no checkbox!',
    'ledger.distribution.notEnough': 'The balance is not enough.',
    'crud.needs.createChildUser.title':
      "Sorry, you don't have the permission to create a sub-account.",
    'rules.mismatch': 'The passwords do not match',
    'exit.title': 'Logout successful',
    'copy.done': 'Copied',
  },
}
test.each(['zh', 'en'] as const)('a quoted sentence stands as it is quoted (%s)', async (lang) => {
  const messageOf = await messagesIn(lang)
  for (const [key, sentence] of Object.entries(byKey[lang]))
    expect(messageOf(key), key).toBe(sentence)
})

test('the site and the login page say what is quoted (spec 8.6, 8.8)', () => {
  const { zh, en } = { zh: { ...frame.zh, ...landing.zh, ...registration.zh }, en: registration.en }
  expect([zh.login.registered, zh.code.sent, zh.account.signedIn, zh.account.signedOut]).toEqual([
    '注册成功，请登录',
    '验证码发送成功，请前往邮箱查看',
    '登录成功',
    '退出成功',
  ])
  expect([en.register.emailTaken, en.register.agreeFirst, en.reset.unknown]).toEqual([
    'Email is already taken',
    'Please confirm the Terms of Service and User Agreement',
    'This account is not registered',
  ])
  expect(frame.en.validate.noText).toBe(
    'Attention: This account has not been verified, please proceed with caution!',
  )
})
