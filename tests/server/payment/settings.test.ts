/**
 * Payment settings: complete per vendor, keys in their usual encodings, and no key in a message.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { listPaymentConfigWarnings } from '#server/features/orders/payment/gateways.ts'
import { readSettings } from '#server/platform/config/settings.ts'
import { findUnsafeSettings } from '#server/platform/config/production-checks.ts'
import { keys } from '#tests/support/gateways/local-gateway.ts'
import { settingsErrors } from '#tests/support/server/settings-errors.ts'

const folder = mkdtempSync(join(tmpdir(), 'yq-keys-'))
afterAll(() => rmSync(folder, { recursive: true }))

const { privateKey, publicKey } = keys.shop
const keyEncodings = {
  private: {
    pem: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    'older pem': String(privateKey.export({ type: 'pkcs1', format: 'pem' })),
    'pem in one line': String(privateKey.export({ type: 'pkcs8', format: 'pem' })).replaceAll(
      '\n',
      '\\n',
    ),
    base64: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    'older base64': privateKey.export({ type: 'pkcs1', format: 'der' }).toString('base64'),
    file: inFile('private.pem', String(privateKey.export({ type: 'pkcs8', format: 'pem' }))),
  },
  public: {
    pem: String(publicKey.export({ type: 'spki', format: 'pem' })),
    'pem in one line': String(publicKey.export({ type: 'spki', format: 'pem' })).replaceAll(
      '\n',
      '\\n',
    ),
    base64: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    file: inFile(
      'public.txt',
      publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    ),
  },
}
const privateKeyText = keyEncodings.private.base64
const publicKeyText = keyEncodings.public.base64

const alipay = {
  ALIPAY_APP_ID: '2021000000000001',
  ALIPAY_SELLER_ID: '2088000000000001',
  ALIPAY_PRIVATE_KEY: privateKeyText,
  ALIPAY_PUBLIC_KEY: publicKeyText,
}
const weChat = {
  WECHAT_PAY_APP_ID: 'wx0123',
  WECHAT_PAY_MCH_ID: '1900000001',
  WECHAT_PAY_SERIAL: '1DDE55AD98ED71D6EDD4',
  WECHAT_PAY_PRIVATE_KEY: privateKeyText,
  WECHAT_PAY_API_V3_KEY: 'a-key-of-thirty-two-characters-0',
  WECHAT_PAY_PLATFORM_KEY: publicKeyText,
  WECHAT_PAY_PLATFORM_SERIAL: 'PUB_KEY_ID_0123',
}
const lianLian = {
  LIANLIAN_OID_PARTNER: '201904120000000001',
  LIANLIAN_PRIVATE_KEY: privateKeyText,
  LIANLIAN_PUBLIC_KEY: publicKeyText,
  LIANLIAN_WARE_CATEGORY: '4007',
}
const vendors = [alipay, weChat, lianLian].map((env) => ({
  env,
  name: Object.keys(env)[0]!.replace(/_(APP_ID|OID_PARTNER)$/, ''),
}))

/** Generated for these tests; its private key was discarded. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIDGzCCAgOgAwIBAgIUUVfwnv3Alt4V6+gaRwV6cjLxuOEwDQYJKoZIhvcNAQEL
BQAwHDEaMBgGA1UEAwwRUGxhdGZvcm0gb2YgdGVzdHMwIBcNMjYxMTIxMDc0ODU4
WhgPMjEyNjEwMjgwNzQ4NThaMBwxGjAYBgNVBAMMEVBsYXRmb3JtIG9mIHRlc3Rz
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAvFCRx3seUZbsvIwD7LfV
5pJa7JIMqqvfVYQtgbkIF3Kia4ckyhtaUyTD/DCnpCIm0p2UqkNQDOpm3CAgOIux
2pXuteOhQjNHT8W3ZulWX9sovrLEqMFAW2c1plR5uKAGnaSqbx7NXaGsfn9ht63W
mDMTxPgQmEBhJb27hpIra2JznyM2Ax+ClEkGXQqWgQoP0PC+DjtAUL4d2wcL0ER/
6NIzDg+imyPS04uCFy61VTHFRptG2c8Voyi8sDw02Pxs6mi/bhCsXc+hKCA4wCS1
ERyzyigTzYl8JYRkuwPxANXkuRJP2dC6BhBpAKy9k3VIE4W8d1q9TNnma1ZQJyM9
QwIDAQABo1MwUTAdBgNVHQ4EFgQUth+BsW8axJyHOnOw3DOfiSHV2cQwHwYDVR0j
BBgwFoAUth+BsW8axJyHOnOw3DOfiSHV2cQwDwYDVR0TAQH/BAUwAwEB/zANBgkq
hkiG9w0BAQsFAAOCAQEAQHKZHzm5FaKt92s37Aq722VgblA+WKQl2yqA7TQi4ADp
tC0pOv0iz/gs0P2cp9sUhnl0UF+a1iEneqZk0LxEloM/bXNcj2SY2GaAmQj+IOtV
HoB9TzquOVgyLG9vylZ06NuHSicUYZ8rABdG4I7WPimMpseFXMVUQWAyTqQpoSTk
NGVQGfQFnFndHtrOCSnbpgXhShhtuAEUxO4bNCMk5IMDnGC95XtGertG0KhfgJao
Nza/UrjqMtmiq022y5W4ZL7JAKXjEDEECsptjknNTLRhvDRxr4iHjB38I+dkN1PS
wh12HGGbxCA8B1qYIJQndGrl7GijZ+BUQU52ye4RHQ==
-----END CERTIFICATE-----`
const certificateSerial = '5157F09EFDC096DE15EBE81A47057A7232F1B8E1'

test('without settings no vendor is configured, and the sandbox notifies', () => {
  expect(readSettings({}).pay).toEqual({
    alipay: undefined,
    weChat: undefined,
    lianLian: undefined,
    sandboxSilent: false,
  })
  expect(readSettings({ SANDBOX_NOTIFICATIONS: 'off' }).pay.sandboxSilent).toBe(true)
  expect(settingsErrors({ SANDBOX_NOTIFICATIONS: 'no' })).toEqual([
    'SANDBOX_NOTIFICATIONS is “no”. Set it to on or off, or unset it.',
  ])
})

test('a vendor is configured by all of its settings, with its default URL', () => {
  expect(readSettings(alipay).pay.alipay).toMatchObject({
    appId: '2021000000000001',
    sellerId: '2088000000000001',
    gateway: 'https://openapi.alipay.com/gateway.do',
  })
  expect(readSettings(weChat).pay.weChat).toMatchObject({
    mchId: '1900000001',
    platformSerials: ['PUB_KEY_ID_0123'],
    gateway: 'https://api.mch.weixin.qq.com',
  })
  expect(readSettings(lianLian).pay.lianLian).toMatchObject({
    merchant: '201904120000000001',
    gateway: 'https://accpapi.lianlianpay.com',
  })
  expect(
    readSettings({ ...weChat, WECHAT_PAY_GATEWAY: 'http://127.0.0.1:9/' }).pay.weChat?.gateway,
  ).toBe('http://127.0.0.1:9')
})

test.each(Object.entries(keyEncodings.private))('a private key is read as %s', (_, text) => {
  expect(
    readSettings({ ...alipay, ALIPAY_PRIVATE_KEY: text }).pay.alipay?.privateKey.equals(privateKey),
  ).toBe(true)
})

test.each(Object.entries(keyEncodings.public))('a public key is read as %s', (_, text) => {
  expect(
    readSettings({ ...alipay, ALIPAY_PUBLIC_KEY: text }).pay.alipay?.publicKey.equals(publicKey),
  ).toBe(true)
})

test('a platform certificate contains its serial number', () => {
  const { WECHAT_PAY_PLATFORM_SERIAL: _, ...rest } = weChat
  const { platformSerials, platformKeys } = readSettings({
    ...rest,
    WECHAT_PAY_PLATFORM_KEY: certificate,
  }).pay.weChat!
  expect({ platformSerials, types: platformKeys.map(({ type }) => type) }).toEqual({
    platformSerials: [certificateSerial],
    types: ['public'],
  })
})

test('several platform keys need a serial each, certificates have their own', () => {
  const [severalKeys, file] = [
    `${publicKeyText}, ${certificate}`,
    inFile('platform.pem', certificate),
  ]
  const read = (key: string, serial = '') =>
    readSettings({ ...weChat, WECHAT_PAY_PLATFORM_KEY: key, WECHAT_PAY_PLATFORM_SERIAL: serial })
      .pay.weChat!
  const { platformSerials, platformKeys } = read(
    severalKeys,
    `PUB_KEY_ID_0123, ${certificateSerial}`,
  )
  expect(platformSerials).toEqual(['PUB_KEY_ID_0123', certificateSerial])
  expect(platformKeys.map((key) => key.equals(publicKey))).toEqual([true, false])
  expect(read(`${certificate},${file}`).platformSerials).toEqual([
    certificateSerial,
    certificateSerial,
  ])
  for (const serial of ['PUB_KEY_ID_0123', 'PUB_KEY_ID_0123,', 'A,B,C', ''])
    expect(
      settingsErrors({
        ...weChat,
        WECHAT_PAY_PLATFORM_KEY: severalKeys,
        WECHAT_PAY_PLATFORM_SERIAL: serial,
      }).map((sentence) => sentence.split(' ')[0]),
    ).toEqual(['WECHAT_PAY_PLATFORM_SERIAL'])
  expect(
    settingsErrors({ ...weChat, WECHAT_PAY_PLATFORM_KEY: `${publicKeyText},no-key` })[0],
  ).toMatch(/^WECHAT_PAY_PLATFORM_KEY can’t be used/)
})

test.each(vendors)('$name: each missing setting is reported by name', ({ env, name }) => {
  for (const missing of Object.keys(env)) {
    const rest = Object.fromEntries(
      Object.entries(env).filter(([variable]) => variable !== missing),
    )
    const [sentence, ...others] = settingsErrors(rest)
    expect(others).toEqual([])
    expect(sentence).toMatch(
      new RegExp(
        `^${missing} is not set, though ${name}_\\w+ is\\. Set it to .{5,80}, or unset all of ${name}_…\\.$`,
      ),
    )
  }
})

test.each(vendors)(
  '$name: an invalid setting is reported by name, without its value',
  ({ env }) => {
    for (const variable of Object.keys(env)) {
      const [sentence, ...others] = settingsErrors({ ...env, [variable]: 'se cret' })
      expect(others).toEqual([])
      expect(sentence).toMatch(new RegExp(`^${variable} can’t be used\\. Set it to `))
      expect(sentence).not.toContain('se cret')
    }
  },
)

test('the operator is warned if nothing can be bought or no gateway can notify', () => {
  const problems = (env: Record<string, string>) =>
    listPaymentConfigWarnings(readSettings(env)).map((sentence) => sentence.slice(0, 30))
  expect(problems({ APP_MODE: 'production' })).toEqual(['No payment channel is offered:'])
  expect(problems(alipay)).toEqual(['Payment gateways can’t notify '])
  expect(problems({ ...alipay, PUBLIC_URL: 'http://localhost:3000' })).toHaveLength(1)
  expect(problems({ ...alipay, PUBLIC_URL: 'https://www.example.com' })).toEqual([])
  expect(problems({})).toEqual([])
})

test('a private key is refused as public key, and a public one as private', () => {
  expect(settingsErrors({ ...alipay, ALIPAY_PUBLIC_KEY: privateKeyText })).toHaveLength(1)
  expect(settingsErrors({ ...alipay, ALIPAY_PRIVATE_KEY: publicKeyText })).toHaveLength(1)
})

test('a gateway URL must be a URL without a path', () => {
  for (const address of ['openapi.alipay.com', 'ftp://x.example', 'javascript:1'])
    expect(settingsErrors({ ...alipay, ALIPAY_GATEWAY: address })).toHaveLength(1)
  expect(
    settingsErrors({ ...weChat, WECHAT_PAY_GATEWAY: 'https://api.example.com/v3' }),
  ).toHaveLength(1)
})

const safeSettings = {
  APP_MODE: 'production',
  DATABASE_URL: 'postgres://app:k3J9dkE72hd@db.example.com/app?sslmode=verify-full',
  MAIL_URL: 'smtps://a:b@mail.example.com',
  PUBLIC_URL: 'https://www.example.com',
  TRUST_PROXY: '1',
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  ...alipay,
  ...weChat,
  ...lianLian,
}

test('production accepts the vendors at their own URLs', () => {
  expect(findUnsafeSettings(readSettings(safeSettings))).toEqual([])
})

test.each([
  ['ALIPAY_GATEWAY', 'http://openapi.alipay.com/gateway.do'],
  ['ALIPAY_GATEWAY', 'https://openapi-sandbox.dl.alipaydev.com/gateway.do'],
  ['WECHAT_PAY_GATEWAY', 'http://10.0.0.9:9'],
  ['LIANLIAN_GATEWAY', 'https://accpapi-ste.lianlianpay-inc.com'],
])('production refuses %s at %s', (name, address) => {
  expect(
    findUnsafeSettings(readSettings({ ...safeSettings, [name]: address })).map(
      (sentence) => sentence.split(' ')[0],
    ),
  ).toEqual([name])
})

test('a demo accepts only local test servers and the vendors’ sandboxes', () => {
  const unsafeInDemo = (env: Record<string, string>) =>
    findUnsafeSettings(readSettings({ APP_MODE: 'demo', ...env }))
  for (const vendor of [alipay, weChat, lianLian])
    expect(unsafeInDemo(vendor)).toEqual([
      expect.stringMatching(/^APP_MODE is not production, but the keys/),
    ])
  expect(
    unsafeInDemo({
      ...alipay,
      ALIPAY_GATEWAY: 'https://openapi-sandbox.dl.alipaydev.com/gateway.do',
    }),
  ).toEqual([])
  expect(unsafeInDemo({ ...weChat, WECHAT_PAY_GATEWAY: 'http://127.0.0.1:9' })).toEqual([])
  expect(
    unsafeInDemo({ ...lianLian, LIANLIAN_GATEWAY: 'http://localhost.example.com' }),
  ).toHaveLength(1)
})

function inFile(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}
