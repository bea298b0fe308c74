/** English version of `zh/safety.ts`. */
import type { Same } from '#locales/words.ts'
import type { safety as zh } from '#locales/zh/safety.ts'

export const safety = {
  passwordChanged: {
    title: 'Your password was changed',
    content:
      'The password of {{who}} was just changed and all its devices were logged out. Log in with the new password. If this was not you, reset the password at once and contact support.',
  },
  secondStepEnabled: {
    title: 'Two-step verification is on',
    content:
      'Two-step verification was turned on for {{who}}. Logging in now requires a code from your authenticator app in addition to the password. Keep your recovery codes in a safe place. If this was not you, change your password at once and contact support.',
  },
  secondStepDisabled: {
    title: 'Two-step verification is off',
    content:
      'Two-step verification was turned off for {{who}}. The password alone is now enough to log in. If this was not you, change your password at once and turn it on again.',
  },
  suspended: {
    title: 'Your account was suspended',
    content:
      '{{who}} and its sub-accounts were suspended by support and can’t log in. Money and quota are kept. Please contact support.',
  },
  reopened: {
    title: 'Your account was reopened',
    content:
      '{{who}} and its sub-accounts were reopened by support. You can log in again. Money and quota have not changed.',
  },
  secondStepRemoved: {
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
} satisfies Same<typeof zh>
