/** English version of `zh/shared.ts`. */
import type { shared as zh } from '#locales/zh/shared.ts'
import type { Same } from '#locales/words.ts'

export const shared = {
  product: { name: 'Yiqiao', slogan: 'Two languages, one conversation' },
  languages: { label: 'Language', zh: '中文', en: 'English' },
  fields: {
    account: 'Account',
    username: 'Username',
    nickname: 'Nickname',
    email: 'Email',
    password: 'Password',
    password2: 'Confirm password',
    vcode: 'Verification code',
  },
  rules: {
    required: '{{field}} is required',
    min: '{{field}} must be at least {{limit}} characters',
    max: '{{field}} must be {{limit}} characters or fewer',
    pattern: '{{field}} is in the wrong format',
    type: '{{field}} is not valid',
    taken: '{{field}} is already taken',
    account: {
      pattern: 'Use only letters, digits and Chinese characters',
      taken: 'Username is already taken',
    },
    password: {
      min: 'Password must be at least {{limit}} characters',
      max: 'Password must be {{limit}} characters or fewer',
    },
  },
  failures: {
    refused: 'The request was not completed',
    expired: 'Your session has expired. Taking you to the home page',
    busy: 'Too many requests. Try again in {{seconds}} s',
    broken: 'Server error, please contact staff',
    unauthorized: 'Unauthorized, please log in again!',
    status: 'Request failed: {{error}}',
    unreachable: {
      network: 'Request failed: no connection to the server',
      offline: 'Request failed: you are offline',
      timeout: 'Request failed: the server took too long to respond',
    },
    garbled: 'Request failed: the response could not be read',
    unexpected: 'Request failed',
    requestId: 'Request ID',
  },
  toast: { region: 'Messages', close: 'Close message', undo: 'Undo' },
  quota: {
    characters: '{{amount}} characters',
    months_one: '{{amount}} month',
    months_other: '{{amount}} months',
  },
} satisfies Same<typeof zh>
