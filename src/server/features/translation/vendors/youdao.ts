/** Youdao text translation, signed by its scheme v3. */
import type { VendorKeys } from '#server/platform/config/vendor-settings.ts'
import { createHash, randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import {
  requestVendor,
  type VendorAdapter,
} from '#server/features/translation/vendors/vendor-request.ts'
import {
  createLanguageSupport,
  plainAbilities,
  ChannelFailure,
  type ErrorKind,
} from '#server/features/translation/translator.ts'

const languageCodes =
  'zh zh-TW en ja ko fr es pt it ru vi de ar id af bs bg yue ca hr cs da nl et fj fi el ht he hi hmn hu sw lv lt ms mt no fa pl otq ro sr sk sl sv ty th to tr uk ur cy yua ' +
  'sq am hy az bn eu be ceb co eo fil fy gl ka gu ha haw is ig ga jv kn kk km ku ky lo la lb mk mg ml mi mr mn my ne ny ps pa sm gd st sn sd si so su tg ta te uz xh yi yo zu'
/** Youdao's codes that differ from ours. */
const vendorCodes = {
  zh: 'zh-CHS',
  'zh-TW': 'zh-CHT',
  hmn: 'mww',
  sr: 'sr-Cyrl',
  fil: 'tl',
  jv: 'jw',
}

/** `l`: the language pair, for example `en2zh-CHS`. */
const YoudaoResponse = z.object({
  errorCode: z.string(),
  translation: z.optional(z.array(z.string())),
  l: z.optional(z.string()),
})

export const createYoudaoAdapter = ({
  appKey,
  appSecret,
  url,
}: NonNullable<VendorKeys['youdao']>): VendorAdapter => ({
  languages: createLanguageSupport(languageCodes, {
    names: vendorCodes,
    alsoKnown: { 'sr-latn': 'sr' },
  }),
  abilities: plainAbilities,
  async translate({ from, to, texts: [text = ''], signal }) {
    const [salt, curtime] = [randomUUID(), String(Math.floor(Date.now() / 1_000))]
    const sign = createHash('sha256')
      .update(`${appKey}${shortenForSignature(text)}${salt}${curtime}${appSecret}`)
      .digest('hex')
    const body = new URLSearchParams({
      q: text,
      from: from ?? 'auto',
      to,
      appKey,
      salt,
      sign,
      signType: 'v3',
      curtime,
    })
    const { errorCode, translation, l } = await requestVendor({
      url: `${url}/api`,
      body,
      responseSchema: YoudaoResponse,
      signal,
    })
    if (errorCode !== '0')
      throw new ChannelFailure(errorKindOfCode(errorCode), `error ${errorCode}`, {
        isUnprocessed: frequencyCodes.includes(errorCode),
      })
    return [{ translated: (translation ?? []).join('\n'), detected: l?.split('2')[0] }]
  },
})

/**
 * Signature input for texts above 20 characters: the first ten, the length and the last ten, in
 * UTF-16 units as in Java, which encodes a lone surrogate as “?”.
 */
const shortenForSignature = (text: string) =>
  (text.length <= 20 ? text : text.slice(0, 10) + text.length + text.slice(-10)).replace(
    /\p{Surrogate}/gu,
    '?',
  )

/** Too many requests, or too many long ones; these were certainly not processed. */
const frequencyCodes = ['411', '412']

/** Errors come with status 200. */
function errorKindOfCode(code: string): ErrorKind {
  if (code === '102') return 'pair'
  if (code === '103' || code === '113') return 'text'
  if ([...frequencyCodes, '301', '302', '303', '304', '308', '309', '310'].includes(code))
    return 'busy'
  // Keys, signatures, addresses that are not allowed, and accounts without balance.
  return /^(10[4-9]|11\d|20[1-7]|401|402)$/.test(code) ? 'closed' : 'garbled'
}
