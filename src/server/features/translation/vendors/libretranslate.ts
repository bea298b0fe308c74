/** A LibreTranslate server, with an API key if it demands one. */
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
  type LanguageSupport,
} from '#server/features/translation/translator.ts'

const Detected = z.object({ language: z.string() })
const LibreTranslateResponse = z.object({
  translatedText: z.union([z.string(), z.array(z.string())]),
  detectedLanguage: z.optional(z.union([Detected, z.array(Detected)])),
})

/** `targets` lacks in servers before 1.3.10, which translate all pairs. */
const LanguagesResponse = z
  .array(z.object({ code: z.string(), targets: z.optional(z.array(z.string())) }))
  .check(z.minLength(1), z.maxLength(500))
type ServerLanguages = z.output<typeof LanguagesResponse>

export const createLibreTranslateAdapter = ({
  key,
  url,
}: NonNullable<VendorKeys['libretranslate']>): VendorAdapter => ({
  languages: createServerLanguages(() =>
    requestVendor({
      url: `${url}/languages`,
      responseSchema: LanguagesResponse,
      signal: AbortSignal.timeout(loadTimeout),
    }),
  ),
  abilities: { markup: 'html', models: ['latency_optimized'] },
  batch: { texts: 20, characters: 5_000 },
  detectsByBatch: true,
  async translate({ from, to, texts, hints, signal }) {
    const body = JSON.stringify({
      q: texts.length === 1 ? texts[0] : texts,
      source: from ?? 'auto',
      target: to,
      format: hints.markup === 'html' ? 'html' : 'text',
      ...(key === undefined ? {} : { api_key: key }),
    })
    const { translatedText, detectedLanguage } = await requestVendor({
      url: `${url}/translate`,
      body,
      responseSchema: LibreTranslateResponse,
      signal,
      errorKindOf,
    })
    const detected = [detectedLanguage].flat()
    return [translatedText].flat().map((translated, at) => ({
      translated,
      detected: detected[at]?.language,
    }))
  },
})

/** A missing key and unsupported languages are both answered 400. */
function errorKindOf(status: number, text: string): ErrorKind | undefined {
  if (status !== 400) return undefined
  if (text.includes('API key')) return 'closed'
  return /is not supported|is not available as a target/.test(text) ? 'pair' : undefined
}

/** Codes of the server for the product's that differ, the preferred first. */
const serverCodes: Readonly<Record<string, readonly string[]>> = {
  zh: ['zh-Hans', 'zh'],
  'zh-TW': ['zh-Hant', 'zt'],
  pt: ['pt-BR', 'pb', 'pt'],
  'pt-PT': ['pt'],
  no: ['nb'],
  fil: ['tl'],
}
const toServerCodes = (productCode: string) => serverCodes[productCode] ?? [productCode]

/** Until the server has named its languages; servers of each version take these codes. */
const usualCodes =
  'ar az eu bn bg ca zh zh-TW cs da nl en eo et fi fr gl de el he hi hu id ga it ja ko ky lv lt ms no fa pl pt pt-PT ro ru sk sl es sv fil th tr uk ur vi sq'
const usualNames = { 'zh-TW': 'zt', pt: 'pb', 'pt-PT': 'pt', no: 'nb', fil: 'tl' }
/** Servers may return a code of another version as detected. */
const alsoKnown = {
  zh: 'zh',
  'zh-Hans': 'zh',
  zt: 'zh-TW',
  'zh-Hant': 'zh-TW',
  pb: 'pt',
  'pt-BR': 'pt',
}
const usualLanguages = createLanguageSupport(usualCodes, { names: usualNames, alsoKnown })

/** Milliseconds: for the list of languages, until it is read again, and after a failed attempt. */
const loadTimeout = 3_000
const freshDuration = 300_000
const retryDelay = 15_000

/** The languages that the server names, read again when they are asked for after five minutes. */
function createServerLanguages(read: () => Promise<ServerLanguages>): LanguageSupport {
  let current = usualLanguages
  let nextReadAt = 0
  let reading = Promise.resolve()
  const load = (): Promise<void> => {
    if (Date.now() < nextReadAt) return reading
    nextReadAt = Date.now() + freshDuration
    reading = read().then(
      (languages) => void (current = toLanguageSupport(languages)),
      () => void (nextReadAt = Date.now() + retryDelay),
    )
    return reading
  }
  const latest = (): LanguageSupport => {
    void load()
    return current
  }
  return {
    load,
    get sources() {
      return latest().sources
    },
    get targets() {
      return latest().targets
    },
    detects: true,
    supports: (source, target) => latest().supports(source, target),
    sourceCode: (productCode) => current.sourceCode(productCode),
    targetCode: (productCode) => current.targetCode(productCode),
    productCode: (code) => current.productCode(code),
  }
}

function toLanguageSupport(languages: ServerLanguages): LanguageSupport {
  const served = new Map(languages.map(({ code, targets }) => [code, targets]))
  const names = Object.fromEntries(
    allCodes.split(' ').flatMap((productCode) => {
      const code = toServerCodes(productCode).find((candidate) => served.has(candidate))
      return code === undefined ? [] : [[productCode, code]]
    }),
  )
  const codes = Object.keys(names)
  const pairs = Object.fromEntries(
    codes.map((source) => {
      const targets = served.get(names[source]!)
      return [source, codes.filter((target) => targets?.includes(names[target]!) ?? true)]
    }),
  )
  return createLanguageSupport(codes.join(' '), {
    names,
    alsoKnown,
    pairs,
    onlyTargets: codes.filter((source) => pairs[source]!.every((target) => target === source)),
  })
}
