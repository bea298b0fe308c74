/** English version of `zh/landing.ts`. */
import type { landing as zh } from '#locales/zh/landing.ts'
import type { Same } from '#locales/words.ts'

export const landing = {
  nav: { skip: 'Skip to content', main: 'Main', home: 'Home' },
  login: {
    title: 'Log in',
    welcome: 'Log in to {{product}}',
    account: 'Username or email',
    submit: 'Log in',
    done: 'Login successful',
    busy: 'Logging in…',
    wait: 'Try again in {{seconds}} s',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
    capsLock: 'Caps Lock is on',
    noAccount: 'Don’t have an account?',
    toRegister: 'Register',
    registered: 'Registration successful, please log in',
    agree: 'By logging in, you agree to the',
    copy: 'Copy',
    copied: 'Copied',
  },
  forgot: 'Forgot your password?',
  register: 'Create an account',
  demo: {
    title: 'Demo',
    text: 'The demo account contains made-up data.',
    fill: 'Fill in demo account',
  },
  agreement: {
    link: 'user service agreement',
    title: 'User service agreement',
    and: ' and the ',
    close: 'Close',
  },
  privacy: { link: 'privacy policy', title: 'Privacy policy' },
} satisfies Same<typeof zh>
