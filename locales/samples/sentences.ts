/** Sample sentences for translation, with the demo output of each engine. */
import { chat } from '#locales/samples/chat.ts'

type SampleEngine =
  | 'tencent'
  | 'youdao'
  | 'google'
  | 'microsoft'
  | 'deepl'
  | 'openai'
  | 'libretranslate'
  | 'selfhosted'

/** `from` is the language of `text`. The first three are the chat of the home page. */
type SampleSentence = {
  from: 'zh' | 'en'
  text: string
  /**
   * Demo output by engine. For the chat of the home page, Tencent returns the translation shown
   * there.
   */
  as: Record<SampleEngine, string>
}

const [inStock, shipping, order] = chat as [(typeof chat)[0], (typeof chat)[0], (typeof chat)[0]]

export const sampleSentences: readonly SampleSentence[] = [
  {
    from: 'en',
    text: inStock.en,
    as: {
      tencent: inStock.zh,
      youdao: '嗨，蓝色的有货吗？',
      google: '您好，蓝色款有货吗？',
      microsoft: '你好，蓝色的那个有库存吗？',
      deepl: '您好，请问蓝色款现在有现货吗？',
      openai: '嗨，蓝色那款还有货吗？',
      libretranslate: '嗨，是蓝色的有库存吗？',
      selfhosted: '您好，蓝色的还有库存吗？',
    },
  },
  {
    from: 'zh',
    text: shipping.zh,
    as: {
      tencent: shipping.en,
      youdao: 'Yes, order today and we can ship tomorrow.',
      google: 'Yes, if you order today, it can be shipped tomorrow.',
      microsoft: 'Yes. Place your order today, and it can ship tomorrow.',
      deepl: 'Yes, it is. If you place your order today, we will dispatch it tomorrow.',
      openai: 'We do. Order today and we’ll get it out to you tomorrow.',
      libretranslate: 'Yes, order today, you can send tomorrow.',
      selfhosted: 'Yes, we have it. Order today and it ships tomorrow.',
    },
  },
  {
    from: 'en',
    text: order.en,
    as: {
      tencent: order.zh,
      youdao: '很好，我要200个。',
      google: '太好了，我买200件。',
      microsoft: '太棒了，我需要200件。',
      deepl: '好的，我订购200件。',
      openai: '太好了，那就来200件吧。',
      libretranslate: '好极了，我拿200个。',
      selfhosted: '很好，我要200件。',
    },
  },
  {
    from: 'zh',
    text: '样品免费，运费需要您承担。',
    as: {
      tencent: 'The sample is free, and you pay the shipping.',
      youdao: 'Samples are free, you need to bear the freight.',
      google: 'Samples are free, but you will need to pay for shipping.',
      microsoft: 'The sample is free of charge; the shipping cost is on you.',
      deepl: 'The sample is free of charge. Please note that shipping is at your expense.',
      openai: 'The sample’s on us – you’d just cover the shipping.',
      libretranslate: 'The sample is free, the shipping costs need you to bear.',
      selfhosted: 'Samples are free; you only pay for shipping.',
    },
  },
]
