/**
 * Keys of the translation vendors and addresses of own servers from the environment; an engine
 * without them is off.
 */
import type { Engine } from '#contract/translation-engines.ts'
import { isHttp } from '#server/platform/config/addresses.ts'

export type VendorKeys = {
  google?: { key: string; url: string }
  microsoft?: { key: string; region: string | undefined; url: string }
  deepl?: { key: string; url: string }
  tencent?: { secretId: string; secretKey: string; region: string; url: string }
  youdao?: { appKey: string; appSecret: string; url: string }
  openai?: { key: string | undefined; model: string; url: string }
  libretranslate?: { key: string | undefined; url: string }
  /** A model behind OpenAI's API. */
  selfhosted?: { key: string | undefined; model: string; url: string }
}

type Env = Readonly<Record<string, string | undefined>>

/** Adds a sentence to `errors` for each partly configured vendor and each invalid address. */
export function readVendorKeys(env: Env, errors: string[]): VendorKeys {
  const read = (name: string) => env[name]?.trim() || undefined
  const entries = Object.entries(vendorVariables).map(([engine, vendor]) => [
    engine,
    readVendor(vendor, read, errors),
  ])
  // The type of `vendorVariables` ensures that the keys of each vendor are those of its settings.
  return Object.fromEntries(entries.filter(([, keys]) => keys !== undefined)) as VendorKeys
}

/** The variables of all vendors, for .env.example. */
export const listVendorDeclarations = () =>
  Object.values<VendorVariables>(vendorVariables).flatMap((vendor) => {
    const { keys, options = {}, url, defaultUrl, ownServer } = vendor
    const optional = Object.values(options).map(([name, defaultValue]) => ({
      name,
      expected: ownServer
        ? 'the key that it demands, if any'
        : 'the value that the vendor documents',
      defaultValue,
    }))
    if (ownServer)
      return [
        { name: url, expected: `the address of ${ownServer}, such as ${String(defaultUrl)}` },
        ...Object.values(keys).map((name) => ({ name, expected: 'the model that it serves' })),
        ...optional,
      ]
    return [
      ...Object.values(keys).map((name) => ({ name, expected: 'the key that the vendor issued' })),
      ...optional,
      {
        name: url,
        expected: 'another address of the service',
        defaultValue: typeof defaultUrl === 'string' ? defaultUrl : undefined,
      },
    ]
  })

/**
 * Variables of a vendor by the names in its settings: `keys` are all set or none, unless a URL
 * suffices; `options` have a default or may be absent.
 */
type VendorVariables = {
  keys: Readonly<Record<string, string>>
  options?: Readonly<Record<string, readonly [name: string, defaultValue?: string]>>
  url: string
  /** Of an own server merely an example: its address has to be set, as the keys. */
  defaultUrl: string | ((key: string) => string)
  /** A server of one's own, as .env.example names it. */
  ownServer?: string
  /** Another server behind this address may need no key. */
  urlSuffices?: true
}

export const vendorVariables = {
  google: {
    keys: { key: 'GOOGLE_TRANSLATE_KEY' },
    url: 'GOOGLE_TRANSLATE_URL',
    defaultUrl: 'https://translation.googleapis.com',
  },
  microsoft: {
    keys: { key: 'MICROSOFT_TRANSLATOR_KEY' },
    options: { region: ['MICROSOFT_TRANSLATOR_REGION'] },
    url: 'MICROSOFT_TRANSLATOR_URL',
    defaultUrl: 'https://api.cognitive.microsofttranslator.com',
  },
  deepl: { keys: { key: 'DEEPL_KEY' }, url: 'DEEPL_URL', defaultUrl: getDeepLAddress },
  tencent: {
    keys: { secretId: 'TENCENT_SECRET_ID', secretKey: 'TENCENT_SECRET_KEY' },
    options: { region: ['TENCENT_REGION', 'ap-guangzhou'] },
    url: 'TENCENT_URL',
    defaultUrl: 'https://tmt.tencentcloudapi.com',
  },
  youdao: {
    keys: { appKey: 'YOUDAO_APP_KEY', appSecret: 'YOUDAO_APP_SECRET' },
    url: 'YOUDAO_URL',
    defaultUrl: 'https://openapi.youdao.com',
  },
  openai: {
    keys: { key: 'OPENAI_KEY' },
    options: { model: ['OPENAI_MODEL', 'gpt-4o-mini'] },
    url: 'OPENAI_URL',
    defaultUrl: 'https://api.openai.com/v1',
    urlSuffices: true,
  },
  libretranslate: {
    keys: {},
    options: { key: ['LIBRETRANSLATE_KEY'] },
    url: 'LIBRETRANSLATE_URL',
    defaultUrl: 'http://127.0.0.1:5000',
    ownServer: 'your LibreTranslate server',
  },
  selfhosted: {
    keys: { model: 'SELF_HOSTED_MODEL' },
    options: { key: ['SELF_HOSTED_KEY'] },
    url: 'SELF_HOSTED_URL',
    defaultUrl: 'http://127.0.0.1:11434/v1',
    ownServer: 'your model’s server with OpenAI’s API',
  },
} as const satisfies { [E in Engine]: VendorVariables }

function readVendor(
  { keys, options = {}, url, defaultUrl, urlSuffices, ownServer }: VendorVariables,
  read: (name: string) => string | undefined,
  errors: string[],
): Record<string, string | undefined> | undefined {
  const names = [...(ownServer ? [url] : []), ...Object.values(keys)]
  const present = names.filter(read)
  const missing = names.filter((name) => !read(name))
  if (present.length > 0 && missing.length > 0) {
    errors.push(
      `${present.join(' and ')} is set, but ${missing.join(' and ')} is not. Set both, or unset both: a channel works with all its keys or is off.`,
    )
    return undefined
  }
  if (present.length === 0 && !(urlSuffices && read(url))) {
    const key = names.join(' with ')
    const optional = [...Object.values(options).map(([option]) => option), url]
    for (const name of optional.filter(read))
      errors.push(
        `${name} is set, but ${key} is not. Set it too, or unset ${name}: the channel is off without its key.`,
      )
    return undefined
  }
  const [firstKey = ''] = present.map((name) => read(name)!)
  const usualAddress = typeof defaultUrl === 'function' ? defaultUrl(firstKey) : defaultUrl
  const address = read(url) ?? usualAddress
  if (!isAddress(address))
    errors.push(
      `${url} is “${address}”. Set it to an address such as ${usualAddress}, or unset it.`,
    )
  return {
    ...Object.fromEntries(Object.entries(keys).map(([key, name]) => [key, read(name)])),
    ...Object.fromEntries(
      Object.entries(options).map(([key, [name, defaultValue]]) => [
        key,
        read(name) ?? defaultValue,
      ]),
    ),
    url: address.replace(/\/+$/, ''),
  }
}

/** The path of each call is appended. */
const isAddress = (text: string) => isHttp(text) && !/[?#]/.test(text)

/** Keys of DeepL's free plan end in `:fx` and belong to a different host. */
function getDeepLAddress(key: string): string {
  return key.endsWith(':fx') ? 'https://api-free.deepl.com' : 'https://api.deepl.com'
}
