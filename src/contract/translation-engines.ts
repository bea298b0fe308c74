/** Engines that serve translation channels. */

/** `libretranslate` and `selfhosted`, a model behind OpenAI's API, are servers of one's own. */
export const engines = [
  'google',
  'microsoft',
  'deepl',
  'tencent',
  'youdao',
  'openai',
  'libretranslate',
  'selfhosted',
] as const
export type Engine = (typeof engines)[number]
