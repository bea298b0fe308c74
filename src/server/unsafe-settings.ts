/** What must not be so where real people's money and data are at stake. */
import { withHost, type Settings } from '#server/settings.ts'

/** One sentence per setting that production can't be run with, each with its remedy. */
export function unsafeSettings(settings: Settings): string[] {
  if (!settings.production) return []
  return checks.flatMap((check) => check(settings) ?? [])
}

type Check = (settings: Settings) => string | undefined

const checks: readonly Check[] = [
  ({ saidMode }) =>
    saidMode === 'demo' ? 'APP_MODE is demo while NODE_ENV is production. Unset one of them: demo accounts have a public password.' : undefined,

  ({ databaseUrl }) =>
    databaseUrl ? undefined : 'DATABASE_URL is not set. Give a PostgreSQL that is backed up; the embedded one is for trying out on one machine.',

  ({ databaseUrl }) =>
    databaseUrl && hasWeakPassword(databaseUrl)
      ? 'DATABASE_URL reaches another machine without a password, or with one that anybody guesses. Give the database user a long random one.'
      : undefined,

  ({ secretKey }) =>
    secretKey
      ? undefined
      : 'SECRET_KEY is not set. Give 32 random bytes in base64, the same to all processes, kept apart from the database: it seals what signs people in.',

  ({ mailUrl }) => (mailUrl ? undefined : 'MAIL_URL is not set. Give an SMTP server; otherwise mails with codes lie about as files in DATA_DIR.'),

  ({ publicUrl }) => (publicUrl ? undefined : 'PUBLIC_URL is not set. Give the https address that users type: links and payment answers lead there.'),

  ({ publicUrl }) =>
    publicUrl?.startsWith('http:') ? `PUBLIC_URL is “${publicUrl}”. Use https: over plain http passwords can be read on the way.` : undefined,

  ({ trustedProxies }) =>
    trustedProxies === 0
      ? 'TRUST_PROXY is 0. Put a proxy that speaks https in front and set it to 1: without one HOST and PORT carry passwords in the open, and with one that is not named here everybody seems to come from the same address.'
      : undefined,

  ({ allowedOrigins }) => {
    const plain = allowedOrigins.filter((origin) => !origin.startsWith('https:'))
    return plain.length > 0 ? `ALLOWED_ORIGINS lets in ${plain.join(', ')}. Name https origins only.` : undefined
  },

  ({ pay }) => gatewayProblem('ALIPAY_GATEWAY', pay.alipay?.gateway),
  ({ pay }) => gatewayProblem('WECHAT_PAY_GATEWAY', pay.weChat?.gateway),
  ({ pay }) => gatewayProblem('LIANLIAN_GATEWAY', pay.lianLian?.gateway),
]

/** Where vendors let merchants try out: what is paid there is no money. */
const playgrounds = /(^|\.)alipaydev\.com$|-ste\.lianlianpay(-inc)?\.com$/

const guessable = new Set(['', 'postgres', 'password', 'admin', 'root', 'secret', 'changeme', '123456', 'demo123456'])

function hasWeakPassword(address: string): boolean {
  const { hostname, username, password } = new URL(withHost(address))
  const local = ['', 'localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return (password !== '' || !local) && (guessable.has(decodeURIComponent(password)) || password === username)
}

function gatewayProblem(name: string, address: string | undefined): string | undefined {
  if (address === undefined) return undefined
  const { protocol, hostname } = new URL(address)
  if (protocol !== 'https:') return `${name} is “${address}”. Use https: over plain http anybody on the way reads and changes what is paid.`
  return playgrounds.test(hostname) ? `${name} is “${address}”, where play money pays. Unset it.` : undefined
}
