/** DeepL API v2, with an authentication key. */
import type { VendorKeys } from '#server/platform/config/vendor-settings.ts'
import * as z from 'zod/mini'
import {
  requestVendor,
  type VendorAdapter,
} from '#server/features/translation/vendors/vendor-request.ts'
import { createLanguageSupport, type ErrorKind } from '#server/features/translation/translator.ts'

const codes =
  'ar bg cs da de el en es et fi fr he hu id it ja ko lt lv no nl pl pt pt-PT ro ru sk sl sv th tr uk vi zh zh-TW'
const names = Object.fromEntries(
  codes.split(' ').map((code) => [code, code.slice(0, 2).toUpperCase()]),
)

/** DeepL's codes of the regional variants that differ from a language's own target code. */
const variants: ReadonlyMap<string, string> = new Map([
  ['en-GB', 'EN-GB'],
  ['es-419', 'ES-419'],
])

const DeepLResponse = z.object({
  translations: z.array(
    z.object({ text: z.string(), detected_source_language: z.optional(z.string()) }),
  ),
})

export const createDeepLAdapter = ({
  key,
  url,
}: NonNullable<VendorKeys['deepl']>): VendorAdapter => ({
  languages: createLanguageSupport(codes, {
    names: { ...names, no: 'NB' },
    // Sources have one code per language; targets require a variant.
    targetNames: { en: 'EN-US', pt: 'PT-BR', 'pt-PT': 'PT-PT', zh: 'ZH-HANS', 'zh-TW': 'ZH-HANT' },
    alsoKnown: { ZH: 'zh', PT: 'pt' },
  }),
  abilities: {
    markup: 'xml',
    formality: ['de', 'fr', 'it', 'es', 'nl', 'pl', 'pt', 'pt-PT', 'ja', 'ru'],
    models: ['quality_optimized', 'latency_optimized'],
    hasFormatOptions: true,
  },
  // At most 50 texts and 128 KiB.
  batch: { texts: 50, characters: 20_000 },
  async translate({ from, to, texts, hints, signal }) {
    const headers = { authorization: `DeepL-Auth-Key ${key}` }
    const body = JSON.stringify({
      text: texts,
      target_lang: variants.get(hints.variant ?? '') ?? to,
      ...(from === undefined ? {} : { source_lang: from }),
      ...(hints.markup === 'xml' && { tag_handling: 'xml', outline_detection: false }),
      formality: hints.formality,
      context: hints.context,
      model_type: hints.model,
      split_sentences: hints.splitSentences,
      preserve_formatting: hints.preserveFormatting,
    })
    const { translations } = await requestVendor({
      url: `${url}/v2/translate`,
      headers,
      body,
      responseSchema: DeepLResponse,
      signal,
      errorKindOf,
    })
    return translations.map(({ text, detected_source_language: detected }) => ({
      translated: text,
      detected,
    }))
  },
})

/** 456: monthly quota exhausted; 529: too many requests. */
function errorKindOf(status: number, text: string): ErrorKind | undefined {
  if (status === 456) return 'closed'
  return status === 400 && /source_lang|target_lang/.test(text) ? 'pair' : undefined
}
