/** Messages of the sign-in link dialogs, in both languages since they open before any catalogue. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  switchTitle: '切换到另一个账号？',
  switchText:
    '您打开的链接会登录另一个账号，所有已打开的标签页都会一起切换。如果不是您本人要切换，请保持当前账号。',
  current: '当前账号',
  linked: '链接中的账号',
  unknown: '已登录的账号',
  subAccount: '子账号',
  stay: '保持当前账号',
  switch: '切换账号',
  invalidTitle: '链接无法登录',
  invalidText: '链接中的登录信息无效或已过期，请从客户端重新打开。',
  unverifiedTitle: '暂时无法验证链接',
  unverifiedText: '没能确认链接中的账号，请检查网络后重试。',
  unchanged: '您的登录状态没有改变。',
  proceed: '继续',
  retry: '重试',
  dismiss: '不使用此链接',
  noticeLabel: '登录提示',
  signedIn: '您打开的链接已登录账号 {{account}}。如果这不是您的账号，请退出登录。',
  signOut: '退出登录',
  close: '知道了',
}

export const en: Messages<typeof zh> = {
  switchTitle: 'Switch to another account?',
  switchText:
    'The link you opened logs in to another account, and every open tab would switch to it. If you did not mean to switch, keep your current account.',
  current: 'Current account',
  linked: 'Account in the link',
  unknown: 'The account you are logged in to',
  subAccount: 'Sub-account',
  stay: 'Keep current account',
  switch: 'Switch account',
  invalidTitle: 'This link can’t log you in',
  invalidText:
    'The login details in the link are invalid or have expired. Open it again from the client.',
  unverifiedTitle: 'Couldn’t verify the link',
  unverifiedText:
    'We couldn’t verify the account in the link. Check your connection and try again.',
  unchanged: 'Your login has not changed.',
  proceed: 'Continue',
  retry: 'Try again',
  dismiss: 'Don’t use this link',
  noticeLabel: 'Login message',
  signedIn:
    'The link you opened logged you in as {{account}}. If this is not your account, log out.',
  signOut: 'Log out',
  close: 'Got it',
}
