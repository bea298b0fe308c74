/** English messages of registration and the legal texts, each loaded on demand. */

export const en = {
  agreement: async () => ({ agreement: (await import('#locales/agreement.ts')).en }),
  privacy: async () => ({ privacy: (await import('#locales/privacy.ts')).en }),
  registration: async () => ({
    registration: (await import('#locales/registration.ts')).en,
    ...(await import('#locales/registration-rules.ts')).en,
  }),
}
