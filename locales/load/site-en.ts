/** English messages of the public site by area, each loaded on demand. */

export const en = {
  agreement: async () => (await import('#locales/agreement.ts')).en,
  privacy: async () => (await import('#locales/privacy.ts')).en,
  legal: async () => (await import('#locales/site/legal.ts')).en,
  about: async () => (await import('#locales/site/about.ts')).en,
  contact: async () => (await import('#locales/site/contact.ts')).en,
  developers: async () => (await import('#locales/site/developers.ts')).en,
  mcpTools: async () => (await import('#locales/mcp-tools.ts')).en,
  programs: async () => (await import('#locales/program-descriptions.ts')).en,
  download: async () => (await import('#locales/site/download.ts')).en,
  guide: async () => (await import('#locales/site/guide.ts')).en,
  home: async () => (await import('#locales/site/home.ts')).en,
  price: async () => (await import('#locales/site/price.ts')).en,
  frame: async () => (await import('#locales/site/frame.ts')).en,
  topicsChat: async () => (await import('#locales/site/topics-chat.ts')).en,
  topicsStart: async () => (await import('#locales/site/topics-start.ts')).en,
  topicsSystem: async () => (await import('#locales/site/topics-system.ts')).en,
  tutorial: async () => (await import('#locales/site/tutorial.ts')).en,
}
