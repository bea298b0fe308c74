/**
 * The demo's translator: a phrase book for whole sentences and their parts. Leaves what the book
 * lacks as it is.
 */
import { guessLanguage } from '#server/features/translation/guess-language.ts'
import { phrases } from '#locales/samples/phrase-book.ts'
import { sampleSentences } from '#locales/samples/sentences.ts'
import {
  allCodes,
  detectCode,
  createLanguageSupport,
  plainAbilities,
  type TranslationResult,
  type LanguagePair,
  type Translator,
  type Translators,
} from '#server/features/translation/translator.ts'
import { engines, type Engine } from '#contract/translation-engines.ts'

const createTranslator = (engine: Engine): Translator => ({
  demo: true,
  languages: createLanguageSupport(allCodes),
  abilities: plainAbilities,
  translate: async ({ texts, ...pair }) => texts.map((text) => translate(text, pair, engine)),
})

/** A demo translator for each engine, with different wordings of the sample sentences. */
export const demoTranslators: Translators = new Map(
  engines.map((engine) => [engine, createTranslator(engine)]),
)

function translate(
  text: string,
  { source, target }: LanguagePair,
  engine: Engine,
): TranslationResult {
  const from = source === detectCode ? guessLanguage(text) : source
  const detected = source === detectCode ? from : undefined
  const [book, to] = [toBookLanguage(from), toBookLanguage(target)]
  if (book && to && book !== to) {
    const sample = sampleTranslations.get(`${from} ${normalize(text)}`)
    if (sample) return { translated: sample[engine], detected }
    return {
      translated: trimTrailingSpaces(
        splitSentences(text)
          .map((piece) => translateSentence(piece, book, to))
          .join(''),
        to,
      ),
      detected,
    }
  }
  return { translated: text, detected }
}

const toBookLanguage = (code: string): BookLanguage | undefined =>
  code === 'zh' || code === 'en' ? code : undefined

const fullWidthMarks: Readonly<Record<string, string>> = { '.': '。', '!': '！', '?': '？' }
const halfWidthMarks: Readonly<Record<string, string>> = {
  '。': '.',
  '！': '!',
  '？': '?',
  '～': '~',
}

function translateSentence(
  { sentence, mark, space }: SentencePiece,
  from: BookLanguage,
  to: BookLanguage,
): string {
  if (!/[\p{L}\p{N}]/u.test(sentence)) return sentence + mark + space
  const found = findPhrase(sentence, from) ?? translateParts(sentence, from, to)
  const marks = mark.replace(
    /[.!?。！？～]/g,
    (sign) => (to === 'zh' ? fullWidthMarks : halfWidthMarks)[sign] ?? sign,
  )
  if (found === undefined) return sentence + mark + space
  // Many phrases of the book end with a mark.
  const isQuestion = found.endsWith('?') && to === 'en'
  const translated = isQuestion
    ? found.slice(0, -1) + (marks.includes('?') ? marks : `?${marks.replace(/^\./, '')}`)
    : found + marks
  return to === 'en' && space === ''
    ? `${translated} `
    : translated + (to === 'zh' ? space.replace(/^ +$/, '') : space)
}

/** Translates the parts between commas, if the book contains all of them. */
function translateParts(
  sentence: string,
  from: BookLanguage,
  to: BookLanguage,
): string | undefined {
  const parts = sentence.split(/\s*[,，;；]\s*/)
  const found = parts.map((part) => findPhrase(part, from))
  if (parts.length < 2 || found.includes(undefined)) return undefined
  return to === 'zh' ? found.join('，') : joinEnglish(found as string[])
}

const joinEnglish = ([first = '', ...rest]: string[]) =>
  [first, ...rest.map(lowerFirst)]
    .map((part, at) => (at < rest.length ? part.replace(/\?$/, '') : part))
    .join(', ')
const lowerFirst = (text: string) =>
  /^I\b|^We look/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)

const trimTrailingSpaces = (text: string, to: BookLanguage) =>
  to === 'en' ? text.replace(/ +$/g, '').replace(/ +(?=\n)/g, '') : text

/** A language of the phrase book. */
type BookLanguage = 'zh' | 'en'

/**
 * Translation of a sentence without its closing mark, ignoring case, width, punctuation and
 * numbers; undefined if the book lacks it.
 */
function findPhrase(sentence: string, from: BookLanguage): string | undefined {
  const numbers: string[] = []
  const key = normalize(sentence).replace(/\d+(?:[.,:]\d+)*/g, (number) => {
    numbers.push(number)
    return '{n}'
  })
  const found = phraseBooks[from].get(key)
  if (found === undefined || numbers.length > 1) return numbers.length > 1 ? undefined : found
  return found.replace('{n}', numbers[0] ?? '{n}')
}

/** Narrow letters and digits (NFKC), straight apostrophes, no closing punctuation. */
const normalize = (sentence: string): string =>
  sentence
    .normalize('NFKC')
    .replace(/[‘’]/g, "'")
    .toLowerCase()
    .replace(/\bcan not\b|\bcannot\b/g, "can't")
    .replace(/\bcolors\b/g, 'colours')
    .replace(/\bcustomized\b/g, 'customised')
    .replace(/[\s,、]+/g, ' ')
    .replace(/(?<=\p{Script=Han}) | (?=\p{Script=Han})/gu, '')
    .replace(/^[\s"“”]+|[\s.!?。~"“”]+$/g, '')

/** Keyed by language and normalized sentence. */
const sampleTranslations = new Map(
  sampleSentences.map(({ from, text, as }) => [`${from} ${normalize(text)}`, as]),
)

function indexPhrases(from: BookLanguage): Map<string, string> {
  const book = new Map<string, string>()
  for (const [zh, en] of phrases) {
    const [key, value] = from === 'zh' ? [normalize(zh), en] : [normalize(en), zh]
    if (!book.has(key)) book.set(key, value)
  }
  return book
}

const phraseBooks: Record<BookLanguage, Map<string, string>> = {
  zh: indexPhrases('zh'),
  en: indexPhrases('en'),
}

/** A sentence, its closing mark and the following space. */
type SentencePiece = { sentence: string; mark: string; space: string }

/** Neither marks nor parts of an emoji; a full stop only between letters or digits. */
const bodyPattern = String.raw`(?:[^。！？!?\n.~～…\p{Extended_Pictographic}\u{200d}\u{fe0f}]|(?<=[\p{N}A-Za-z])\.(?=[\p{N}A-Za-z]))*`
const markPattern = String.raw`(?:[。！？!?~～…]|\p{Extended_Pictographic}|\u{200d}|\u{fe0f}|\.(?![\p{N}A-Za-z]))*`
const piecePattern = new RegExp(`(${bodyPattern})(${markPattern})(\\s*)`, 'gu')

/**
 * Splits a text into pieces that join to the same text. A full stop inside a number or name is no
 * boundary.
 */
export function splitSentences(text: string): SentencePiece[] {
  const pieces: SentencePiece[] = []
  let at = 0
  while (at < text.length) {
    piecePattern.lastIndex = at
    const [matched = '', sentence = '', mark = '', space = ''] = piecePattern.exec(text) ?? []
    // Unmatched characters become a mark of their own.
    const taken = matched === '' ? text.slice(at, at + 1) : matched
    pieces.push(
      matched === '' ? { sentence: '', mark: taken, space: '' } : { sentence, mark, space },
    )
    at += taken.length
  }
  return pieces
}
