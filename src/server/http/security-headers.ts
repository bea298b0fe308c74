/** Security headers of pages and of API responses. */

type Headers = Readonly<Record<string, string>>

/** Receives reports of violations of the page policy (`csp-reports.ts`). */
export const cspReportPath = '/csp-reports'

/**
 * Content security policy: scripts, fonts, pictures and connections from this origin only. Inline style
 * sheets are allowed because antd writes some of them without the nonce; style attributes are not.
 * Markup and script URLs require one of these Trusted Types policies
 * (`src/client/trusted-types.ts`).
 */
export const pagePolicy: readonly string[] = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "style-src-attr 'none'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default parsed redrawn',
]

const page: Headers = {
  // Not `report-to`, which needs a second header and, in Chromium, delays reports by a minute.
  'content-security-policy': [...pagePolicy, `report-uri ${cspReportPath}`].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** API responses must not be rendered, framed or cached. */
const api: Headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/** HSTS for one year. */
const https: Headers = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

export const pageHeaders = (production: boolean): Headers =>
  production ? { ...page, ...https } : page
export const apiHeaders = (production: boolean): Headers =>
  production ? { ...api, ...https } : api

/** The policy of a page that also shows pictures of these origins. */
export const allowPictures = (policy: string, origins: readonly string[]): string =>
  policy.replace("img-src 'self' data:", ["img-src 'self' data:", ...origins].join(' '))

/**
 * ALI_NATIVE posts a form to Alipay (spec 4.8), which redirects further; `payHosts` are
 * additional form targets.
 */
export function checkoutPageHeaders(
  production: boolean,
  payHosts: readonly string[] = [],
): Headers {
  const headers = pageHeaders(production)
  const formTargets = ['*.alipay.com', '*.alipaydev.com', ...payHosts]
    .map((host) => `https://${host}`)
    .join(' ')
  return {
    ...headers,
    'content-security-policy': headers['content-security-policy']!.replace(
      "form-action 'self'",
      `form-action 'self' ${formTargets}`,
    ),
  }
}
