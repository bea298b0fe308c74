/** Texts in illustrations, the same in both site languages because they show foreign text. */

export const samples = {
  sign: { zh: '易碎物品', en: 'FRAGILE' },
  greeting: {
    zh: '您好',
    en: 'Hello',
    others: ['Hola', 'Bonjour', 'こんにちは', 'Olá', '안녕하세요', 'Привет', 'مرحبا', 'Xin chào'],
  },
  /** Sub-accounts with thousands of characters. */
  team: [
    { name: 'Emma', thousands: 40 },
    { name: 'Leo', thousands: 25 },
    { name: 'Mia', thousands: 15 },
  ],
} as const
