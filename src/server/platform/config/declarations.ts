/** Declarations of the server's settings: names, values, defaults. */
import * as z from 'zod/mini'
import { parseHosts, isHost } from '#contract/pay-hosts.ts'
import { isNetwork } from '#server/platform/client-network.ts'
import { addMissingHost, isHttp } from '#server/platform/config/addresses.ts'
import { nameSslMode } from '#server/platform/config/database-address.ts'
import { payDeclarations } from '#server/platform/config/payment-settings.ts'
import { listVendorDeclarations } from '#server/platform/config/vendor-settings.ts'
import { secretKeyBytes, parseSecretKey } from '#server/platform/crypto/crypto.ts'

/** Four processes fit the 100 connections that PostgreSQL allows by default. */
const defaultConnections = 20

/** Seconds: longer than two health checks of a proxy that checks every two seconds. */
export const productionDrainSeconds = 5

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
export type Variable<T, D> = {
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
export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export const variables = {
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
  allowLocalWebhooks: variable('ALLOW_LOCAL_WEBHOOKS', z.enum(['yes', 'no']), 'yes or no', 'no'),
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
