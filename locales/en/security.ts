/** The English of `zh/security.ts`. */
import type { Same } from '#locales/words.ts'
import type { security as zh } from '#locales/zh/security.ts'

export const security = {
  password: 'Password',
  code: 'Enter the six digits that the app shows',
  codeOrRecovery: 'Code of the app, or a recovery code',
  empty: { password: 'Please enter the password', code: 'Please enter the code' },
  sessions: {
    here: 'This device',
    endOthers: 'Log out everywhere else',
    endOthersAsk:
      'Log out everywhere else?\nExcept here, whoever is logged in to this account is logged out at once.',
    ended_one: 'Logged out in {{count}} other place',
    ended_other: 'Logged out in {{count}} other places',
  },
  secondStep: {
    how: {
      title: 'How it works',
      install: 'Install an authenticator app on your phone.',
      scan: 'Scan the QR code with it and enter the six digits that it shows.',
      keep: 'Save your recovery codes. Each one logs you in once if your phone is lost.',
    },
    off: 'Off',
    offHelp:
      'You need a phone with any authenticator app, such as Google Authenticator, Microsoft Authenticator or 1Password. Setting it up takes a minute.',
    on: 'On',
    since: 'Since',
    left: 'Recovery codes left',
    few: 'You are running out of recovery codes. Make a new set.',
    turnOn: 'Turn on two-step verification',
    passwordFirst: 'Enter your password first, so that we know it is you.',
    next: 'Next',
    scan: 'Scan this with your authenticator app:',
    qr: 'QR code for an authenticator app',
    byHand: 'Can’t scan it? Enter the key by hand',
    secret: 'Key',
    confirm: 'Turn on',
    isOn: 'Two-step verification is on. Save your recovery codes',
    renew: 'Replace recovery codes',
    renewHelp: 'You get ten new recovery codes, and the old ones stop working.',
    renewed: 'Save your new recovery codes',
    disable: 'Turn off two-step verification',
    disableHelp:
      'The password alone is enough to log in then, and all recovery codes stop working.',
    isOff: 'Two-step verification is off',
  },
  recovery: {
    help: 'When your phone is lost or not at hand, a recovery code signs you in instead of a code of the app. Each works once.',
    once: 'They are not shown again. Keep them in a safe place other than your phone.',
    copy: 'Copy',
    save: 'Download',
    print: 'Print',
    safe: 'I have saved them',
    head: 'Recovery codes of {{product}} for {{who}}, {{at}}',
    file: 'recovery-codes',
  },
} satisfies Same<typeof zh>
