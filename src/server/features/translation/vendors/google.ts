/** Google Cloud Translation, Basic (v2), with an API key. */
import type { VendorKeys } from '#server/platform/config/vendor-settings.ts'
import * as z from 'zod/mini'
import {
  requestVendor,
  type VendorAdapter,
} from '#server/features/translation/vendors/vendor-request.ts'
import {
  allCodes,
  createLanguageSupport,
  type ErrorKind,
} from '#server/features/translation/translator.ts'

const unsupportedCodes = new Set([
  'brx',
  'dsb',
  'hne',
  'hsb',
  'ikt',
  'ks',
  'lzh',
  'mn-Mong',
  'otq',
  'tlh',
])
const codes = allCodes
  .split(' ')
  .filter((code) => !unsupportedCodes.has(code))
  .join(' ')

const GoogleResponse = z.object({
  data: z.object({
    translations: z.array(
      z.object({ translatedText: z.string(), detectedSourceLanguage: z.optional(z.string()) }),
    ),
  }),
})

export const createGoogleAdapter = ({
  key,
  url,
}: NonNullable<VendorKeys['google']>): VendorAdapter => ({
  languages: createLanguageSupport(codes, {
    names: { zh: 'zh-CN' },
    alsoKnown: { zh: 'zh', iw: 'he', jw: 'jv', tl: 'fil' },
  }),
  abilities: { markup: 'html', models: ['latency_optimized'] },
  batch: { texts: 128, characters: 5_000 },
  async translate({ from, to, texts, hints, signal }) {
    const body = JSON.stringify({
      q: texts,
      target: to,
      format: hints.markup === 'html' ? 'html' : 'text',
      ...(from === undefined ? {} : { source: from }),
    })
    // The key is sent as a header, because URLs end up in logs.
    const headers = { 'x-goog-api-key': key }
    const { data } = await requestVendor({
      url: `${url}/language/translate/v2`,
      headers,
      body,
      responseSchema: GoogleResponse,
      signal,
      errorKindOf,
    })
    return data.translations.map(({ translatedText, detectedSourceLanguage }) => ({
      translated: translatedText,
      detected: detectedSourceLanguage,
    }))
  },
})

function errorKindOf(status: number, text: string): ErrorKind | undefined {
  if (status === 400 && /API_KEY_INVALID|API key not valid/.test(text)) return 'closed'
  if (status === 400 && /Invalid Value|Bad language pair/.test(text)) return 'pair'
  // 403 also reports daily and per-minute limits.
  return status === 403 && /rateLimitExceeded|userRateLimitExceeded/.test(text) ? 'busy' : undefined
}
