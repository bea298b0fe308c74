/** Demo engine: translates phrases of the phrase book and marks all other text as untranslated. */
import { demoMarks } from '#locales/phrase-book.ts'
import { sampleSentences } from '#locales/sample-sentences.ts'
import { allCodes } from '#server/features/translation/languages.ts'
import { lookUp, normal, type Side } from '#server/features/translation/demo/phrase-book.ts'
import { sentencesOf, type Piece } from '#server/features/translation/demo/sentences.ts'
import { auto, languageSupport } from '#server/features/translation/language-support.ts'
import {
  engines,
  type TranslationResult,
  type TranslationRequest,
  type Engine,
  type Translator,
  type Translators,
} from '#server/features/translation/translator.ts'

const translatorOf = (engine: Engine): Translator => ({
  demo: true,
  spoken: languageSupport(allCodes),
  translate: async (asked) => translate(asked, engine),
})

/** Every engine, by the phrase book, with its own wording of the sample sentences. */
export const demoTranslators: Translators = new Map(
  engines.map((engine) => [engine, translatorOf(engine)]),
)
export const demoTranslator: Translator = demoTranslators.get('tencent')!

/** Keyed by language and normalized sentence. */
const samples = new Map(
  sampleSentences.map(({ from, text, as }) => [`${from} ${normal(text)}`, as]),
)

function translate(
  { source, target, text }: TranslationRequest,
  engine: Engine,
): TranslationResult {
  const from = source === auto ? detect(text) : source
  const detected = source === auto ? from : undefined
  const into = sideOf(target)
  if (sideOf(from) && into && sideOf(from) !== into) {
    const book = sideOf(from)!
    const sample = samples.get(`${from} ${normal(text)}`)
    if (sample) return { translated: sample[engine], detected }
    return {
      translated: tidy(
        sentencesOf(text)
          .map((piece) => oneSentence(piece, book, into))
          .join(''),
        into,
      ),
      detected,
    }
  }
  return { translated: `${demoMarks[into ?? 'en']}${text}`, detected }
}

/**
 * Latin letters occur in texts of every language, so the most frequent of the other scripts
 * decides. Japanese contains Han characters as well.
 */
const scripts: readonly [string, RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['ar', /\p{Script=Arabic}/gu],
]

function detect(text: string): string {
  const found = new Map(scripts.map(([code, script]) => [code, text.match(script)?.length ?? 0]))
  if (found.get('ja')! > 0) found.set('zh', 0)
  const [code, max] = [...found].reduce((best, one) => (one[1] > best[1] ? one : best))
  return max > 0 ? code : 'en'
}

const sideOf = (code: string): Side | undefined =>
  code === 'zh' || code === 'en' ? code : undefined

const toFull: Readonly<Record<string, string>> = { '.': '。', '!': '！', '?': '？' }
const toNarrow: Readonly<Record<string, string>> = { '。': '.', '！': '!', '？': '?', '～': '~' }

function oneSentence({ sentence, mark, space }: Piece, from: Side, into: Side): string {
  if (!/[\p{L}\p{N}]/u.test(sentence)) return sentence + mark + space
  const found = lookUp(sentence, from) ?? inParts(sentence, from, into)
  const marks = mark.replace(
    /[.!?。！？～]/g,
    (sign) => (into === 'zh' ? toFull : toNarrow)[sign] ?? sign,
  )
  if (found === undefined) return `${demoMarks[into]}${sentence}${mark}${space}`
  // Many phrases of the book end with a mark.
  const asks = found.endsWith('?') && into === 'en'
  const closed = asks
    ? found.slice(0, -1) + (marks.includes('?') ? marks : `?${marks.replace(/^\./, '')}`)
    : found + marks
  return into === 'en' && space === ''
    ? `${closed} `
    : closed + (into === 'zh' ? space.replace(/^ +$/, '') : space)
}

/** Translates the parts between commas, if the book contains all of them. */
function inParts(sentence: string, from: Side, into: Side): string | undefined {
  const parts = sentence.split(/\s*[,，;；]\s*/)
  const found = parts.map((part) => lookUp(part, from))
  if (parts.length < 2 || found.includes(undefined)) return undefined
  return into === 'zh' ? found.join('，') : joined(found as string[])
}

const joined = ([first = '', ...rest]: string[]) =>
  [first, ...rest.map(lowerFirst)]
    .map((part, at) => (at < rest.length ? part.replace(/\?$/, '') : part))
    .join(', ')
const lowerFirst = (text: string) =>
  /^I\b|^We look/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)

const tidy = (text: string, into: Side) =>
  into === 'en' ? text.replace(/ +$/g, '').replace(/ +(?=\n)/g, '') : text
