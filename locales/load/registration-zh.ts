/** Chinese messages of registration and the legal texts, each loaded on demand. */

export const zh = {
  agreement: async () => ({ agreement: (await import('#locales/agreement.ts')).zh }),
  privacy: async () => ({ privacy: (await import('#locales/privacy.ts')).zh }),
  registration: async () => ({
    registration: (await import('#locales/registration.ts')).zh,
    ...(await import('#locales/registration-rules.ts')).zh,
  }),
}
