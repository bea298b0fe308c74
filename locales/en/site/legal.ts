/** English version of `zh/site/legal.ts`. */
import type { legal as zh } from '#locales/zh/site/legal.ts'
import type { Same } from '#locales/words.ts'

export const legal = {
  agreement: {
    title: 'User service agreement',
    description:
      'The terms of Yiqiao: who may use it, your account, fees, what you translate, deleting your account, and liability.',
    lead: 'The terms of the service. By registering or logging in, you agree to them.',
  },
  privacy: {
    title: 'Privacy policy',
    description:
      'What personal data Yiqiao collects, why, for how long, who receives it, and how to see, export and delete yours.',
    lead: 'What we collect, why, for how long, who receives it, and your rights.',
  },
  contents: 'On this page',
  operator: 'Operator',
  updated: 'Last updated',
  date: '22 November 2026',
} satisfies Same<typeof zh>
