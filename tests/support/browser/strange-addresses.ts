/** Addresses nobody would type, made at random but the same for a seed. */
import fc from 'fast-check'
import { consoleRoutes } from '#client/console-routes.ts'
import { siteRoutes } from '#client/routes.ts'

const hostile = [
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
const keys = [
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
  { weight: 3, arbitrary: fc.constantFrom(...hostile) },
  { weight: 1, arbitrary: fc.string({ maxLength: 40, unit: 'binary' }) },
)
/** Without halves of pairs, which no address can hold. */
const whole = (text: string) => text.replace(/[\ud800-\udfff]/gu, '')
const encoded = (text: string) => encodeURIComponent(whole(text))
/** Some are sent as they are, however wrong. */
const written = fc
  .tuple(value, fc.boolean())
  .map(([text, raw]) => (raw ? whole(text).replace(/[\s#?&\\<>"{}|^`]/g, '') : encoded(text)))
const query = fc
  .array(fc.tuple(fc.constantFrom(...keys), written), { maxLength: 5 })
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
  { weight: 1, arbitrary: fc.constantFrom(...pages).map((known) => `/en${known}`) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...pages), written)
      .map(([known, more]) => `${known}/${more}`),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(written, { minLength: 1, maxLength: 4 })
      .map((parts) => `/${parts.join('/')}`),
  },
)
const fragment = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: written.map((text) => `#${text}`) },
)

/** Paths with query and fragment. `routes` are those to stay on. */
export function strangeAddresses(
  count: number,
  seed: number,
  routes?: readonly string[],
): string[] {
  const where = routes ? fc.constantFrom(...routes) : path
  const address = fc
    .tuple(where, query, fragment)
    .map(([at, search, part]) => `${at}${search && `?${search}`}${part}`)
  return fc.sample(address, { numRuns: count, seed })
}
