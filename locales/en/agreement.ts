/** The English of `zh/agreement.ts`. */
import type { agreement as zh } from '#locales/zh/agreement.ts'
import type { Same } from '#locales/words.ts'

export const agreement = {
  age: 'You must be 18 or older.',
  place: 'The service is for use in mainland China only and priced in RMB.',
  contact: 'Accounts are registered by e-mail. Tell us within three working days when your contact details change.',
  cancel: 'Closing a main account deletes all its sub-accounts for good.',
  full: 'The full text will be published together with registration.',
} satisfies Same<typeof zh>
