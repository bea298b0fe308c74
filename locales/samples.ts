/**
 * What the drawn pictures show: the same in both languages of the site, because it is the foreign
 * text that is being translated.
 */

export const samples = {
  sign: { zh: '易碎物品', en: 'FRAGILE' },
  greeting: {
    zh: '您好',
    en: 'Hello',
    others: ['Hola', 'Bonjour', 'こんにちは', 'Olá', '안녕하세요', 'Привет', 'مرحبا', 'Xin chào'],
  },
  team: [
    { name: 'Emma', share: 40 },
    { name: 'Leo', share: 25 },
    { name: 'Mia', share: 15 },
  ],
} as const

/** The channels of 1.4 as their makers write them. */
export const engines = ['Tencent', 'Youdao', 'Google', 'Microsoft', 'DeepL', 'ChatGPT'] as const
