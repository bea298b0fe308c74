/** The English of `zh/landing.ts`. */
import type { landing as zh } from '#locales/zh/landing.ts'
import type { Same } from '#locales/words.ts'

export const landing = {
  nav: { skip: 'Skip to content', main: 'Main', home: 'Home' },
  login: {
    title: 'Log in',
    welcome: 'Log in to {{product}}',
    account: 'Username or e-mail',
    submit: 'Log in',
    busy: 'Logging in…',
    wait: 'Try again in {{seconds}} s',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
    capsLock: 'Caps Lock is on',
    noAccount: 'No account yet?',
    toRegister: 'Register',
    agree: 'By logging in you agree to the',
    copy: 'Copy',
    copied: 'Copied',
  },
  forgot: {
    title: 'Forgot your password?',
    sub: 'Sub-accounts: ask the main account to reset it under “Sub-accounts”. It takes effect at once.',
    main: 'Main accounts: resetting by e-mail opens soon. Until then, contact the person who opened your account.',
  },
  register: {
    title: 'Create an account',
    soon: 'Registration by e-mail opens soon',
    text: 'We are still preparing it. If you have an account, or a main account has opened a sub-account for you, you can log in now.',
    invite: 'Invitation code {{code}} stays in the link, ready for when registration opens.',
    toLogin: 'Back to log in',
  },
  demo: { title: 'Demo', text: 'Log in with the demo account. All data is made up.', fill: 'Fill in the demo account' },
  agreement: {
    link: 'user service agreement',
    title: 'The user service agreement in short',
    close: 'Close',
  },
} satisfies Same<typeof zh>
