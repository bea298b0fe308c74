/** What users are told about the safety of their account, by notice and by mail. */
import type { Same } from '#locales/words.ts'
import type { safety as zh } from '#locales/zh/safety.ts'

export const safety = {
  passwordChanged: {
    title: 'Your password was changed',
    content:
      'The password of {{who}} was just changed, and all its devices were logged out: log in with the new one. If this was not you, reset the password at once and contact customer service.',
  },
  secondStepEnabled: {
    title: 'Two-step verification is on',
    content:
      'Two-step verification was turned on for {{who}}: logging in now asks for a code of your authenticator app besides the password. Keep your recovery codes in a safe place. If this was not you, change your password at once and contact customer service.',
  },
  secondStepDisabled: {
    title: 'Two-step verification is off',
    content:
      'Two-step verification was turned off for {{who}}: the password alone is enough to log in now. If this was not you, change your password at once and turn it on again.',
  },
  suspended: {
    title: 'Your account was suspended',
    content:
      'Customer service suspended {{who}} and its sub-accounts: nobody can sign in for now. Money and quota are kept. Please contact customer service.',
  },
  reopened: {
    title: 'Your account is open again',
    content:
      'Customer service reopened {{who}} and its sub-accounts. Sign in as before; money and quota are as they were.',
  },
  secondStepRemoved: {
    title: 'Customer service removed two-step verification',
    content:
      'Customer service removed two-step verification from {{who}}: the password alone is enough to log in now. If you did not ask for that, change your password at once and contact us.',
  },
  recoveryCodesRenewed: {
    title: 'Recovery codes were replaced',
    content:
      'All recovery codes of {{who}} were replaced, and the old ones no longer work. If this was not you, change your password at once.',
  },
  recoveryCodeUsed: {
    title: 'A recovery code was used',
    content:
      'A recovery code of {{who}} was just used. Codes left: {{left}}. If this was not you, change your password at once and replace the recovery codes.',
  },
  codesTried: {
    title: 'Somebody entered wrong codes',
    content:
      'Somebody tried to log in to {{who}} with the right password, and entered several wrong codes. If this was not you, your password is known to somebody else: change it at once.',
  },
} satisfies Same<typeof zh>
