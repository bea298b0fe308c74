/** The interface of a translation engine, its errors and its languages. */
import type { Engine } from '#contract/translation-engines.ts'
import type { Language } from '#contract/translation.ts'
import { languageNameIn } from '#locales/language-names.ts'

/** Language codes are the product's; `source` may be `auto` if the engine detects languages. */
export type LanguagePair = { source: string; target: string }
export type TranslationRequest = LanguagePair & {
  texts: readonly string[]
  hints?: TranslationHints | undefined
}

/**
 * How to translate; engines use those that they have the means for. `markup`: the texts are escaped
 * and contain tags, which stay. `variant`: regional variant of the target language, such as
 * `en-GB`. `context`: text around that is not translated.
 */
export type TranslationHints = {
  markup?: 'html' | 'xml' | undefined
  variant?: string | undefined
  formality?: 'more' | 'less' | undefined
  context?: string | undefined
  model?: ModelType | undefined
  splitSentences?: '0' | '1' | 'nonewlines' | undefined
  preserveFormatting?: boolean | undefined
}

/** Whether an engine answers quickly or carefully. */
export type ModelType = 'latency_optimized' | 'quality_optimized'

/** What an engine can do by its own means. */
export type ChannelAbilities = {
  /** Kind of markup that the engine keeps. */
  readonly markup?: 'html' | 'xml'
  /** Target languages, as the product's codes, whose formality can be chosen; or all. */
  readonly formality?: readonly string[] | 'all'
  /** The preferred first. */
  readonly models: readonly ModelType[]
  /** Takes `splitSentences` and `preserveFormatting`. */
  readonly hasFormatOptions?: true
}

/** Whether the formality of a target language, a code of the product, can be chosen. */
export const canChooseFormality = ({ formality = [] }: ChannelAbilities, target: string): boolean =>
  formality === 'all' || formality.includes(target)

/** Of an engine without options. */
export const plainAbilities: ChannelAbilities = { models: ['latency_optimized'] }

/** `detected`: the product's code of the detected source language, if known. */
export type TranslationResult = { translated: string; detected?: string | undefined }

export type Translator = {
  /** Served by the demo's phrase book instead of the named engine. */
  readonly demo: boolean
  readonly languages: LanguageSupport
  readonly abilities: ChannelAbilities
  /**
   * Translates any number of texts in the engine's own batches: one result per text, in their
   * order. `timeout`: milliseconds for all attempts, at most the engine's own limit. Throws
   * ChannelFailure unless all are translated.
   */
  translate(request: TranslationRequest, timeout?: number): Promise<TranslationResult[]>
}

/** Engines that are not configured are missing. */
export type Translators = ReadonlyMap<Engine, Translator>

/**
 * Why a translation failed. `busy`: temporarily unavailable; `pair`: unsupported language pair;
 * `text`: this text is rejected; `closed`: the operator has to fix a key or a bill; `garbled`:
 * invalid response.
 */
export type ErrorKind = 'busy' | 'pair' | 'text' | 'closed' | 'garbled'

export class ChannelFailure extends Error {
  override name = 'ChannelFailure'
  readonly errorKind: ErrorKind
  /** The request was certainly not processed, so that a retry can't be charged twice. */
  readonly isUnprocessed: boolean
  /** The time that the call had left ended, not that of the engine. */
  readonly isCallersLimit: boolean

  /** `detail` is for the operator's log. */
  constructor(
    errorKind: ErrorKind,
    detail: string,
    { isUnprocessed = false, isCallersLimit = false } = {},
  ) {
    super(detail)
    this.errorKind = errorKind
    this.isUnprocessed = isUnprocessed
    this.isCallersLimit = isCallersLimit
  }
}

/** Source code for automatic detection. */
export const detectCode = 'auto'

export type LanguageSupport = {
  /** The product's codes. */
  readonly sources: readonly string[]
  readonly targets: readonly string[]
  readonly detects: boolean
  /** Whether the pair is supported; `source` may be `auto`. */
  supports(source: string, target: string): boolean
  /** The engine's code for one of the product's. */
  sourceCode(productCode: string): string
  targetCode(productCode: string): string
  /** The product's code for one of the engine's; undefined if unknown. */
  productCode(code: string | undefined): string | undefined
  /** Of an engine that states its languages itself: waits for them, or keeps those known so far. */
  load?(): Promise<void>
}

type LanguageDifferences = {
  /** Engine codes that differ, as source and as target. */
  names?: Readonly<Record<string, string>>
  /** Engine codes that differ only as target. */
  targetNames?: Readonly<Record<string, string>>
  /** Further codes that the engine may return as detected. */
  alsoKnown?: Readonly<Record<string, string>>
  onlyTargets?: readonly string[]
  detects?: boolean
  /** Supported targets by source, if not all pairs are. */
  pairs?: Readonly<Record<string, readonly string[]>>
}

/** `codes`: the product's, separated by spaces. */
export function createLanguageSupport(
  codes: string,
  {
    names = {},
    targetNames = {},
    alsoKnown = {},
    onlyTargets = [],
    detects = true,
    pairs,
  }: LanguageDifferences = {},
): LanguageSupport {
  const targets = codes.split(' ')
  const sources = targets.filter((code) => !onlyTargets.includes(code))
  const known = { source: new Set(sources), target: new Set(targets) }
  const productCodes = new Map<string, string>(
    targets.map((code) => [(names[code] ?? code).toLowerCase(), code]),
  )
  for (const [code, productCode] of Object.entries(alsoKnown))
    productCodes.set(code.toLowerCase(), productCode)
  return {
    sources,
    targets,
    detects,
    supports(source, target) {
      if (!known.target.has(target) || source === target) return false
      if (source === detectCode) return detects
      return known.source.has(source) && (pairs?.[source]?.includes(target) ?? true)
    },
    sourceCode: (productCode) => names[productCode] ?? productCode,
    targetCode: (productCode) => targetNames[productCode] ?? names[productCode] ?? productCode,
    productCode: (code) => (code === undefined ? undefined : productCodes.get(code.toLowerCase())),
  }
}

/** `zh` is Simplified Chinese, `zh-TW` Traditional Chinese. */
export const allCodes =
  'ab ace ach aa af sq alz am ar hy as av awa ay az ban bal bm bci ba eu btx bts bbc be bem bn bew bho bik bs br bg bua my yue ca ceb ch ce ny zh zh-TW chk cv co ' +
  'crh hr cs da fa-AF dv din doi dov nl dyu dz en eo et ee fo fj fil fi fon fr fr-CA fy fur ff gaa gl ka de el gn gu ht cnh ha haw he hil hi hmn hu hrx iba is ig ilo ' +
  'id ik iu ga it jam ja jv kac kl kn kr pam kk kha km cgg kg rw ktu trp kv gom ko kri ku ckb ky lo ltg la lv lij li ln lt lmo lg luo lb mk mad mai mak mg ms ms-Arab ' +
  'ml mt gv mi mr mh mwr mfe chm mni-Mtei min lus mn nhe ndc-ZW nr new ne nso no nus oc or om os pag pap ps fa pl pt pt-PT pa pa-Arab qu rom ro rn ru se sm sg sa sat ' +
  'gd sr st crs shn sn scn szl sd si sk sl so es su sus sw ss sv ty tg tzm ta tt te tet th bo ti tiv tpi to tn ts tcy tum tr tk tyv ak udm uk ur ug uz ve vec vi war cy ' +
  'wo xh sah yi yo yua zap zu brx dsb hne hsb ikt ks lzh mn-Mong otq tlh'

/** A language as the API returns it (spec 3.14); the code serves as the id. */
const toLanguage = (code: string): Language => ({
  id: code,
  langCode: code,
  chineseName: languageNameIn('zh', code),
  englishName: languageNameIn('en', code),
})

/**
 * The languages offered for an engine (spec 7.40), sorted by English name; detection first, if
 * supported.
 */
export function listLanguages({ sources, targets, detects }: LanguageSupport): {
  sourceList: Language[]
  targetList: Language[]
} {
  const sourceList = toSortedLanguages(sources)
  return {
    sourceList: detects ? [toLanguage(detectCode), ...sourceList] : sourceList,
    targetList: toSortedLanguages(targets),
  }
}

const toSortedLanguages = (codes: readonly string[]) =>
  codes.map(toLanguage).toSorted((a, b) => (a.englishName < b.englishName ? -1 : 1))
