/** The product's languages with names in Chinese and English, mostly from `Intl.DisplayNames`. */
import type { Language } from '#contract/translation.ts'
import { languageNames } from '#locales/language-names.ts'
import { auto, type LanguageSupport } from '#server/features/translation/language-support.ts'

/** `zh` is Simplified Chinese, `zh-TW` Traditional Chinese. */
export const allCodes =
  'ab ace ach aa af sq alz am ar hy as av awa ay az ban bal bm bci ba eu btx bts bbc be bem bn bew bho bik bs br bg bua my yue ca ceb ch ce ny zh zh-TW chk cv co ' +
  'crh hr cs da fa-AF dv din doi dov nl dyu dz en eo et ee fo fj fil fi fon fr fr-CA fy fur ff gaa gl ka de el gn gu ht cnh ha haw he hil hi hmn hu hrx iba is ig ilo ' +
  'id ik iu ga it jam ja jv kac kl kn kr pam kk kha km cgg kg rw ktu trp kv gom ko kri ku ckb ky lo ltg la lv lij li ln lt lmo lg luo lb mk mad mai mak mg ms ms-Arab ' +
  'ml mt gv mi mr mh mwr mfe chm mni-Mtei min lus mn nhe ndc-ZW nr new ne nso no nus oc or om os pag pap ps fa pl pt pt-PT pa pa-Arab qu rom ro rn ru se sm sg sa sat ' +
  'gd sr st crs shn sn scn szl sd si sk sl so es su sus sw ss sv ty tg tzm ta tt te tet th bo ti tiv tpi to tn ts tcy tum tr tk tyv ak udm uk ur ug uz ve vec vi war cy ' +
  'wo xh sah yi yo yua zap zu brx dsb hne hsb ikt ks lzh mn-Mong otq tlh'

const namesIn = (language: 'zh' | 'en') => {
  const platform = new Intl.DisplayNames([language], { type: 'language', fallback: 'none' })
  return (code: string) => languageNames[code]?.[language] ?? platform.of(code) ?? code
}
const [chinese, english] = [namesIn('zh'), namesIn('en')]

/** Spec 3.14; the code serves as the id. */
export const languageOf = (code: string): Language => ({
  id: code,
  langCode: code,
  chineseName: chinese(code),
  englishName: english(code),
})
export const englishName = english

/**
 * The languages offered for an engine (7.40), sorted by English name; detection first, if
 * supported.
 */
export function languagesOf({ sources, targets, detects }: LanguageSupport): {
  sourceList: Language[]
  targetList: Language[]
} {
  const sourceList = listed(sources)
  return {
    sourceList: detects ? [languageOf(auto), ...sourceList] : sourceList,
    targetList: listed(targets),
  }
}

const listed = (codes: readonly string[]) =>
  codes.map(languageOf).toSorted((a, b) => (a.englishName < b.englishName ? -1 : 1))
