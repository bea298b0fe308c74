/** English version of `zh/security.ts`. */
import type { Same } from '#locales/words.ts'
import type { security as zh } from '#locales/zh/security.ts'

export const security = {
  password: 'Password',
  code: 'Enter the {{appCodeDigits}}-digit code from the app',
  codeOrRecovery: 'App code or recovery code',
  empty: { password: 'Please enter your password', code: 'Please enter the code' },
  summary: {
    title: 'Login and security',
    setUp: 'Set up',
    change: 'Change',
    view: 'View',
    deviceCount_one: '{{count}} device',
    deviceCount_other: '{{count}} devices',
    lastLogin: 'Last login',
  },
  sessions: {
    here: 'This device',
    endOthers: 'Log out everywhere else',
    endOthersAsk:
      'Log out everywhere else?\nEvery other device that uses this account is logged out at once.',
    ended_one: 'Logged out on {{count}} other device',
    ended_other: 'Logged out on {{count}} other devices',
  },
  secondStep: {
    how: {
      title: 'How it works',
      install: 'Install an authenticator app on your phone.',
      scan: 'Scan the QR code with it and enter the {{appCodeDigits}}-digit code it shows.',
      keep: 'Save your recovery codes. Each one logs you in once if you lose your phone.',
    },
    off: 'Off',
    offHelp:
      'You need an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or 1Password. Setup takes about a minute.',
    on: 'On',
    since: 'Since',
    left: 'Recovery codes left',
    few: 'You are running out of recovery codes. Replace them.',
    turnOn: 'Turn on two-step verification',
    passwordFirst: 'Enter your password to confirm that it’s you.',
    next: 'Next',
    scan: 'Scan this with your authenticator app:',
    qr: 'QR code for an authenticator app',
    byHand: 'Can’t scan it? Enter the key manually',
    secret: 'Key',
    confirm: 'Turn on',
    isOn: 'Two-step verification is on. Save your recovery codes',
    renew: 'Replace recovery codes',
    renewHelp: 'You get {{recoveryCodes}} new recovery codes. The old ones stop working.',
    renewed: 'Save your new recovery codes',
    disable: 'Turn off two-step verification',
    disableHelp:
      'Your password alone will be enough to log in, and all recovery codes stop working.',
    isOff: 'Two-step verification is off',
  },
  recovery: {
    help: 'If you lose your phone or don’t have it with you, log in with a recovery code instead of an app code. Each code works once.',
    once: 'The codes are shown only once. Keep them somewhere safe, but not on your phone.',
    copy: 'Copy',
    save: 'Download',
    print: 'Print',
    safe: 'I have saved them',
    head: '{{product}} recovery codes for {{who}}, {{at}}',
    file: 'recovery-codes',
  },
} satisfies Same<typeof zh>
