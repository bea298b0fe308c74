/** Sample chat between a Chinese seller and an English-speaking buyer, in both languages. */

type ChatLine = { by: 'seller' | 'buyer'; zh: string; en: string }

export const chat: readonly ChatLine[] = [
  { by: 'buyer', en: 'Hi, is the blue one in stock?', zh: '你好，蓝色的那款有现货吗？' },
  {
    by: 'seller',
    zh: '有的，今天下单，明天就能发货。',
    en: 'Yes. Order today and it ships tomorrow.',
  },
  { by: 'buyer', en: 'Great, I will take 200 pieces.', zh: '太好了，我要200件。' },
]
