/** Names of languages by their codes (BCP 47). */
import type { Lang } from '#locales/messages.ts'

/** Names that override or complete those of `Intl.DisplayNames`. */
const languageNames: Readonly<Record<string, { zh?: string; en?: string }>> = {
  auto: { zh: '自动检测', en: 'Detect language' },
  zh: { zh: '简体中文', en: 'Simplified Chinese' },
  'zh-TW': { zh: '繁体中文', en: 'Traditional Chinese' },
  pt: { zh: '葡萄牙语（巴西）', en: 'Portuguese (Brazil)' },
  'pt-PT': { zh: '葡萄牙语（葡萄牙）', en: 'Portuguese (Portugal)' },
  alz: { zh: '阿卢尔语', en: 'Alur' },
  bci: { zh: '鲍勒语', en: 'Baoulé' },
  btx: { zh: '卡罗巴塔克语', en: 'Batak Karo' },
  bts: { zh: '西马隆贡巴塔克语', en: 'Batak Simalungun' },
  bbc: { zh: '托巴巴塔克语' },
  bew: { zh: '贝塔维语' },
  dov: { zh: '东贝语', en: 'Dombe' },
  cnh: { zh: '哈卡钦语', en: 'Hakha Chin' },
  hne: { zh: '恰蒂斯加尔语', en: 'Chhattisgarhi' },
  hrx: { zh: '洪斯吕克语', en: 'Hunsrik' },
  jam: { zh: '牙买加克里奥尔语' },
  ktu: { zh: '基图巴语', en: 'Kituba' },
  trp: { zh: '科克博罗克语', en: 'Kokborok' },
  kri: { zh: '克里奥语' },
  ltg: { zh: '拉特加莱语' },
  lzh: { zh: '文言文' },
  nhe: { zh: '纳瓦特尔语（东瓦斯特卡）', en: 'Nahuatl (Eastern Huasteca)' },
  'ndc-ZW': { zh: '恩道语', en: 'Ndau' },
  otq: { zh: '克雷塔罗奥托米语', en: 'Querétaro Otomi' },
  tcy: { zh: '图卢语' },
  yua: { zh: '尤卡坦玛雅语', en: 'Yucatec Maya' },
}

const platformNames: Partial<Record<Lang, Intl.DisplayNames>> = {}

/** Name of a language in Chinese or English; its code if it has none. */
export function languageNameIn(lang: Lang, code: string): string {
  const ownName = languageNames[code]?.[lang]
  if (ownName) return ownName
  try {
    platformNames[lang] ??= new Intl.DisplayNames([lang], { type: 'language', fallback: 'none' })
    return platformNames[lang].of(code) ?? code
  } catch {
    // The code is no language tag.
    return code
  }
}
