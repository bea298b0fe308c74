/** Keys of the translation vendors from the environment; a vendor without a key is off. */
/** Translation engines, in the order of the settings. */
export const engines = ['google', 'microsoft', 'deepl', 'tencent', 'youdao', 'openai'] as const
export type Engine = (typeof engines)[number]

export type VendorKeys = {
  google?: { key: string; url: string }
  microsoft?: { key: string; region: string | undefined; url: string }
  deepl?: { key: string; url: string }
  tencent?: { secretId: string; secretKey: string; region: string; url: string }
  youdao?: { appKey: string; appSecret: string; url: string }
  openai?: { key: string | undefined; model: string; url: string }
}

type Env = Readonly<Record<string, string | undefined>>

/** Adds a sentence to `wrong` for each partly configured vendor and each invalid address. */
export function readVendors(env: Env, wrong: string[]): VendorKeys {
  const read = (name: string) => env[name]?.trim() || undefined
  const url = (name: string, usual: string) => {
    const text = read(name)
    if (text === undefined) return usual
    if (!isAddress(text))
      wrong.push(`${name} is “${text}”. Set it to an address such as ${usual}, or unset it.`)
    return text.replace(/\/+$/, '')
  }
  /** Adds a sentence for each option of a vendor that is off. */
  const idle = (key: string, ...others: string[]): undefined => {
    for (const name of others.filter(read))
      wrong.push(
        `${name} is set, but ${key} is not. Set it too, or unset ${name}: the channel is off without its key.`,
      )
  }
  /**
   * All keys of a vendor, or undefined. Adds a sentence if only some keys, or only the `others`,
   * are set.
   */
  const all = <const Names extends readonly string[]>(
    names: Names,
    ...others: string[]
  ): { [K in keyof Names]: string } | undefined => {
    const values = names.map(read)
    const missing = names.filter((_, index) => values[index] === undefined)
    if (missing.length === 0) return values as { [K in keyof Names]: string }
    if (missing.length === names.length) return idle(names.join(' with '), ...others)
    const set = names.filter((name) => !missing.includes(name))
    wrong.push(
      `${set.join(' and ')} is set, but ${missing.join(' and ')} is not. Set both, or unset both: a channel works with all its keys or is off.`,
    )
    return undefined
  }
  const vendors: { [E in Engine]: () => VendorKeys[E] } = {
    google() {
      const keys = all(['GOOGLE_TRANSLATE_KEY'], 'GOOGLE_TRANSLATE_URL')
      return (
        keys && {
          key: keys[0],
          url: url('GOOGLE_TRANSLATE_URL', 'https://translation.googleapis.com'),
        }
      )
    },
    microsoft() {
      const keys = all(
        ['MICROSOFT_TRANSLATOR_KEY'],
        'MICROSOFT_TRANSLATOR_REGION',
        'MICROSOFT_TRANSLATOR_URL',
      )
      const region = read('MICROSOFT_TRANSLATOR_REGION')
      return (
        keys && {
          key: keys[0],
          region,
          url: url('MICROSOFT_TRANSLATOR_URL', 'https://api.cognitive.microsofttranslator.com'),
        }
      )
    },
    deepl() {
      const keys = all(['DEEPL_KEY'], 'DEEPL_URL')
      return keys && { key: keys[0], url: url('DEEPL_URL', deeplAddress(keys[0])) }
    },
    tencent() {
      const keys = all(['TENCENT_SECRET_ID', 'TENCENT_SECRET_KEY'], 'TENCENT_REGION', 'TENCENT_URL')
      const region = read('TENCENT_REGION') ?? 'ap-guangzhou'
      return (
        keys && {
          secretId: keys[0],
          secretKey: keys[1],
          region,
          url: url('TENCENT_URL', 'https://tmt.tencentcloudapi.com'),
        }
      )
    },
    youdao() {
      const keys = all(['YOUDAO_APP_KEY', 'YOUDAO_APP_SECRET'], 'YOUDAO_URL')
      return (
        keys && {
          appKey: keys[0],
          appSecret: keys[1],
          url: url('YOUDAO_URL', 'https://openapi.youdao.com'),
        }
      )
    },
    openai() {
      const [key, model] = [read('OPENAI_KEY'), read('OPENAI_MODEL')]
      const address = url('OPENAI_URL', 'https://api.openai.com/v1')
      // A self-hosted model is configured by its address and may need no key.
      if (key ?? read('OPENAI_URL')) return { key, model: model ?? 'gpt-4o-mini', url: address }
      return idle('OPENAI_KEY', 'OPENAI_MODEL')
    },
  }
  const keys: VendorKeys = {}
  for (const [engine, readKeys] of Object.entries(vendors))
    Object.assign(keys, { [engine]: readKeys() })
  return keys
}

const isAddress = (text: string) =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)

/** Keys of DeepL's free plan end in `:fx` and belong to a different host. */
const deeplAddress = (key: string): string =>
  key.endsWith(':fx') ? 'https://api-free.deepl.com' : 'https://api.deepl.com'
