/** Settings from the environment, validated once at start; an empty variable counts as unset. */
import { InvalidSettingsError } from '#server/platform/config/invalid-settings.ts'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import type { SiteOwner } from '#contract/site.ts'
import { parseHosts, isHost } from '#contract/pay-hosts.ts'
import { isNetwork } from '#server/platform/client-network.ts'
import {
  payDeclarations,
  readPaySettings,
  type PaySettings,
} from '#server/platform/config/payment-settings.ts'
import { describeError } from '#server/platform/log.ts'
import { addMissingHost, isHttp, maskPassword } from '#server/platform/config/addresses.ts'
import { findAddressProblem, nameSslMode } from '#server/platform/config/database-address.ts'
import { secretKeyBytes, parseSecretKey } from '#server/platform/crypto/crypto.ts'
import {
  readVendorKeys,
  listVendorDeclarations,
  type VendorKeys,
} from '#server/platform/config/vendor-settings.ts'

type Env = Readonly<Record<string, string | undefined>>

export type AppSettings = {
  /** Production sends HSTS headers. */
  production: boolean
  /** Business time zone (IANA name) of the API's date-times. */
  timeZone: string
  /** Additional origins whose pages may call the API. */
  allowedOrigins: readonly string[]
  /** Number of our own reverse proxies that append to `X-Forwarded-For`. */
  trustedProxies: number
  /** Networks (CIDR) that reach the operators' console; unset: all. */
  operatorNetworks?: readonly string[] | undefined
}

export type Settings = AppSettings & {
  port: number
  host: string
  /** Undefined: no metrics. */
  metricsPort: number | undefined
  /** Undefined: no traces. `sampled`: share of requests that are traced, 0 to 1. */
  traces: { sampled: number } | undefined
  dataDir: string
  /** Undefined: the embedded PostgreSQL. */
  databaseUrl: string | undefined
  /**
   * For the server: the address of the database itself, if `databaseUrl` is a pooler's. For
   * migrations: with the role that owns the tables.
   */
  databaseDirectUrl: string | undefined
  /** Whether statements carry the id of their request, for PostgreSQL's log. */
  databaseRequestIds: boolean
  /** Maximum number of database connections of one process. */
  databaseConnections: number
  /**
   * Seconds for which the process still accepts requests after a signal to end, while `/readyz`
   * answers 503.
   */
  drainSeconds: number
  /** Allows production to run as a role that owns the ledger's tables. */
  allowDatabaseOwner: boolean
  /** NODE_TLS_REJECT_UNAUTHORIZED is 0: Node verifies no certificates. */
  tlsUnverified: boolean
  /** Undefined: mails are written to files. */
  mailUrl: string | undefined
  /** Sender address, if it is not the mail server's user. */
  mailFrom: string | undefined
  /** Public address of the site, if it is not `host` and `port`. */
  publicUrl: string | undefined
  /** For the copyright line, the record filing and the privacy policy. */
  siteOwner: SiteOwner
  logLevel: 'info' | 'warn' | 'error'
  /** Hosts besides Alipay's that the built pages may post a payment form to. */
  payHosts: readonly string[]
  /** Hosts whose pictures the pages show, besides those of stored contacts. */
  pictureHosts: readonly string[]
  /** APP_MODE as set; NODE_ENV may contradict it. */
  appMode: 'demo' | 'production' | undefined
  pay: PaySettings
  vendors: VendorKeys
  /**
   * Months to retain sign-in and translation logs, the current month included; undefined: no limit.
   */
  logMonths: number | undefined
  /** Encryption key for secrets in the database; undefined: a key file next to the data. */
  secretKey: Uint8Array<ArrayBuffer> | undefined
  /** Key that `secretKey` replaces: still decrypts what it has encrypted. */
  secretKeyPrevious: Uint8Array<ArrayBuffer> | undefined
  /** Encryption key for backups; undefined: they are not encrypted. */
  backupKey: Uint8Array<ArrayBuffer> | undefined
}

/** Four processes fit the 100 connections that PostgreSQL allows by default. */
const defaultConnections = 20
/** Seconds: longer than two health checks of a proxy that checks every two seconds. */
const productionDrainSeconds = 5

/** One sentence per reason of a failure, for the terminal. */
export const listReasons = (error: unknown): readonly string[] =>
  error instanceof InvalidSettingsError ? error.sentences : [describeError(error)]

/** Throws InvalidSettingsError. */
export function readSettings(env: Env): Settings {
  const problems: string[] = []
  const read = <T, D>({ name, schema, expected, defaultValue }: Variable<T, D>): T | D => {
    const text = env[name]?.trim()
    if (!text) return defaultValue
    const result = z.safeParse(schema, text)
    if (result.success) return result.data
    const isSecret = /KEY/.test(name)
    const shownValue = isSecret ? 'no such value' : `“${maskPassword(text)}”`
    problems.push(`${name} is ${shownValue}. Set it to ${expected}, or unset it.`)
    return defaultValue
  }
  const appMode = read(variables.appMode)
  const production = appMode === 'production' || env['NODE_ENV']?.trim() === 'production'
  const settings: Settings = {
    port: read(variables.port),
    host: read(variables.host),
    metricsPort: read(variables.metricsPort),
    traces: toTraceSettings({
      isOff: read(variables.tracingOff) === 'true' || read(variables.tracesExporter) === 'none',
      address: read(variables.tracesAddress) ?? read(variables.otlpAddress),
      sampler: read(variables.tracesSampler),
      share: read(variables.tracesShare),
    }),
    dataDir: resolve(read(variables.dataDir)),
    databaseUrl: read(variables.databaseUrl),
    databaseDirectUrl: read(variables.databaseDirectUrl),
    databaseRequestIds: read(variables.databaseRequestIds) === 'yes',
    databaseConnections: read(variables.databaseConnections),
    drainSeconds: read(variables.drainSeconds) ?? (production ? productionDrainSeconds : 0),
    allowDatabaseOwner: read(variables.allowDatabaseOwner) === 'yes',
    tlsUnverified: env['NODE_TLS_REJECT_UNAUTHORIZED']?.trim() === '0',
    mailUrl: read(variables.mailUrl),
    mailFrom: read(variables.mailFrom),
    publicUrl: read(variables.publicUrl),
    siteOwner: {
      companyName: read(variables.siteOperator),
      filingNumber: read(variables.siteFilingNumber),
    },
    allowedOrigins: read(variables.allowedOrigins) ?? [],
    trustedProxies: read(variables.trustedProxies),
    operatorNetworks: read(variables.operatorNetworks),
    timeZone: read(variables.timeZone),
    logLevel: read(variables.logLevel),
    production,
    appMode,
    payHosts: read(variables.payHosts) ?? [],
    pictureHosts: read(variables.pictureHosts) ?? [],
    pay: readPaySettings(env, problems),
    vendors: readVendorKeys(env, problems),
    logMonths: read(variables.logMonths),
    secretKey: read(variables.secretKey),
    secretKeyPrevious: read(variables.secretKeyPrevious),
    backupKey: read(variables.backupKey),
  }
  for (const [name, address] of [
    ['DATABASE_URL', settings.databaseUrl],
    ['DATABASE_DIRECT_URL', settings.databaseDirectUrl],
  ] as const) {
    const problem = findAddressProblem(name, address)
    if (problem) problems.push(problem)
  }
  if (settings.secretKey && settings.secretKeyPrevious?.join() === settings.secretKey.join())
    problems.push(
      'SECRET_KEY_PREVIOUS is the same key as SECRET_KEY. Set it to the key that SECRET_KEY replaces, or unset it.',
    )
  if (problems.length > 0) throw new InvalidSettingsError(problems)
  return settings
}

/** A setting as .env.example lists it: `expected` completes the sentence “Set it to …”. */
export type Declaration = { name: string; expected: string; defaultValue?: string | undefined }

/** All settings of the server. */
export const listDeclarations = (): readonly Declaration[] => [
  ...Object.values(variables).map(({ name, expected, defaultValue }) => ({
    name,
    expected,
    defaultValue: defaultValue === undefined ? undefined : String(defaultValue),
  })),
  ...payDeclarations,
  ...listVendorDeclarations(),
]

/** `expected` completes the sentence “Set it to …”. */
type Variable<T, D> = {
  name: string
  schema: z.ZodMiniType<T, string>
  expected: string
  defaultValue: D
}

function variable<T>(
  name: string,
  schema: z.ZodMiniType<T, string>,
  expected: string,
): Variable<T, undefined>
function variable<T>(
  name: string,
  schema: z.ZodMiniType<T, string>,
  expected: string,
  defaultValue: T,
): Variable<T, T>
function variable<T>(
  name: string,
  schema: z.ZodMiniType<T, string>,
  expected: string,
  defaultValue?: T,
): Variable<T, T | undefined> {
  return { name, schema, expected, defaultValue }
}

/** Spans of requests have no parent, because trace headers are ignored. */
const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

function toTraceSettings({
  isOff,
  address,
  sampler,
  share,
}: {
  isOff: boolean
  address: string | undefined
  sampler: (typeof samplers)[number]
  share: number
}): Settings['traces'] {
  if (isOff || address === undefined || sampler.endsWith('always_off')) return undefined
  return { sampled: sampler.endsWith('ratio') ? share : 1 }
}

const variables = {
  port: variable('PORT', integer(0, 65_535), 'a port number from 0 (any free one) to 65535', 3000),
  host: variable(
    'HOST',
    z.string().check(z.regex(/^[\w.:-]+$/)),
    'an address to listen on, such as 127.0.0.1 or 0.0.0.0',
    '127.0.0.1',
  ),
  metricsPort: variable(
    'METRICS_PORT',
    integer(0, 65_535),
    'a port number for GET /metrics on HOST, apart from the public one',
  ),
  otlpAddress: variable(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    urlWith('https:', 'http:'),
    'the address of an OpenTelemetry collector, such as http://127.0.0.1:4318',
  ),
  tracesAddress: variable(
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    urlWith('https:', 'http:'),
    'an address for traces, such as http://127.0.0.1:4318/v1/traces',
  ),
  tracesExporter: variable('OTEL_TRACES_EXPORTER', z.enum(['otlp', 'none']), 'otlp or none'),
  tracesSampler: variable(
    'OTEL_TRACES_SAMPLER',
    z.enum(samplers),
    `one of ${samplers.join(', ')}`,
    'parentbased_always_on',
  ),
  tracesShare: variable(
    'OTEL_TRACES_SAMPLER_ARG',
    z.pipe(
      z.pipe(z.string().check(z.regex(/^[01]?(\.\d{1,9})?$/)), z.transform(Number)),
      z.number().check(z.gte(0), z.lte(1)),
    ),
    'the share of requests that are traced, 0 to 1',
    1,
  ),
  tracingOff: variable('OTEL_SDK_DISABLED', z.enum(['true', 'false']), 'true or false', 'false'),
  dataDir: variable('DATA_DIR', z.string(), 'a folder', '.data'),
  databaseUrl: variable(
    'DATABASE_URL',
    databaseAddress(),
    'an address such as postgres://user:password@host:5432/database',
  ),
  databaseDirectUrl: variable(
    'DATABASE_DIRECT_URL',
    databaseAddress(),
    'an address such as postgres://owner:password@host:5432/database',
  ),
  databaseRequestIds: variable('DATABASE_REQUEST_IDS', z.enum(['yes', 'no']), 'yes or no', 'no'),
  databaseConnections: variable(
    'DATABASE_CONNECTIONS',
    integer(5, 1_000),
    'how many database connections one process may use, 5 to 1000',
    defaultConnections,
  ),
  drainSeconds: variable(
    'DRAIN_SECONDS',
    integer(0, 600),
    `how many seconds a server still serves after the signal to stop, while /readyz answers 503, 0 to 600; in production ${productionDrainSeconds} if unset`,
  ),
  allowDatabaseOwner: variable('ALLOW_DATABASE_OWNER', z.enum(['yes', 'no']), 'yes or no', 'no'),
  mailUrl: variable(
    'MAIL_URL',
    urlWith('smtp:', 'smtps:'),
    'an address such as smtps://user:password@host:465',
  ),
  mailFrom: variable(
    'MAIL_FROM',
    z.string().check(z.regex(/^[^\s@<>"]+@[^\s@<>"]+$/)),
    'an address such as service@example.com',
  ),
  publicUrl: variable(
    'PUBLIC_URL',
    urlWith('https:', 'http:').check(z.refine(isOrigin)),
    'the address that users type, without a path, such as https://www.example.com',
  ),
  siteOperator: variable(
    'SITE_OPERATOR',
    z.string().check(z.regex(/^[^\n\r]{1,100}$/)),
    'the registered name of whoever runs the site, at most 100 characters',
  ),
  siteFilingNumber: variable(
    'SITE_FILING_NUMBER',
    // Format: a Chinese character for the province, ICP, one for the kind of record, a number.
    z
      .string()
      .check(z.regex(/^\p{Script=Han}ICP\p{Script=Han}\d{4,12}\p{Script=Han}(-\d{1,3})?$/u)),
    'the number of the website’s record filing, exactly as the ministry issued it',
  ),
  allowedOrigins: variable(
    'ALLOWED_ORIGINS',
    origins(),
    'origins with commas between them, such as https://console.example.com',
  ),
  trustedProxies: variable(
    'TRUST_PROXY',
    integer(0, 9),
    'the number of your proxies in front of the server, 0 to 9',
    0,
  ),
  operatorNetworks: variable(
    'OPERATOR_NETWORKS',
    networks(),
    'networks with commas between them, such as 203.0.113.0/24, 2001:db8::/48, to which /operator and its API are open',
  ),
  payHosts: variable(
    'VITE_PAY_HOSTS',
    hosts(),
    'hosts with commas between them, such as cashier.example.com',
  ),
  pictureHosts: variable(
    'PICTURE_HOSTS',
    hosts(),
    'hosts with commas between them, such as cdn.example.com',
  ),
  timeZone: variable(
    'TIME_ZONE',
    z.string().check(z.refine(isTimeZone)),
    'a time zone such as Asia/Shanghai',
    'Asia/Shanghai',
  ),
  logMonths: variable(
    'LOG_MONTHS',
    integer(3, 600),
    'how many months the logs of sign-ins and translations are kept, 3 to 600',
  ),
  secretKey: variable(
    'SECRET_KEY',
    secretKey(),
    `${secretKeyBytes} random bytes in base64, as openssl rand -base64 ${secretKeyBytes} makes them`,
  ),
  secretKeyPrevious: variable(
    'SECRET_KEY_PREVIOUS',
    secretKey(),
    'the key that SECRET_KEY replaces, until the log says that it may be removed',
  ),
  backupKey: variable(
    'BACKUP_KEY',
    secretKey(),
    `${secretKeyBytes} random bytes in base64, as openssl rand -base64 ${secretKeyBytes} makes them`,
  ),
  logLevel: variable('LOG_LEVEL', z.enum(['info', 'warn', 'error']), 'info, warn or error', 'info'),
  appMode: variable('APP_MODE', z.enum(['demo', 'production']), 'demo or production'),
}

function integer(min: number, max: number) {
  return z.pipe(
    z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)),
    z.int().check(z.gte(min), z.lte(max)),
  )
}

function urlWith(...protocols: string[]) {
  return z
    .string()
    .check(
      z.refine(
        (text) =>
          URL.canParse(addMissingHost(text)) &&
          protocols.includes(new URL(addMissingHost(text)).protocol),
      ),
    )
}

function databaseAddress() {
  return z.pipe(urlWith('postgres:', 'postgresql:'), z.transform(nameSslMode))
}

/** The pages are served at the root of their host. */
function isOrigin(text: string): boolean {
  return URL.canParse(text) && [text, `${text}/`].includes(`${new URL(text).origin}/`)
}

function commaSeparated() {
  return z.pipe(
    z.string(),
    z.transform((text) => text.split(',').map((part) => part.trim())),
  )
}

function origins() {
  return z.pipe(
    commaSeparated(),
    z.array(z.string().check(z.refine((text) => isHttp(text) && new URL(text).origin === text))),
  )
}

function networks() {
  return z.pipe(commaSeparated(), z.array(z.string().check(z.refine(isNetwork))))
}

function hosts() {
  return z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => parseHosts(text)),
    ),
    z.array(z.string().check(z.refine(isHost))),
  )
}

function secretKey() {
  return z.pipe(
    z.pipe(z.string(), z.transform(parseSecretKey)),
    z.custom<Uint8Array<ArrayBuffer>>((bytes) => bytes !== undefined),
  )
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
