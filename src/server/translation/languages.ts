/** The languages of the product and their names in Chinese and English, from the platform's own data. */
import type { Language } from '#contract/translation.ts'
import { auto, type Spoken } from '#server/translation/spoken.ts'

/** `zh` is Simplified Chinese, `zh-TW` Traditional. */
export const allCodes =
  'ab ace ach aa af sq alz am ar hy as av awa ay az ban bal bm bci ba eu btx bts bbc be bem bn bew bho bik bs br bg bua my yue ca ceb ch ce ny zh zh-TW chk cv co ' +
  'crh hr cs da fa-AF dv din doi dov nl dyu dz en eo et ee fo fj fil fi fon fr fr-CA fy fur ff gaa gl ka de el gn gu ht cnh ha haw he hil hi hmn hu hrx iba is ig ilo ' +
  'id ik iu ga it jam ja jv kac kl kn kr pam kk kha km cgg kg rw ktu trp kv gom ko kri ku ckb ky lo ltg la lv lij li ln lt lmo lg luo lb mk mad mai mak mg ms ms-Arab ' +
  'ml mt gv mi mr mh mwr mfe chm mni-Mtei min lus mn nhe ndc-ZW nr new ne nso no nus oc or om os pag pap ps fa pl pt pt-PT pa pa-Arab qu rom ro rn ru se sm sg sa sat ' +
  'gd sr st crs shn sn scn szl sd si sk sl so es su sus sw ss sv ty tg tzm ta tt te tet th bo ti tiv tpi to tn ts tcy tum tr tk tyv ak udm uk ur ug uz ve vec vi war cy ' +
  'wo xh sah yi yo yua zap zu brx dsb hne hsb ikt ks lzh mn-Mong otq tlh'

/** What the platform has no name for, or one that says less than ours. */
const named: Readonly<Record<string, { zh?: string; en?: string }>> = {
  [auto]: { zh: '自动检测', en: 'Detect language' },
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

const namesIn = (language: 'zh' | 'en') => {
  const platform = new Intl.DisplayNames([language], { type: 'language', fallback: 'none' })
  return (code: string) => named[code]?.[language] ?? platform.of(code) ?? code
}
const [chinese, english] = [namesIn('zh'), namesIn('en')]

/** 3.14; the code is the id. */
export const languageOf = (code: string): Language => ({ id: code, langCode: code, chineseName: chinese(code), englishName: english(code) })
export const englishName = english

/** What one can choose from with an engine (7.40): by English name, detection first where it has it. */
export function languagesOf({ sources, targets, detects }: Spoken): { sourceList: Language[]; targetList: Language[] } {
  const sourceList = listed(sources)
  return { sourceList: detects ? [languageOf(auto), ...sourceList] : sourceList, targetList: listed(targets) }
}

const listed = (codes: readonly string[]) => codes.map(languageOf).toSorted((a, b) => (a.englishName < b.englishName ? -1 : 1))
