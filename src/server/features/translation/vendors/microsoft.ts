/** Microsoft Translator, text translation v3.0, with a subscription key. */
import type { VendorKeys } from '#server/platform/config/vendor-settings.ts'
import * as z from 'zod/mini'
import {
  requestVendor,
  type VendorAdapter,
} from '#server/features/translation/vendors/vendor-request.ts'
import { createLanguageSupport } from '#server/features/translation/translator.ts'

const codes =
  'af sq am ar hy as az ban bn ba eu bho brx bs bg yue ca hne lzh zh zh-TW sn hr cs da fa-AF dv doi nl en et fo fj fil fi fr fr-CA gl ka de el gu ht ha he hi hmn hu is ig ' +
  'id ikt iu ga it ja kn ks kk km rw gom ko ku ckb ky lo lv lt ln dsb lg mk mai mg ms ml mt mr mni-Mtei mi mn mn-Mong my ne no ny or ps fa pl pt pt-PT pa otq ro rn ru sm ' +
  'sr st nso tn sd si sk sl so es sw sv ty ta tt te th bo ti to tr tk uk hsb ur ug uz vi cy xh yo yua zu tlh'
const names = {
  zh: 'zh-Hans',
  'zh-TW': 'zh-Hant',
  'fa-AF': 'prs',
  hmn: 'mww',
  ku: 'kmr',
  ckb: 'ku',
  lg: 'lug',
  'mni-Mtei': 'mni',
  mn: 'mn-Cyrl',
  no: 'nb',
  ny: 'nya',
  rn: 'run',
  sr: 'sr-Cyrl',
  tlh: 'tlh-Latn',
}

const MicrosoftResponse = z.array(
  z.object({
    detectedLanguage: z.optional(z.object({ language: z.string() })),
    translations: z.array(z.object({ text: z.string() })).check(z.minLength(1)),
  }),
)

export const createMicrosoftAdapter = ({
  key,
  region,
  url,
}: NonNullable<VendorKeys['microsoft']>): VendorAdapter => ({
  languages: createLanguageSupport(codes, { names, alsoKnown: { 'sr-latn': 'sr' } }),
  abilities: { markup: 'html', models: ['latency_optimized'] },
  // At most 1,000 texts and 50,000 characters.
  batch: { texts: 100, characters: 20_000 },
  async translate({ from, to, texts, hints, signal }) {
    const query = new URLSearchParams({
      'api-version': '3.0',
      to,
      ...(from === undefined ? {} : { from }),
      ...(hints.markup === 'html' ? { textType: 'html' } : {}),
    })
    const headers = {
      'ocp-apim-subscription-key': key,
      ...(region === undefined ? {} : { 'ocp-apim-subscription-region': region }),
    }
    const body = JSON.stringify(texts.map((text) => ({ Text: text })))
    const answer = await requestVendor({
      url: `${url}/translate?${query}`,
      headers,
      body,
      responseSchema: MicrosoftResponse,
      signal,
      errorKindOf,
    })
    return answer.map(({ translations, detectedLanguage }) => ({
      translated: translations[0]!.text,
      detected: detectedLanguage?.language,
    }))
  },
})

/**
 * 400003, 400019, 400035 and 400036: unsupported source or target language; 400023: unsupported
 * pair.
 */
const errorKindOf = (status: number, text: string) =>
  status === 400 && /4000(?:03|19|23|35|36)/.test(text) ? 'pair' : undefined
