/** Validation errors of forms that register a user or change one, in English. */
import type { Same } from '#locales/words.ts'
import type { registrationRules as zh } from '#locales/zh/registration-rules.ts'

export const registrationRules = {
  rules: {
    unlike: 'The passwords do not match',
    username: {
      pattern:
        'Must start with a letter (A–Z) and contain only letters, digits and Chinese characters',
      taken: 'Username is already taken',
    },
    password2: { required: 'Enter the password again' },
    nickname: { max: '{{field}} must be {{limit}} characters or fewer' },
  },
} satisfies Same<typeof zh>
