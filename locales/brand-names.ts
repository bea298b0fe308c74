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

/** Translation engines (spec 1.4) as their vendors spell them. */
export const engines = ['Tencent', 'Youdao', 'Google', 'Microsoft', 'DeepL', 'ChatGPT'] as const
