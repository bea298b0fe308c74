/**
 * The best known of the chat apps that the client translates in (1.5). Change this list when the
 * client's changes; the names are the same in every language.
 */

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
