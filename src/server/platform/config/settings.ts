/** Settings from the environment, validated once at start; an empty variable counts as unset. */
import { InvalidSettingsError } from '#server/platform/config/invalid-settings.ts'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import type { SiteOwner } from '#contract/site.ts'
import {
  productionDrainSeconds,
  variables,
  type samplers,
  type Variable,
} from '#server/platform/config/declarations.ts'
import { readPaySettings, type PaySettings } from '#server/platform/config/payment-settings.ts'
import { describeError } from '#server/platform/log.ts'
import { maskPassword } from '#server/platform/config/addresses.ts'
import { findAddressProblem } from '#server/platform/config/database-address.ts'
import { readVendorKeys, type VendorKeys } from '#server/platform/config/vendor-settings.ts'

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
  /** Whether webhooks may be sent to this machine; never in production. */
  allowsLocalWebhooks: boolean
  /** Public address of the site, for links in mails; unset: they have none. */
  publicUrl?: string | undefined
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
    allowsLocalWebhooks: read(variables.allowLocalWebhooks) === 'yes',
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
