/**
 * The engine of demo mode: what the phrase book holds is translated, everything else stays as it is with a mark that says why.
 * It shows the product without any vendor's key, and never pretends to be one.
 */
import { demoMarks } from '#locales/phrase-book.ts'
import { allCodes } from '#server/translation/languages.ts'
import { lookUp, type Side } from '#server/translation/demo/phrase-book.ts'
import { sentencesOf, type Piece } from '#server/translation/demo/sentences.ts'
import { auto, spoken } from '#server/translation/spoken.ts'
import { engines, type Answered, type Asked, type Translator, type Translators } from '#server/translation/translator.ts'

export const demoTranslator: Translator = {
  demo: true,
  spoken: spoken(allCodes),
  translate: async (asked) => translate(asked),
}

/** Every engine by the phrase book. */
export const demoTranslators: Translators = new Map(engines.map((engine) => [engine, demoTranslator]))

function translate({ source, target, text }: Asked): Answered {
  const from = source === auto ? detect(text) : source
  const detected = source === auto ? from : undefined
  const into = sideOf(target)
  if (sideOf(from) && into && sideOf(from) !== into) {
    const book = sideOf(from)!
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

/** Chinese characters decide, unless the text is Japanese, which has some too. */
function detect(text: string): string {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja'
  if (/\p{Script=Hangul}/u.test(text)) return 'ko'
  if (/\p{Script=Cyrillic}/u.test(text)) return 'ru'
  if (/\p{Script=Arabic}/u.test(text)) return 'ar'
  return /\p{Script=Han}/u.test(text) ? 'zh' : 'en'
}

const sideOf = (code: string): Side | undefined => (code === 'zh' || code === 'en' ? code : undefined)

const toFull: Readonly<Record<string, string>> = { '.': '。', '!': '！', '?': '？' }
const toNarrow: Readonly<Record<string, string>> = { '。': '.', '！': '!', '？': '?', '～': '~' }

function oneSentence({ sentence, mark, space }: Piece, from: Side, into: Side): string {
  if (!/[\p{L}\p{N}]/u.test(sentence)) return sentence + mark + space
  const found = lookUp(sentence, from) ?? inParts(sentence, from, into)
  const marks = mark.replace(/[.!?。！？～]/g, (sign) => (into === 'zh' ? toFull : toNarrow)[sign] ?? sign)
  if (found === undefined) return `${demoMarks[into]}${sentence}${mark}${space}`
  // Many phrases of the book close themselves.
  const asks = found.endsWith('?') && into === 'en'
  const closed = asks ? found.slice(0, -1) + (marks.includes('?') ? marks : `?${marks.replace(/^\./, '')}`) : found + marks
  return into === 'en' && space === '' ? `${closed} ` : closed + (into === 'zh' ? space.replace(/^ +$/, '') : space)
}

/** Parts between commas each by themselves, when the book has all of them. */
function inParts(sentence: string, from: Side, into: Side): string | undefined {
  const parts = sentence.split(/\s*[,，;；]\s*/)
  const found = parts.map((part) => lookUp(part, from))
  if (parts.length < 2 || found.includes(undefined)) return undefined
  return into === 'zh' ? found.join('，') : joined(found as string[])
}

const joined = ([first = '', ...rest]: string[]) =>
  [first, ...rest.map(lowerFirst)].map((part, at) => (at < rest.length ? part.replace(/\?$/, '') : part)).join(', ')
const lowerFirst = (text: string) => (/^I\b|^We look/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1))

const tidy = (text: string, into: Side) => (into === 'en' ? text.replace(/ +$/g, '').replace(/ +(?=\n)/g, '') : text)
