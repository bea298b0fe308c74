/** Names of chat apps and translation engines, the same in all languages. */

/** Chat apps that the desktop client supports (spec 1.5). */
export const chatApps: readonly string[] = [
  'WhatsApp',
  'WhatsApp Business',
  'Telegram',
  'LINE',
  'Messenger',
  'Instagram',
  'Facebook',
  'X',
  'TikTok',
  'LinkedIn',
  'Zalo',
  'Viber',
  'Signal',
  'KakaoTalk',
  'Discord',
  'Slack',
  'Microsoft Teams',
  'Google Chat',
]

/** Engines of 1.4 with the spelling of their vendors. */
export const engines = ['Tencent', 'Youdao', 'Google', 'Microsoft', 'DeepL', 'ChatGPT'] as const
