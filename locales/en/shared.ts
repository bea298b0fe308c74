/** The English of `zh/shared.ts`. */
import type { shared as zh } from '#locales/zh/shared.ts'
import type { Same } from '#locales/words.ts'

export const shared = {
  product: { name: 'Yiqiao', slogan: 'Two languages, one conversation' },
  languages: { label: 'Language', zh: '中文', en: 'English' },
  fields: {
    account: 'Account',
    username: 'Username',
    nickname: 'Nickname',
    email: 'E-mail',
    password: 'Password',
    password2: 'Confirm password',
    oldPassword: 'Current password',
    vcode: 'Verification code',
    enabled: 'Status',
    loginIp: 'Login IP',
    clientType: 'Client type',
    loginDateTime: 'Login time',
    lastLoginDateTime: 'Last login time',
    registerDateTime: 'Registered on',
    createDateTime: 'Created on',
    changeCharNum: 'Characters',
    changeVoiceNum: 'Voice units',
    changeImageNum: 'Images',
  },
  rules: {
    required: '{{field}} is required',
    min: '{{field}} must have at least {{limit}} characters',
    max: '{{field}} can have at most {{limit}} characters',
    pattern: '{{field}} has the wrong format',
    type: '{{field}} is not valid',
    taken: '{{field}} is already taken',
    unlike: 'The passwords do not match',
    account: {
      pattern: 'Use letters, digits and Chinese characters only',
      taken: 'Username is already taken',
    },
    username: {
      pattern:
        'Start with a letter from A to Z, and use only letters, digits and Chinese characters',
      taken: 'Username is already taken',
    },
    password: {
      min: 'Password must have at least {{limit}} characters',
      max: 'Password can have at most {{limit}} characters',
    },
    password2: { required: 'Type the password again' },
    nickname: { max: '{{field}} can have at most {{limit}} characters' },
  },
  failures: {
    refused: 'That did not work',
    expired: 'Your session has ended. Taking you to the home page',
    busy: 'Too many requests. Try again in {{seconds}} s',
    broken: 'Server error, please contact staff',
    unauthorized: 'Unauthorized, please log in again!',
    status: 'Request failed: {{error}}',
    unreachable: {
      network: 'Request failed: no connection to the server',
      offline: 'Request failed: you are offline',
      timeout: 'Request failed: the server did not answer in time',
    },
    garbled: 'Request failed: the answer could not be read',
    unexpected: 'Request failed',
    requestId: 'Request ID',
  },
  quota: {
    characters: '{{amount}} characters',
    months_one: '{{amount}} month',
    months_other: '{{amount}} months',
  },
} satisfies Same<typeof zh>
