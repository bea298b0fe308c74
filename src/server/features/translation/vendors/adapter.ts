/** Interface of a vendor adapter: languages and a single translation request. */
import type { TranslationResult } from '#server/features/translation/translator.ts'
import type { LanguageSupport } from '#server/features/translation/language-support.ts'

/** Codes are the vendor's, also in the result's `detected`. `from` is undefined for detection. */
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
