/** The headers that tell a browser what a page or an answer of ours may do. */

type Headers = Readonly<Record<string, string>>

/**
 * What a page may do: scripts, fonts and connections from here only.
 * Style sheets may stand in the page: antd writes dozens there, some without the nonce that it is
 * given; attributes of style may not. Text becomes markup or a script's address only through the
 * policies named here (`src/client/trusted-types.ts`).
 */
export const pagePolicy: readonly string[] = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "style-src-attr 'none'",
  "img-src 'self' data: https:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default parsed redrawn',
]

const page: Headers = {
  'content-security-policy': pagePolicy.join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** Answers of the API: nothing of them is to be shown, framed or kept. */
const api: Headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/** One year, as browsers ask before they believe it. */
const https: Headers = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

export const pageHeaders = (production: boolean): Headers =>
  production ? { ...page, ...https } : page
export const apiHeaders = (production: boolean): Headers =>
  production ? { ...api, ...https } : api

/**
 * ALI_NATIVE is a form that is posted to Alipay (spec 4.8), and sent on from there; `hosts` are the
 * other places it may go to.
 */
export function checkoutPageHeaders(production: boolean, hosts: readonly string[] = []): Headers {
  const headers = pageHeaders(production)
  const places = ['*.alipay.com', '*.alipaydev.com', ...hosts]
    .map((host) => `https://${host}`)
    .join(' ')
  return {
    ...headers,
    'content-security-policy': headers['content-security-policy']!.replace(
      "form-action 'self'",
      `form-action 'self' ${places}`,
    ),
  }
}
