/** Random URLs with hostile parts, reproducible by seed. */
import fc from 'fast-check'
import { consoleRoutes } from '#client/console-routes.ts'
import { siteRoutes } from '#client/routes.ts'

const hostileValues = [
  '',
  '0',
  '-1',
  '1e9',
  'NaN',
  'null',
  '__proto__',
  'constructor',
  '%',
  '%25',
  '%E0%A4%A',
  '%00',
  '//evil.example',
  '/\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '../../etc/passwd',
  '🜲',
  '\u202eevil',
  "' or 1=1 --",
  '{"orderId":{"toString":1}}',
  '[[[[',
  '2026-13-45 99:99:99',
  'a'.repeat(2_000),
]
const queryKeys = [
  'to',
  't',
  'u',
  'lang',
  'type',
  'inviteCode',
  'payInfo',
  'orderId',
  'out_trade_no',
  'package',
  'pageNum',
  'pageSize',
  'current',
  'sorters[0][field]',
  'filters[0][field]',
  'filters[0][value]',
  'filters[__proto__][x]',
  '__proto__',
  'constructor[prototype][x]',
  'account',
  'no',
  'id',
  'logType',
  'createDateTimeBegin',
  'createDateTimeEnd',
  'clientType',
  'fault',
]
const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...hostileValues) },
  { weight: 1, arbitrary: fc.string({ maxLength: 40, unit: 'binary' }) },
)
/** Removes lone surrogates, which `encodeURIComponent` rejects. */
const withoutLoneSurrogates = (text: string) => text.replace(/[\ud800-\udfff]/gu, '')
const encoded = (text: string) => encodeURIComponent(withoutLoneSurrogates(text))
/** Percent-encoded, or raw without delimiters. */
const encodedOrRaw = fc
  .tuple(value, fc.boolean())
  .map(([text, raw]) =>
    raw ? withoutLoneSurrogates(text).replace(/[\s#?&\\<>"{}|^`]/g, '') : encoded(text),
  )
const query = fc
  .array(fc.tuple(fc.constantFrom(...queryKeys), encodedOrRaw), { maxLength: 5 })
  .map((pairs) => pairs.map(([key, text]) => `${encoded(key)}=${text}`).join('&'))
const pages = [
  ...consoleRoutes,
  ...siteRoutes,
  '/login',
  '/PaySuccess',
  '/freeTest',
  '/',
  '/index',
  '/userCenter',
]
const path = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...pages) },
  { weight: 1, arbitrary: fc.constantFrom(...pages).map((page) => `/en${page}`) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...pages), encodedOrRaw)
      .map(([page, suffix]) => `${page}/${suffix}`),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(encodedOrRaw, { minLength: 1, maxLength: 4 })
      .map((parts) => `/${parts.join('/')}`),
  },
)
const fragment = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: encodedOrRaw.map((text) => `#${text}`) },
)

/** Random paths with query and fragment. `routes` limits the paths to these. */
export function randomUrls(count: number, seed: number, routes?: readonly string[]): string[] {
  const routeOrPath = routes ? fc.constantFrom(...routes) : path
  const address = fc
    .tuple(routeOrPath, query, fragment)
    .map(([route, search, hash]) => `${route}${search && `?${search}`}${hash}`)
  return fc.sample(address, { numRuns: count, seed })
}
