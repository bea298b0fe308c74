/** Production checks: unsafe production settings, and production settings in a demo. */
import { addMissingHost, isLoopback, maskPassword } from '#server/platform/config/addresses.ts'
import { checkDatabaseTls, parseRole } from '#server/platform/config/database-address.ts'
import { engines } from '#contract/translation-engines.ts'
import { vendorVariables } from '#server/platform/config/vendor-settings.ts'
import type { Settings } from '#server/platform/config/settings.ts'

/** One sentence per setting that the mode cannot run with, each with its remedy. */
export function findUnsafeSettings(settings: Settings): string[] {
  return (settings.production ? productionChecks : demoChecks).flatMap(
    (check) => check(settings) ?? [],
  )
}

/** One sentence per address of the database without verified TLS. */
export function findUnsafeDatabaseConnections({
  databaseUrl,
  databaseDirectUrl,
}: Settings): string[] {
  const problems = [
    findDatabaseTlsProblem('DATABASE_URL', databaseUrl),
    findDatabaseTlsProblem('DATABASE_DIRECT_URL', databaseDirectUrl),
  ]
  return problems.filter((sentence) => sentence !== undefined)
}

type Check = (settings: Settings) => string | undefined

const productionChecks: readonly Check[] = [
  ({ appMode }) =>
    appMode === 'demo'
      ? 'APP_MODE is demo while NODE_ENV is production. Unset one of them: demo accounts have a public password.'
      : undefined,

  ({ databaseUrl }) =>
    databaseUrl
      ? undefined
      : 'DATABASE_URL is not set. Use a PostgreSQL server with backups; the embedded one is only for trying out on one machine.',

  ({ databaseUrl }) =>
    databaseUrl && hasWeakPassword(databaseUrl)
      ? 'DATABASE_URL connects to another machine without a password, or with one that is easy to guess. Give the database user a long random password.'
      : undefined,

  ({ secretKey }) =>
    secretKey
      ? undefined
      : 'SECRET_KEY is not set. Use 32 random bytes in base64, the same for all processes and stored apart from the database: it encrypts login secrets.',

  ({ databaseUrl }) => findDatabaseTlsProblem('DATABASE_URL', databaseUrl),
  ({ databaseDirectUrl }) => findDatabaseTlsProblem('DATABASE_DIRECT_URL', databaseDirectUrl),

  ({ databaseUrl, databaseDirectUrl, allowDatabaseOwner }) =>
    databaseUrl && databaseDirectUrl && !allowDatabaseOwner
      ? findDirectRoleProblem(parseRole(databaseUrl), parseRole(databaseDirectUrl))
      : undefined,

  ({ allowsLocalWebhooks }) =>
    allowsLocalWebhooks
      ? 'ALLOW_LOCAL_WEBHOOKS is yes, so customers could make the server call services of its own machine. Unset it.'
      : undefined,

  ({ tlsUnverified }) =>
    tlsUnverified
      ? 'NODE_TLS_REJECT_UNAUTHORIZED is 0, so an attacker on the network can pose as a vendor, the mail server or the database. Unset it; use NODE_EXTRA_CA_CERTS for your own certificate authority.'
      : undefined,

  ({ mailUrl }) =>
    mailUrl
      ? undefined
      : 'MAIL_URL is not set. Use an SMTP server; otherwise emails with codes are stored as files in DATA_DIR.',

  ({ mailUrl }) => {
    const weakened = mailUrl ? findWeakenedTls(mailUrl) : undefined
    return weakened
      ? `MAIL_URL says ${weakened}, so codes could be read in transit or in the log, or not be sent. Remove it: production sends emails over TLS to a server with a verified certificate.`
      : undefined
  },

  ({ publicUrl }) =>
    publicUrl
      ? undefined
      : 'PUBLIC_URL is not set. Set it to the https address that users type: links and payment notifications go there.',

  ({ publicUrl }) =>
    publicUrl?.startsWith('http:')
      ? `PUBLIC_URL is “${publicUrl}”. Use https: over plain http, passwords can be read in transit.`
      : undefined,

  ({ trustedProxies }) =>
    trustedProxies === 0
      ? 'TRUST_PROXY is 0. Put an https proxy in front and set it to 1: without a proxy, passwords are sent in plain text, and with a proxy that is not counted here, all users seem to have the same IP address.'
      : undefined,

  ({ allowedOrigins }) => {
    const plain = allowedOrigins.filter((origin) => !origin.startsWith('https:'))
    return plain.length > 0
      ? `ALLOWED_ORIGINS allows ${plain.join(', ')}. Use https origins only.`
      : undefined
  },

  ({ pay }) => findGatewayProblem('ALIPAY_GATEWAY', pay.alipay?.gateway),
  ({ pay }) => findGatewayProblem('WECHAT_PAY_GATEWAY', pay.weChat?.gateway),
  ({ pay }) => findGatewayProblem('LIANLIAN_GATEWAY', pay.lianLian?.gateway),

  ...engines.map(
    (engine): Check =>
      ({ vendors }) =>
        findPlainHttpProblem(vendorVariables[engine].url, vendors[engine]?.url),
  ),
]

/**
 * A start without APP_MODE must not pass for production: demo accounts and the sandbox cashier are
 * refused if real vendors are configured.
 */
const demoChecks: readonly Check[] = [
  ({ pay }) => findRealMoneyProblem('ALIPAY', pay.alipay?.gateway),
  ({ pay }) => findRealMoneyProblem('WECHAT_PAY', pay.weChat?.gateway),
  ({ pay }) => findRealMoneyProblem('LIANLIAN', pay.lianLian?.gateway),

  ({ vendors, host, publicUrl }) => {
    const remoteVendors = Object.entries(vendors).filter(
      ([, vendor]) => vendor && !isLoopback(new URL(vendor.url).hostname),
    )
    if (
      remoteVendors.length === 0 ||
      (isLoopback(host) && (!publicUrl || isLoopback(new URL(publicUrl).hostname)))
    )
      return undefined
    const names = remoteVendors.map(([name]) => name).join(', ')
    return `APP_MODE is not production, but keys of translation vendors are set (${names}) while HOST or PUBLIC_URL is open to others: anyone could translate at your expense with the demo accounts, whose password is public. Set APP_MODE=production, unset the keys, or serve this machine only.`
  },
]

/** The vendors' sandbox hosts, which take no real money. */
const vendorSandboxes = /(^|\.)alipaydev\.com$|-ste\.lianlianpay(-inc)?\.com$/

const guessablePasswords = new Set([
  '',
  'postgres',
  'password',
  'admin',
  'root',
  'secret',
  'changeme',
  '123456',
  'demo123456',
])

function hasWeakPassword(address: string): boolean {
  const { hostname, username, password } = new URL(addMissingHost(address))
  const isLocal = hostname === '' || isLoopback(hostname)
  return (
    (password !== '' || !isLocal) &&
    (guessablePasswords.has(decodeURIComponent(password)) || password === username)
  )
}

function findDatabaseTlsProblem(name: string, address: string | undefined): string | undefined {
  if (address === undefined || checkDatabaseTls(address) === 'verified') return undefined
  return `${name} is “${maskPassword(address)}”, and connects to another machine without verified TLS. Add sslmode=verify-full (and sslrootcert=… for your own certificate authority).`
}

function findDirectRoleProblem(servingRole: string | undefined, directRole: string | undefined) {
  return servingRole === directRole
    ? undefined
    : `DATABASE_DIRECT_URL signs in as “${directRole}”, and DATABASE_URL as “${servingRole}”. Give the server the database’s own address with the role “${servingRole}”, and only if DATABASE_URL is a pooler’s; the role that owns the tables is for npm run migrate.`
}

/** Mailer options that override the server of the address, or write mails to the log. */
const serverOptions =
  /^(host|service|socket|connection|proxy|direct|sendmail|streamTransport|jsonTransport|SES|getSocket|logger|debug|transactionLog)$/i

/** Returns the first option of the address that weakens the mailer's default TLS protection. */
function findWeakenedTls(mailUrl: string): string | undefined {
  const { hostname, searchParams } = new URL(addMissingHost(mailUrl))
  const isWeakening = (name: string, value: string): boolean => {
    if (serverOptions.test(name)) return true
    if (isLoopback(hostname)) return false
    return name === 'requireTLS'
      ? value !== 'true'
      : /^(ignoreTLS|opportunisticTLS|secure)$/i.test(name) || /^tls\.(?!servername$)/i.test(name)
  }
  const found = [...searchParams].find(([name, value]) => isWeakening(name, value))
  return found && `${found[0]}=${found[1]}`
}

/** Returns a problem unless the gateway is a local test server or a vendor's sandbox. */
function findRealMoneyProblem(prefix: string, gateway: string | undefined): string | undefined {
  if (gateway === undefined) return undefined
  const { hostname } = new URL(gateway)
  if (isLoopback(hostname) || vendorSandboxes.test(hostname)) return undefined
  return `APP_MODE is not production, but the keys of ${prefix}_… are set, which take real money. Set APP_MODE=production, or unset ${prefix}_…: the demo has accounts with a public password and a cashier that takes no money.`
}

function findPlainHttpProblem(name: string, address: string | undefined): string | undefined {
  if (address === undefined || isEncryptedOrLocal(address)) return undefined
  return `${name} is “${address}”. Use https: over plain http, the key and the translated text can be read in transit.`
}

const isEncryptedOrLocal = (address: string): boolean => {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || isLoopback(hostname)
}

function findGatewayProblem(name: string, address: string | undefined): string | undefined {
  if (address === undefined) return undefined
  const { hostname } = new URL(address)
  if (!isEncryptedOrLocal(address))
    return `${name} is “${address}”. Use https: over plain http, payments can be read and changed in transit.`
  return vendorSandboxes.test(hostname)
    ? `${name} is “${address}”, which is a test environment without real money. Unset it.`
    : undefined
}
