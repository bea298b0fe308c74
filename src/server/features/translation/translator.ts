/** Interface of a translation engine: a vendor, a self-hosted model, or the demo's phrase book. */
import type { LanguageSupport } from '#server/features/translation/language-support.ts'

/** All supported engines, in the order of the settings. */
export const engines = ['google', 'microsoft', 'deepl', 'tencent', 'youdao', 'openai'] as const
export type Engine = (typeof engines)[number]

/** Codes are the product's; `source` may be `auto` if the engine detects. */
export type TranslationRequest = { source: string; target: string; text: string }
/** `detected`: the product's code of the source, if the engine returns a known one. */
export type TranslationResult = { translated: string; detected?: string | undefined }

export type Translator = {
  /** Served by the demo's phrase book instead of the named engine. */
  readonly demo: boolean
  readonly spoken: LanguageSupport
  /** Throws ChannelFailure; then, to all knowledge, nothing was translated. */
  translate(asked: TranslationRequest): Promise<TranslationResult>
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
  readonly trouble: ErrorKind
  /** The request was certainly not processed, so that a retry can't be charged twice. */
  readonly unheard: boolean

  /** `detail` is for the operator's log. */
  constructor(errorKind: ErrorKind, detail: string, unheard = false) {
    super(detail)
    this.trouble = errorKind
    this.unheard = unheard
  }
}
