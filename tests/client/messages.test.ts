/** The exact messages of spec section 8, in the language of the specification. */
import { en as rulesEn } from '#locales/registration-rules.ts'
import { expect, test } from 'vitest'
import { en as frameEn, zh as frame } from '#locales/site/frame.ts'
import { en as registrationEn, zh as registration } from '#locales/registration.ts'
import { en as consoleEn } from '#locales/console.ts'
import { en as pagesEn, zh as pages } from '#locales/crud.ts'
import { en as sharedEn, zh as shared } from '#locales/shared.ts'
import { zh as resources } from '#locales/resources.ts'

test.each([
  ['8.2', shared.failures.expired, '登陆失效 即将跳转首页'],
  ['8.3', shared.failures.unexpected, '请求异常'],
  ['8.4', sharedEn.failures.unauthorized, 'Unauthorized, please log in again!'],
  ['8.4', sharedEn.failures.broken, 'Server error, please contact staff'],
  ['5.10', pagesEn.list.nothingSelected, 'There is currently no checkbox!'],
  [
    '5.14',
    pagesEn.needs.createChildUser.title,
    "Sorry, you don't have the permission to create a sub-account.",
  ],
  ['8.6', rulesEn.rules.username.taken, 'Username is already taken'],
  ['8.6', registrationEn.register.emailTaken, 'Email is already taken'],
  ['8.6', registrationEn.reset.unknown, 'This account is not registered'],
  ['8.6', rulesEn.rules.mismatch, 'The passwords do not match'],
  [
    '8.6',
    registrationEn.register.agreeFirst,
    'Please confirm the Terms of Service and User Agreement',
  ],
  [
    '8.6',
    frameEn.validate.noText,
    'Attention: This account has not been verified, please proceed with caution!',
  ],
  ['8.7', consoleEn.phone.title, 'Please log in on a PC to use this function'],
  ['8.7', resources.profile.failed.update, '修改失败'],
  ['8.8', resources.changePassword.done.changePassword, '修改成功,请重新登陆'],
  ['8.8', resources.changePassword.done.resetPassword, '修改成功,请重新登陆'],
  ['8.8', pages.form.codeSent, '验证码发送成功，请前往邮箱查看'],
  ['8.8', registration.code.sent, '验证码发送成功，请前往邮箱查看'],
  ['8.8', pages.done.default, '操作成功'],
  ['8.8', frameEn.account.signedIn, 'Login successful'],
  ['8.8', frameEn.account.signedOut, 'Logout successful'],
  ['8.8', frame.account.signedOut, '退出成功'],
])('%s: %s', (_clause, actual, specified) => {
  expect(actual).toBe(specified)
})
