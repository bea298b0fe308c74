/**
 * What the server asks of a translation engine, whichever it is: a vendor, a model of one's own, or
 * the demo's phrase book.
 */
import type { LanguageSupport } from '#server/features/translation/language-support.ts'

/** The engines that a channel may be made of; their order is that of the settings. */
export const engines = ['google', 'microsoft', 'deepl', 'tencent', 'youdao', 'openai'] as const
export type Engine = (typeof engines)[number]

/** Codes are ours; `auto` as source where the engine detects. */
export type TranslationRequest = { source: string; target: string; text: string }
/** `detected`: our code of the source, where the engine tells it and we know it. */
export type TranslationResult = { translated: string; detected?: string | undefined }

export type Translator = {
  /** The demo's phrase book, not what the channel's name promises. */
  readonly demo: boolean
  readonly spoken: LanguageSupport
  /** Throws ChannelFailure: then nothing was translated, as far as one can know. */
  translate(asked: TranslationRequest): Promise<TranslationResult>
}

/** An engine that is missing is not offered. */
export type Translators = ReadonlyMap<Engine, Translator>

/**
 * Why a channel gave no translation. `busy`: it may work in a moment; `pair`: it does not translate
 * between these languages; `text`: it does not translate this text, though it may any other;
 * `closed`: its operator has to see to a key or a bill; `garbled`: its answer made no sense.
 */
export type ErrorKind = 'busy' | 'pair' | 'text' | 'closed' | 'garbled'

export class ChannelFailure extends Error {
  override name = 'ChannelFailure'
  readonly trouble: ErrorKind
  /** It is certain that nothing was translated, so that asking again costs nothing twice. */
  readonly unheard: boolean

  /** `detail` is for the operator's log. */
  constructor(errorKind: ErrorKind, detail: string, unheard = false) {
    super(detail)
    this.trouble = errorKind
    this.unheard = unheard
  }
}
