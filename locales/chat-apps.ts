/** Chat apps supported by the desktop client (1.5); names are the same in all languages. */

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
