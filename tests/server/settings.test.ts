/**
 * Settings: each error is a sentence that names the setting, and unsafe production settings are
 * refused.
 */
import { readFileSync } from 'node:fs'
import { resolveConfig } from 'vite'
import { afterEach, expect, test, vi } from 'vitest'
import { createEnvExample } from '#server/platform/config/env-example.ts'
import { readSettings } from '#server/platform/config/settings.ts'
import { findUnsafeSettings } from '#server/platform/config/production-checks.ts'
import { settingsErrors } from '#tests/support/server/settings-errors.ts'

test('unset and empty settings have their defaults', () => {
  for (const env of [{}, { PORT: '', HOST: ' ', TIME_ZONE: '', APP_MODE: '' }]) {
    expect(readSettings(env)).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      timeZone: 'Asia/Shanghai',
      production: false,
      trustedProxies: 0,
    })
  }
})

test.each([
  [
    { PORT: '65536' },
    'PORT is “65536”. Set it to a port number from 0 (any free one) to 65535, or unset it.',
  ],
  [
    { PORT: '3000a' },
    'PORT is “3000a”. Set it to a port number from 0 (any free one) to 65535, or unset it.',
  ],
  [
    { HOST: 'two words' },
    'HOST is “two words”. Set it to an address to listen on, such as 127.0.0.1 or 0.0.0.0, or unset it.',
  ],
  [
    { TIME_ZONE: 'Mars/Base' },
    'TIME_ZONE is “Mars/Base”. Set it to a time zone such as Asia/Shanghai, or unset it.',
  ],
  [{ APP_MODE: 'prod' }, 'APP_MODE is “prod”. Set it to demo or production, or unset it.'],
  [
    { TRUST_PROXY: 'yes' },
    'TRUST_PROXY is “yes”. Set it to the number of your proxies in front of the server, 0 to 9, or unset it.',
  ],
  [
    { SITE_FILING_NUMBER: '12345678' },
    'SITE_FILING_NUMBER is “12345678”. Set it to the number of the website’s record filing, exactly as the ministry issued it, or unset it.',
  ],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is “loud”. Set it to info, warn or error, or unset it.'],
  [
    { MAIL_URL: 'mail.example.com' },
    'MAIL_URL is “mail.example.com”. Set it to an address such as smtps://user:password@host:465, or unset it.',
  ],
  [
    { ALLOWED_ORIGINS: 'https://a.example/x' },
    'ALLOWED_ORIGINS is “https://a.example/x”. Set it to origins with commas between them, such as https://console.example.com, or unset it.',
  ],
  [
    { DATABASE_URL: 'postgres://app:hidden@db.example.com/app?sslmode=requre' },
    'DATABASE_URL says sslmode=requre, which does not exist. Set it to verify-full, to disable, or to no-verify for TLS without a check of the certificate.',
  ],
  [
    { DATABASE_URL: 'postgres://app:hidden@db.example.com/app?port=abc' },
    'DATABASE_URL is “postgres://app:***@db.example.com/app?port=abc”, whose port is none. Set it to a number from 1 to 65535.',
  ],
  [
    { ALLOWED_ORIGINS: 'ftp://a.example' },
    'ALLOWED_ORIGINS is “ftp://a.example”. Set it to origins with commas between them, such as https://console.example.com, or unset it.',
  ],
  [
    { OPENAI_URL: 'http://127.0.0.1:8000/v1?key=1' },
    'OPENAI_URL is “http://127.0.0.1:8000/v1?key=1”. Set it to an address such as https://api.openai.com/v1, or unset it.',
  ],
  [
    { DATABASE_DIRECT_URL: 'postgres://app:hidden@db.example.com/app?sslrootcert=/no/such.pem' },
    'DATABASE_DIRECT_URL names the file /no/such.pem, which can’t be read (ENOENT). Check sslrootcert, sslcert and sslkey.',
  ],
  [
    { DATABASE_URL: 'mysql://me:hidden@host/db' },
    'DATABASE_URL is “mysql://me:***@host/db”. Set it to an address such as postgres://user:password@host:5432/database, or unset it.',
  ],
])('%o is refused with its remedy', (env, sentence) => {
  expect(settingsErrors(env as Record<string, string>)).toEqual([sentence])
})

test('the operator and the filing number are trimmed, otherwise unchanged', () => {
  const env = { SITE_OPERATOR: ' 译桥软件工作室 ', SITE_FILING_NUMBER: '京ICP备12345678号-1' }
  expect(readSettings(env).siteOwner).toEqual({
    companyName: '译桥软件工作室',
    filingNumber: '京ICP备12345678号-1',
  })
})

test('an invalid secret key is refused without being printed', () => {
  expect(settingsErrors({ SECRET_KEY: 'nearly-a-secret' })).toEqual([
    'SECRET_KEY is no such value. Set it to 32 random bytes in base64, as openssl rand -base64 32 makes them, or unset it.',
  ])
})

test.each([
  'https://www.example.com/yiqiao',
  'https://www.example.com?a=1',
  'https://a@example.com',
])('the public address %s is refused: pages are served at the root', (address) => {
  expect(settingsErrors({ PUBLIC_URL: address })).toEqual([
    `PUBLIC_URL is “${address}”. Set it to the address that users type, without a path, such as https://www.example.com, or unset it.`,
  ])
})

test('a public address may end with a slash', () => {
  for (const address of ['https://www.example.com', 'https://www.example.com/'])
    expect(settingsErrors({ PUBLIC_URL: address })).toEqual([])
})

test('all errors are reported at once', () => {
  expect(settingsErrors({ PORT: '-1', TIME_ZONE: 'x', APP_MODE: 'y' })).toHaveLength(3)
})

test('a socket path is accepted in a database URL', () => {
  expect(
    settingsErrors({ DATABASE_URL: 'postgres://postgres@/app?host=/var/run/postgresql' }),
  ).toEqual([])
})

afterEach(() => vi.unstubAllEnvs())

test.each([
  [{}, undefined],
  [{ TIME_ZONE: 'America/New_York' }, 'America/New_York'],
  [{ TIME_ZONE: 'America/New_York', VITE_TIME_ZONE: 'Europe/Berlin' }, 'Europe/Berlin'],
])('pages built with %o use the time zone %s', async (values, zone) => {
  for (const name of ['TIME_ZONE', 'VITE_TIME_ZONE'] as const)
    vi.stubEnv(name, (values as Record<string, string>)[name])
  const { env } = await resolveConfig(
    { configFile: 'vite.config.ts', logLevel: 'error' },
    'build',
    'production',
  )
  expect(env['VITE_TIME_ZONE']).toBe(zone)
})

const safeSettings = {
  APP_MODE: 'production',
  DATABASE_URL: 'postgres://app:k3J9dkE72hd@db.example.com/app?sslmode=verify-full',
  MAIL_URL: 'smtps://a:b@mail.example.com',
  PUBLIC_URL: 'https://www.example.com',
  TRUST_PROXY: '1',
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
}
const unsafeNames = (env: Record<string, string | undefined>) =>
  findUnsafeSettings(readSettings(env)).map((sentence) => sentence.split(' ')[0])

test('safe production settings are accepted', () => {
  expect(unsafeNames(safeSettings)).toEqual([])
  expect(unsafeNames({ ...safeSettings, APP_MODE: undefined, NODE_ENV: 'production' })).toEqual([])
})

test.each<[string, Record<string, string | undefined>]>([
  ['APP_MODE', { APP_MODE: 'demo', NODE_ENV: 'production' }],
  ['DATABASE_URL', { DATABASE_URL: undefined }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://app@db.example.com/app?sslmode=verify-full' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://postgres:postgres@localhost/app' }],
  ['SECRET_KEY', { SECRET_KEY: undefined }],
  ['MAIL_URL', { MAIL_URL: undefined }],
  ['PUBLIC_URL', { PUBLIC_URL: undefined }],
  ['PUBLIC_URL', { PUBLIC_URL: 'http://www.example.com' }],
  ['TRUST_PROXY', { TRUST_PROXY: undefined }],
  ...[
    '',
    '?sslmode=disable',
    '?sslmode=no-verify',
    '?ssl=no-verify',
    '?ssl=0',
    '?uselibpqcompat=true&sslmode=require',
    '?host=10.0.0.9',
  ].map((query): [string, Record<string, string>] => [
    'DATABASE_URL',
    { DATABASE_URL: `postgres://app:k3J9dkE72hd@db.example.com/app${query}` },
  ]),
  [
    'DATABASE_URL',
    { DATABASE_URL: 'postgres://app:k3J9dkE72hd@localhost/app?host=db.example.com' },
  ],
  ['DATABASE_DIRECT_URL', { DATABASE_DIRECT_URL: 'postgres://app:k3J9dkE72hd@db.example.com/app' }],
  [
    'DATABASE_DIRECT_URL',
    {
      DATABASE_DIRECT_URL: 'postgres://owner:k3J9dkE72hd@db.example.com/app?sslmode=verify-full',
    },
  ],
  ['NODE_TLS_REJECT_UNAUTHORIZED', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
  ...[
    'ignoreTLS=true',
    'requireTLS=false',
    'opportunisticTLS=true',
    'tls.rejectUnauthorized=false',
  ].map((query): [string, Record<string, string>] => [
    'MAIL_URL',
    { MAIL_URL: `smtp://mail.example.com:587?${query}` },
  ]),
  ...[
    'logger=true',
    'debug=true',
    'jsonTransport=true',
    'sendmail=true',
    'proxy=http://127.0.0.1:8080',
  ].map((query): [string, Record<string, string>] => [
    'MAIL_URL',
    { MAIL_URL: `smtps://mail.example.com?${query}` },
  ]),
  ['MAIL_URL', { MAIL_URL: 'smtp:///?host=mail.example.com&ignoreTLS=true' }],
  ['MAIL_URL', { MAIL_URL: 'smtp://localhost?logger=true' }],
  ['DEEPL_URL', { DEEPL_KEY: 'k', DEEPL_URL: 'http://deepl.example.com' }],
  ['OPENAI_URL', { OPENAI_URL: 'http://10.0.0.5:8000/v1' }],
  ['LIBRETRANSLATE_URL', { LIBRETRANSLATE_URL: 'http://10.0.0.5:5000' }],
  ['SELF_HOSTED_URL', { SELF_HOSTED_URL: 'http://10.0.0.5:8000/v1', SELF_HOSTED_MODEL: 'm' }],
  [
    'GOOGLE_TRANSLATE_URL',
    { GOOGLE_TRANSLATE_KEY: 'k', GOOGLE_TRANSLATE_URL: 'http://localhost.example.com' },
  ],
  ['ALLOWED_ORIGINS', { ALLOWED_ORIGINS: 'http://console.example.com' }],
])('production refuses %s in %o', (name, change) => {
  expect(unsafeNames({ ...safeSettings, ...change })).toEqual([name])
})

test.each([
  ...['sslmode=verify-full', 'sslmode=verify-ca', 'sslmode=require', 'ssl=true'].map((query) => ({
    DATABASE_URL: `postgres://app:k3J9dkE72hd@db.example.com/app?${query}`,
  })),
  ...['127.0.0.1', '127.1.2.3', '[::1]', 'localhost'].map((host) => ({
    DATABASE_URL: `postgres://app:k3J9dkE72hd@${host}/app`,
  })),
  { DATABASE_URL: 'postgres://app:k3J9dkE72hd@/app?host=/var/run/postgresql' },
  { MAIL_URL: 'smtp://127.0.0.1:25?ignoreTLS=true' },
  { MAIL_URL: 'smtp://mail.example.com:587' },
  { OPENAI_URL: 'http://127.0.0.1:8000/v1' },
  { LIBRETRANSLATE_URL: 'http://127.0.0.1:5000' },
])('production accepts %o: encrypted or local', (change) => {
  expect(unsafeNames({ ...safeSettings, ...change })).toEqual([])
})

test('outside of production no setting is unsafe', () => {
  expect(unsafeNames({ HOST: '0.0.0.0', PUBLIC_URL: 'http://x.example' })).toEqual([])
})

test('a demo that is reachable by others refuses keys of paid translations', () => {
  expect(unsafeNames({ DEEPL_KEY: 'k' })).toEqual([])
  expect(unsafeNames({ DEEPL_KEY: 'k', PUBLIC_URL: 'http://127.0.0.1:5173' })).toEqual([])
  expect(unsafeNames({ HOST: '0.0.0.0', OPENAI_URL: 'http://127.0.0.1:8000/v1' })).toEqual([])
  expect(unsafeNames({ DEEPL_KEY: 'k', HOST: '0.0.0.0' })).toEqual(['APP_MODE'])
  expect(unsafeNames({ DEEPL_KEY: 'k', PUBLIC_URL: 'https://www.example.com' })).toEqual([
    'APP_MODE',
  ])
})

test('vendor settings must be complete, and errors name what is missing', () => {
  expect(readSettings({}).vendors).toEqual({})
  const { vendors } = readSettings({
    DEEPL_KEY: ' k:fx ',
    OPENAI_URL: 'http://127.0.0.1:8000/v1/',
    OPENAI_MODEL: 'mine',
    YOUDAO_APP_KEY: 'a',
    YOUDAO_APP_SECRET: 'b',
  })
  expect(vendors).toEqual({
    deepl: { key: 'k:fx', url: 'https://api-free.deepl.com' },
    openai: { key: undefined, model: 'mine', url: 'http://127.0.0.1:8000/v1' },
    youdao: { appKey: 'a', appSecret: 'b', url: 'https://openapi.youdao.com' },
  })
  expect(
    settingsErrors({
      TENCENT_SECRET_ID: 'id',
      GOOGLE_TRANSLATE_URL: 'https://x.example.com',
      DEEPL_KEY: 'k',
      DEEPL_URL: 'deepl',
      LOG_MONTHS: '2',
    }),
  ).toEqual([
    'GOOGLE_TRANSLATE_URL is set, but GOOGLE_TRANSLATE_KEY is not. Set it too, or unset GOOGLE_TRANSLATE_URL: the channel is off without its key.',
    'DEEPL_URL is “deepl”. Set it to an address such as https://api.deepl.com, or unset it.',
    'TENCENT_SECRET_ID is set, but TENCENT_SECRET_KEY is not. Set both, or unset both: a channel works with all its keys or is off.',
    'LOG_MONTHS is “2”. Set it to how many months the logs of sign-ins and translations are kept, 3 to 600, or unset it.',
  ])
  expect(
    settingsErrors({ TENCENT_REGION: 'ap-beijing', YOUDAO_URL: 'https://x.example.com' }),
  ).toEqual([
    'TENCENT_REGION is set, but TENCENT_SECRET_ID with TENCENT_SECRET_KEY is not. Set it too, or unset TENCENT_REGION: the channel is off without its key.',
    'YOUDAO_URL is set, but YOUDAO_APP_KEY with YOUDAO_APP_SECRET is not. Set it too, or unset YOUDAO_URL: the channel is off without its key.',
  ])
})

test('a server of one’s own is set by its address, and a model by its name too', () => {
  const { vendors } = readSettings({
    LIBRETRANSLATE_URL: 'http://127.0.0.1:5000/',
    SELF_HOSTED_URL: 'http://127.0.0.1:11434/v1',
    SELF_HOSTED_MODEL: 'qwen3:8b',
    SELF_HOSTED_KEY: 'k',
  })
  expect(vendors).toEqual({
    libretranslate: { key: undefined, url: 'http://127.0.0.1:5000' },
    selfhosted: { key: 'k', model: 'qwen3:8b', url: 'http://127.0.0.1:11434/v1' },
  })
  expect(
    settingsErrors({ SELF_HOSTED_URL: 'http://127.0.0.1:11434/v1', LIBRETRANSLATE_KEY: 'k' }),
  ).toEqual([
    'LIBRETRANSLATE_KEY is set, but LIBRETRANSLATE_URL is not. Set it too, or unset LIBRETRANSLATE_KEY: the channel is off without its key.',
    'SELF_HOSTED_URL is set, but SELF_HOSTED_MODEL is not. Set both, or unset both: a channel works with all its keys or is off.',
  ])
  expect(settingsErrors({ LIBRETRANSLATE_URL: 'libre:5000' })).toEqual([
    'LIBRETRANSLATE_URL is “libre:5000”. Set it to an address such as http://127.0.0.1:5000, or unset it.',
  ])
})

test('.env.example lists every setting; npm run env:example rewrites it', () => {
  expect(readFileSync('.env.example', 'utf8')).toBe(createEnvExample())
  for (const [, name] of readFileSync('deploy/SETTINGS.md', 'utf8').matchAll(
    /^\| `([A-Z_]{3,})`[,` |]/gm,
  ))
    expect(createEnvExample()).toContain(`#${name}=`)
})
