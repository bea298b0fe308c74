/** Settings of the payment gateways, with their RSA keys. */
import { type KeyObject, createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'

type Env = Readonly<Record<string, string | undefined>>

/** Settings of Alipay. For each vendor, all variables are set or none. */
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
  /** The merchant's number at LianLian, `oid_partner`. */
  merchant: string
  privateKey: KeyObject
  publicKey: KeyObject
  /** Category of goods, `frms_ware_category`, as agreed with LianLian. */
  wareCategory: string
  /** Such as https://accpapi.lianlianpay.com. */
  gateway: string
}

export type PaySettings = {
  alipay?: AlipaySettings | undefined
  weChat?: WeChatSettings | undefined
  lianLian?: LianLianSettings | undefined
  /** Whether the sandbox sends no notifications. */
  sandboxSilent: boolean
}

/** Adds a sentence to `errors` for every invalid or missing variable, without quoting any key. */
export function readPaySettings(env: Env, errors: string[]): PaySettings {
  return {
    alipay: readVendorItems(env, errors, alipayPrefix, alipayItems),
    weChat: readVendorItems(
      env,
      errors,
      weChatPrefix,
      weChatItems(env[`${weChatPrefix}_PLATFORM_KEY`] ?? ''),
    ),
    lianLian: readVendorItems(env, errors, lianLianPrefix, lianLianItems),
    sandboxSilent: readSandboxSilent(env, errors),
  }
}

/** `read` returns undefined for invalid text; `expected` completes the sentence “Set it to …”. */
type VendorItem<T> = {
  name: string
  read: (text: string) => T | undefined
  expected: string
  defaultValue?: T | undefined
}
type VendorItems<V> = { [K in keyof V]: VendorItem<V[K]> }

const alipayPrefix = 'ALIPAY'
const weChatPrefix = 'WECHAT_PAY'
const lianLianPrefix = 'LIANLIAN'
const sandboxVariable = 'SANDBOX_NOTIFICATIONS'

function readVendorItems<V>(
  env: Env,
  errors: string[],
  prefix: string,
  items: VendorItems<V>,
): V | undefined {
  const names = Object.values<VendorItem<unknown>>(items).map(({ name }) => `${prefix}_${name}`)
  const setNames = names.filter((name) => env[name]?.trim())
  if (setNames.length === 0) return undefined
  const values = Object.entries<VendorItem<unknown>>(items).map(([key, item]) => {
    const name = `${prefix}_${item.name}`
    const text = env[name]?.trim()
    const value = text ? item.read(text) : item.defaultValue
    if (value === undefined)
      errors.push(
        `${name} ${text ? 'can’t be used' : `is not set, though ${setNames[0]} is`}. Set it to ${item.expected}, or unset all of ${prefix}_….`,
      )
    return [key, value]
  })
  return Object.fromEntries(values) as V
}

const splitList = (text: string) => text.split(',').map((part) => part.trim())

/** A comma-separated list; undefined unless every item is valid. */
const readList =
  <T>(read: (text: string) => T | undefined) =>
  (text: string): T[] | undefined => {
    const values = splitList(text).flatMap((part) => read(part) ?? [])
    return values.length === splitList(text).length ? values : undefined
  }

const readMatching = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : undefined)

const readAddress = (text: string) =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined

const readOrigin = (text: string) =>
  readAddress(text) && ['', '/'].includes(new URL(text).pathname + new URL(text).search)
    ? new URL(text).origin
    : undefined

function readSandboxSilent(env: Env, errors: string[]): boolean {
  const text = env[sandboxVariable]?.trim() || 'on'
  if (text !== 'on' && text !== 'off')
    errors.push(`${sandboxVariable} is “${text}”. Set it to on or off, or unset it.`)
  return text === 'off'
}

/** Undefined for anything but a private RSA key. */
function readPrivateKey(text: string): KeyObject | undefined {
  return readRsaKey(text, [
    (pem) => createPrivateKey(pem),
    (bare) => createPrivateKey({ key: decodeBase64(bare), format: 'der', type: 'pkcs8' }),
    (bare) => createPrivateKey({ key: decodeBase64(bare), format: 'der', type: 'pkcs1' }),
  ])
}

/** From a public key or a certificate; undefined for anything else, a private key included. */
function readPublicKey(text: string): KeyObject | undefined {
  if (isPrivateKey(text)) return undefined
  return readRsaKey(text, [
    (pem) => createPublicKey(pem),
    (bare) => createPublicKey({ key: decodeBase64(bare), format: 'der', type: 'spki' }),
    (bare) => createPublicKey({ key: decodeBase64(bare), format: 'der', type: 'pkcs1' }),
  ])
}

/** Serial number of a certificate, in capital hex digits. */
function readSerial(text: string): string | undefined {
  return tryTo(() => new X509Certificate(readKeyText(text)).serialNumber)
}

type KeyReader = (text: string) => KeyObject

function readRsaKey(text: string, readers: readonly KeyReader[]): KeyObject | undefined {
  const keyText = tryTo(() => readKeyText(text)) ?? ''
  for (const read of readers) {
    const key = tryTo(() => read(keyText))
    if (key?.asymmetricKeyType === 'rsa') return key
  }
  return undefined
}

/** Base64 keys begin with M and PEM with a dash; anything else is a path. */
function readKeyText(text: string): string {
  const keyText = /^(-----|M[\w+/=\s]+$)/.test(text.trim()) ? text : readFileSync(text, 'utf8')
  return keyText.trim().replaceAll('\\n', '\n')
}

const decodeBase64 = (bare: string) => Buffer.from(bare.replace(/\s/g, ''), 'base64')
const isPrivateKey = (text: string) => readPrivateKey(text) !== undefined

function tryTo<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

const alipayItems: VendorItems<AlipaySettings> = {
  appId: {
    name: 'APP_ID',
    read: readMatching(/^\d{1,32}$/),
    expected: 'the number of your application',
  },
  sellerId: {
    name: 'SELLER_ID',
    read: readMatching(/^2088\d{12}$/),
    expected: 'your merchant number (PID), 16 digits that begin with 2088',
  },
  privateKey: {
    name: 'PRIVATE_KEY',
    read: readPrivateKey,
    expected: 'the application’s private RSA key',
  },
  publicKey: {
    name: 'PUBLIC_KEY',
    read: readPublicKey,
    expected: 'Alipay’s public RSA key, not the application’s',
  },
  gateway: {
    name: 'GATEWAY',
    read: readAddress,
    expected: 'an address',
    defaultValue: 'https://openapi.alipay.com/gateway.do',
  },
}

const weChatItems = (platformKeys: string): VendorItems<WeChatSettings> => ({
  appId: {
    name: 'APP_ID',
    read: readMatching(/^\w{1,32}$/),
    expected: 'the AppID that is bound to your merchant number',
  },
  mchId: { name: 'MCH_ID', read: readMatching(/^\d{1,32}$/), expected: 'your merchant number' },
  serial: {
    name: 'SERIAL',
    read: readMatching(/^[\dA-F]{1,64}$/),
    expected: 'the serial number of your merchant certificate, in capital hex digits',
  },
  privateKey: {
    name: 'PRIVATE_KEY',
    read: readPrivateKey,
    expected: 'the private key of your merchant certificate (apiclient_key.pem)',
  },
  apiV3Key: {
    name: 'API_V3_KEY',
    read: readMatching(/^[\x21-\x7e]{32}$/),
    expected: 'your APIv3 key, 32 characters',
  },
  platformKeys: {
    name: 'PLATFORM_KEY',
    read: readList(readPublicKey),
    expected: 'WeChat Pay’s public key (pub_key.pem) or platform certificate',
  },
  platformSerials: {
    name: 'PLATFORM_SERIAL',
    read: (text) =>
      splitList(text).length === splitList(platformKeys).length
        ? readList(readMatching(/^[\w-]{1,64}$/))(text)
        : undefined,
    expected: 'the number of that public key, or of each in turn, such as PUB_KEY_ID_0123',
    defaultValue: readList(readSerial)(platformKeys),
  },
  gateway: {
    name: 'GATEWAY',
    read: readOrigin,
    expected: 'an address without a path',
    defaultValue: 'https://api.mch.weixin.qq.com',
  },
})

const lianLianItems: VendorItems<LianLianSettings> = {
  merchant: {
    name: 'OID_PARTNER',
    read: readMatching(/^\d{1,32}$/),
    expected: 'your merchant number',
  },
  privateKey: { name: 'PRIVATE_KEY', read: readPrivateKey, expected: 'your private RSA key' },
  publicKey: { name: 'PUBLIC_KEY', read: readPublicKey, expected: 'LianLian’s public RSA key' },
  wareCategory: {
    name: 'WARE_CATEGORY',
    read: readMatching(/^\d{4}$/),
    expected: 'the category of goods agreed with LianLian, 4 digits',
  },
  gateway: {
    name: 'GATEWAY',
    read: readOrigin,
    expected: 'an address without a path',
    defaultValue: 'https://accpapi.lianlianpay.com',
  },
}

/** All variables of the gateways, for .env.example. */
export const payDeclarations = [
  ...toDeclarations(alipayPrefix, alipayItems),
  ...toDeclarations(weChatPrefix, weChatItems('')),
  ...toDeclarations(lianLianPrefix, lianLianItems),
  { name: sandboxVariable, expected: 'on or off', defaultValue: 'on' },
]

function toDeclarations<V>(prefix: string, items: VendorItems<V>) {
  return Object.values<VendorItem<unknown>>(items).map(({ name, expected, defaultValue }) => ({
    name: `${prefix}_${name}`,
    expected,
    defaultValue: typeof defaultValue === 'string' ? defaultValue : undefined,
  }))
}
