/** Settings of the payment gateways, with their RSA keys. */
import { type KeyObject, createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'

type Env = Readonly<Record<string, string | undefined>>

/** Payment settings from the environment: a vendor has all of its variables set, or none. */
export type AlipaySettings = {
  appId: string
  /** The merchant's number (PID); a notification must name it as its seller. */
  sellerId: string
  privateKey: KeyObject
  /** Alipay's public key, not the application's. */
  publicKey: KeyObject
  /** Such as https://openapi.alipay.com/gateway.do. */
  gateway: string
}

export type WeChatSettings = {
  appId: string
  mchId: string
  /** Serial number of the merchant's certificate. */
  serial: string
  privateKey: KeyObject
  /** 32 characters; decrypts notifications. */
  apiV3Key: string
  /**
   * The platform's public keys with their serials in the same order; two during a key rotation.
   * Requests name the first.
   */
  platformKeys: readonly KeyObject[]
  platformSerials: readonly string[]
  /** Such as https://api.mch.weixin.qq.com. */
  gateway: string
}

export type LianLianSettings = {
  /** oid_partner. */
  merchant: string
  privateKey: KeyObject
  publicKey: KeyObject
  /** frms_ware_category, as agreed with LianLian. */
  wareCategory: string
  /** Such as https://accpapi.lianlianpay.com. */
  gateway: string
}

export type PaySettings = {
  alipay?: AlipaySettings | undefined
  weChat?: WeChatSettings | undefined
  lianLian?: LianLianSettings | undefined
  /** Turns the sandbox's notifications off. */
  sandboxSilent: boolean
}

/** Adds a sentence to `wrong` for every invalid or missing variable, without quoting any key. */
export function readPaySettings(env: Env, wrong: string[]): PaySettings {
  return {
    alipay: vendor(env, wrong, alipayPrefix, alipayItems),
    weChat: vendor(
      env,
      wrong,
      weChatPrefix,
      weChatItems(env[`${weChatPrefix}_PLATFORM_KEY`] ?? ''),
    ),
    lianLian: vendor(env, wrong, lianLianPrefix, lianLianItems),
    sandboxSilent: silent(env, wrong),
  }
}

/**
 * `read` returns undefined for invalid text; `wants` completes the sentence “Set it to …”;
 * `otherwise` is the default.
 */
type Item<T> = {
  name: string
  read: (text: string) => T | undefined
  wants: string
  otherwise?: T | undefined
}
type Items<V> = { [K in keyof V]: Item<V[K]> }

const alipayPrefix = 'ALIPAY'
const weChatPrefix = 'WECHAT_PAY'
const lianLianPrefix = 'LIANLIAN'
const sandboxVariable = 'SANDBOX_NOTIFICATIONS'

function vendor<V>(env: Env, wrong: string[], prefix: string, items: Items<V>): V | undefined {
  const names = Object.values<Item<unknown>>(items).map(({ name }) => `${prefix}_${name}`)
  const isSet = names.filter((name) => env[name]?.trim())
  if (isSet.length === 0) return undefined
  const values = Object.entries<Item<unknown>>(items).map(([key, item]) => {
    const name = `${prefix}_${item.name}`
    const text = env[name]?.trim()
    const value = text ? item.read(text) : item.otherwise
    if (value === undefined)
      wrong.push(
        `${name} ${text ? 'can’t be used' : `is not set, though ${isSet[0]} is`}. Set it to ${item.wants}, or unset all of ${prefix}_….`,
      )
    return [key, value]
  })
  return Object.fromEntries(values) as V
}

const parts = (text: string) => text.split(',').map((part) => part.trim())

/** A comma-separated list; undefined unless every item is valid. */
const all =
  <T>(read: (text: string) => T | undefined) =>
  (text: string): T[] | undefined => {
    const values = parts(text).flatMap((part) => read(part) ?? [])
    return values.length === parts(text).length ? values : undefined
  }

const matching = (form: RegExp) => (text: string) => (form.test(text) ? text : undefined)

const address = (text: string) =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined

const origin = (text: string) =>
  address(text) && ['', '/'].includes(new URL(text).pathname + new URL(text).search)
    ? new URL(text).origin
    : undefined

function silent(env: Env, wrong: string[]): boolean {
  const text = env[sandboxVariable]?.trim() || 'on'
  if (text !== 'on' && text !== 'off')
    wrong.push(`${sandboxVariable} is “${text}”. Set it to on or off, or unset it.`)
  return text === 'off'
}

/** Undefined for anything but a private RSA key. */
function privateKeyIn(text: string): KeyObject | undefined {
  return first(text, [
    (pem) => createPrivateKey(pem),
    (bare) => createPrivateKey({ key: bytes(bare), format: 'der', type: 'pkcs8' }),
    (bare) => createPrivateKey({ key: bytes(bare), format: 'der', type: 'pkcs1' }),
  ])
}

/** From a public key or a certificate; undefined for anything else, a private key included. */
function publicKeyIn(text: string): KeyObject | undefined {
  if (isPrivate(text)) return undefined
  return first(text, [
    (pem) => createPublicKey(pem),
    (bare) => createPublicKey({ key: bytes(bare), format: 'der', type: 'spki' }),
    (bare) => createPublicKey({ key: bytes(bare), format: 'der', type: 'pkcs1' }),
  ])
}

/** Serial number of a certificate, in capital hex digits. */
function serialIn(text: string): string | undefined {
  return attempt(() => new X509Certificate(contents(text)).serialNumber)
}

type Reader = (text: string) => KeyObject

function first(text: string, readers: readonly Reader[]): KeyObject | undefined {
  const result = attempt(() => contents(text)) ?? ''
  for (const read of readers) {
    const key = attempt(() => read(result))
    if (key?.asymmetricKeyType === 'rsa') return key
  }
  return undefined
}

/** Base64 keys begin with M and PEM with a dash; anything else is a path. */
function contents(text: string): string {
  const result = /^(-----|M[\w+/=\s]+$)/.test(text.trim()) ? text : readFileSync(text, 'utf8')
  return result.trim().replaceAll('\\n', '\n')
}

const bytes = (bare: string) => Buffer.from(bare.replace(/\s/g, ''), 'base64')
const isPrivate = (text: string) => privateKeyIn(text) !== undefined

function attempt<T>(what: () => T): T | undefined {
  try {
    return what()
  } catch {
    return undefined
  }
}

const alipayItems: Items<AlipaySettings> = {
  appId: {
    name: 'APP_ID',
    read: matching(/^\d{1,32}$/),
    wants: 'the number of your application',
  },
  sellerId: {
    name: 'SELLER_ID',
    read: matching(/^2088\d{12}$/),
    wants: 'your merchant number (PID), 16 digits that begin with 2088',
  },
  privateKey: {
    name: 'PRIVATE_KEY',
    read: privateKeyIn,
    wants: 'the application’s private RSA key',
  },
  publicKey: {
    name: 'PUBLIC_KEY',
    read: publicKeyIn,
    wants: 'Alipay’s public RSA key, not the application’s',
  },
  gateway: {
    name: 'GATEWAY',
    read: address,
    wants: 'an address',
    otherwise: 'https://openapi.alipay.com/gateway.do',
  },
}

const weChatItems = (platformKeys: string): Items<WeChatSettings> => ({
  appId: {
    name: 'APP_ID',
    read: matching(/^\w{1,32}$/),
    wants: 'the AppID that is bound to your merchant number',
  },
  mchId: { name: 'MCH_ID', read: matching(/^\d{1,32}$/), wants: 'your merchant number' },
  serial: {
    name: 'SERIAL',
    read: matching(/^[\dA-F]{1,64}$/),
    wants: 'the serial number of your merchant certificate, in capital hex digits',
  },
  privateKey: {
    name: 'PRIVATE_KEY',
    read: privateKeyIn,
    wants: 'the private key of your merchant certificate (apiclient_key.pem)',
  },
  apiV3Key: {
    name: 'API_V3_KEY',
    read: matching(/^[\x21-\x7e]{32}$/),
    wants: 'your APIv3 key, 32 characters',
  },
  platformKeys: {
    name: 'PLATFORM_KEY',
    read: all(publicKeyIn),
    wants: 'WeChat Pay’s public key (pub_key.pem) or platform certificate',
  },
  platformSerials: {
    name: 'PLATFORM_SERIAL',
    read: (text) =>
      parts(text).length === parts(platformKeys).length
        ? all(matching(/^[\w-]{1,64}$/))(text)
        : undefined,
    wants: 'the number of that public key, or of each in turn, such as PUB_KEY_ID_0123',
    otherwise: all(serialIn)(platformKeys),
  },
  gateway: {
    name: 'GATEWAY',
    read: origin,
    wants: 'an address without a path',
    otherwise: 'https://api.mch.weixin.qq.com',
  },
})

const lianLianItems: Items<LianLianSettings> = {
  merchant: {
    name: 'OID_PARTNER',
    read: matching(/^\d{1,32}$/),
    wants: 'your merchant number',
  },
  privateKey: { name: 'PRIVATE_KEY', read: privateKeyIn, wants: 'your private RSA key' },
  publicKey: { name: 'PUBLIC_KEY', read: publicKeyIn, wants: 'LianLian’s public RSA key' },
  wareCategory: {
    name: 'WARE_CATEGORY',
    read: matching(/^\d{4}$/),
    wants: 'the category of goods agreed with LianLian, 4 digits',
  },
  gateway: {
    name: 'GATEWAY',
    read: origin,
    wants: 'an address without a path',
    otherwise: 'https://accpapi.lianlianpay.com',
  },
}

/** The variables above, for .env.example. */
export const payDeclarations = [
  ...declared(alipayPrefix, alipayItems),
  ...declared(weChatPrefix, weChatItems('')),
  ...declared(lianLianPrefix, lianLianItems),
  { name: sandboxVariable, wants: 'on or off', otherwise: 'on' },
]

function declared<V>(prefix: string, items: Items<V>) {
  return Object.values<Item<unknown>>(items).map(({ name, wants, otherwise }) => ({
    name: `${prefix}_${name}`,
    wants,
    otherwise: typeof otherwise === 'string' ? otherwise : undefined,
  }))
}
