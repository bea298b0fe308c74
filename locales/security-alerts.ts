/** Messages of security alerts, by notice and e-mail. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  passwordChanged: {
    title: '密码已修改',
    content:
      '账号 {{who}} 的密码刚刚被修改，所有设备都已退出登录，请用新密码重新登录。如果不是您本人操作，请立即找回密码，并联系客服。',
  },
  twoFactorEnabled: {
    title: '两步验证已开启',
    content:
      '账号 {{who}} 已开启两步验证：以后登录时，除密码外还要输入验证器应用中的动态码。请妥善保管恢复码。如果不是您本人操作，请立即修改密码，并联系客服。',
  },
  twoFactorDisabled: {
    title: '两步验证已关闭',
    content:
      '账号 {{who}} 已关闭两步验证，以后只凭密码即可登录。如果不是您本人操作，请立即修改密码，并重新开启。',
  },
  suspended: {
    title: '账号已被暂停使用',
    content: '客服已暂停账号 {{who}} 及其子账号的使用，暂时无法登录。额度会保留，请联系客服处理。',
  },
  reopened: {
    title: '账号已恢复使用',
    content: '客服已恢复账号 {{who}} 及其子账号的使用，可以照常登录，额度保持不变。',
  },
  twoFactorRemoved: {
    title: '两步验证已由客服移除',
    content:
      '客服已移除账号 {{who}} 的两步验证，以后只凭密码即可登录。如果不是您要求的，请立即修改密码，并联系客服。',
  },
  recoveryCodesRenewed: {
    title: '恢复码已更换',
    content:
      '账号 {{who}} 的恢复码已全部更换，旧的恢复码不再有效。如果不是您本人操作，请立即修改密码。',
  },
  recoveryCodeUsed: {
    title: '使用了一个恢复码',
    content:
      '账号 {{who}} 刚刚使用了一个恢复码，还剩{{left}}个。如果不是您本人操作，请立即修改密码，并更换恢复码。',
  },
  codesTried: {
    title: '有人多次输错动态码',
    content:
      '有人用正确的密码尝试登录账号 {{who}}，但多次输错动态码。如果不是您本人操作，说明密码已经泄露，请立即修改密码。',
  },
}

export const en: Messages<typeof zh> = {
  passwordChanged: {
    title: 'Your password was changed',
    content:
      'The password of {{who}} was just changed and all its devices were logged out. Log in with the new password. If this was not you, reset the password at once and contact support.',
  },
  twoFactorEnabled: {
    title: 'Two-step verification is on',
    content:
      'Two-step verification was turned on for {{who}}. Logging in now requires a code from your authenticator app in addition to the password. Keep your recovery codes in a safe place. If this was not you, change your password at once and contact support.',
  },
  twoFactorDisabled: {
    title: 'Two-step verification is off',
    content:
      'Two-step verification was turned off for {{who}}. The password alone is now enough to log in. If this was not you, change your password at once and turn it on again.',
  },
  suspended: {
    title: 'Your account was suspended',
    content:
      'Support suspended {{who}} and its sub-accounts. They can’t log in for now. Your quota is kept. Please contact support.',
  },
  reopened: {
    title: 'Your account was reactivated',
    content:
      'Support reactivated {{who}} and its sub-accounts. You can log in again. Your quota has not changed.',
  },
  twoFactorRemoved: {
    title: 'Two-step verification was removed',
    content:
      'Support removed two-step verification from {{who}}. The password alone is now enough to log in. If you did not request this, change your password at once and contact support.',
  },
  recoveryCodesRenewed: {
    title: 'Recovery codes were replaced',
    content:
      'All recovery codes of {{who}} were replaced. The old ones no longer work. If this was not you, change your password at once.',
  },
  recoveryCodeUsed: {
    title: 'A recovery code was used',
    content:
      'A recovery code of {{who}} was just used. Codes left: {{left}}. If this was not you, change your password at once and replace the recovery codes.',
  },
  codesTried: {
    title: 'Wrong login codes entered',
    content:
      'Someone entered the right password for {{who}} and then several wrong codes. If this was not you, someone else knows your password. Change it at once.',
  },
}
