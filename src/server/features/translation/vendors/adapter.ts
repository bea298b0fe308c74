/** What each vendor's file makes: its languages, and how one text is asked for. */
import type { TranslationResult } from '#server/features/translation/translator.ts'
import type { LanguageSupport } from '#server/features/translation/language-support.ts'

/**
 * Codes are the vendor's own; `from` is absent where the source is to be detected. `detected` in
 * the answer is the vendor's code too.
 */
export type VendorTranslationRequest = {
  from: string | undefined
  to: string
  text: string
  signal: AbortSignal
}

export type Adapter = {
  readonly spoken: LanguageSupport
  /** Throws ChannelFailure. */
  ask(asked: VendorTranslationRequest): Promise<TranslationResult>
}
