/** Chinese messages of the public site by area, each loaded on demand. */

export const zh = {
  agreement: async () => (await import('#locales/agreement.ts')).zh,
  privacy: async () => (await import('#locales/privacy.ts')).zh,
  legal: async () => (await import('#locales/site/legal.ts')).zh,
  about: async () => (await import('#locales/site/about.ts')).zh,
  contact: async () => (await import('#locales/site/contact.ts')).zh,
  developers: async () => (await import('#locales/site/developers.ts')).zh,
  mcpTools: async () => (await import('#locales/mcp-tools.ts')).zh,
  programs: async () => (await import('#locales/program-descriptions.ts')).zh,
  download: async () => (await import('#locales/site/download.ts')).zh,
  guide: async () => (await import('#locales/site/guide.ts')).zh,
  home: async () => (await import('#locales/site/home.ts')).zh,
  price: async () => (await import('#locales/site/price.ts')).zh,
  frame: async () => (await import('#locales/site/frame.ts')).zh,
  topicsChat: async () => (await import('#locales/site/topics-chat.ts')).zh,
  topicsStart: async () => (await import('#locales/site/topics-start.ts')).zh,
  topicsSystem: async () => (await import('#locales/site/topics-system.ts')).zh,
  tutorial: async () => (await import('#locales/site/tutorial.ts')).zh,
}
