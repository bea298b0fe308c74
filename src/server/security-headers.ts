/** The headers that tell a browser what a page or an answer of ours may do. */

type Headers = Readonly<Record<string, string>>

/** Pages: scripts, fonts and connections from here only. Styles may be inline, because antd writes them so. */
const page: Headers = {
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    // ALI_NATIVE is a form that is posted there (spec 4.8), and sent on from there.
    "form-action 'self' https://*.alipay.com https://*.alipaydev.com",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** Answers of the API: nothing of them is to be shown, framed or kept. */
const api: Headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** One year, as browsers ask before they believe it. */
const https: Headers = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

export const pageHeaders = (production: boolean): Headers => (production ? { ...page, ...https } : page)
export const apiHeaders = (production: boolean): Headers => (production ? { ...api, ...https } : api)
