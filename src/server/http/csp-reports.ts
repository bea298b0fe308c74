/** Receives browsers' reports of violations of the content security policy: counts and logs them. */
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import { clientNetworks } from '#server/platform/client-network.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { ApiError } from '#server/http/errors.ts'
import { readBody } from '#server/http/request-body.ts'
import { maskPath, type AppEnv } from '#server/http/request-context.ts'
import { apiHeaders, cspReportPath, pagePolicy } from '#server/http/security-headers.ts'

/** A report repeats the whole policy. */
const maxBodyBytes = 16 * 1024
/** Reports of one user's network and of all, per minute. */
const maxReports = { network: 60, all: 600 }
const minute = 60_000
/** Different violations logged per hour; the rest is only counted. */
const maxLogged = 100
const hour = 60 * minute
/** Characters of a value from a report, which anybody can write. */
const maxTextLength = 80

const Text = z.optional(z.string())
const Report = z.object({
  'csp-report': z.object({
    'effective-directive': Text,
    'violated-directive': Text,
    'blocked-uri': Text,
    'document-uri': Text,
    'source-file': Text,
  }),
})
type Violation = { directive: string; blocked: string; page: string; source: string }

const knownDirectives = new Set([
  ...pagePolicy.map((rule) => rule.split(' ')[0]!),
  'script-src-elem',
  'script-src-attr',
  'style-src-elem',
  'font-src',
  'media-src',
  'frame-src',
  'worker-src',
  'manifest-src',
])

/** Serves `POST /csp-reports`. A violation is logged once an hour, with how often it came before. */
export function serveCspReports(
  app: Hono<AppEnv>,
  { log, metrics, clock, settings }: Pick<Dependencies, 'log' | 'metrics' | 'clock' | 'settings'>,
): void {
  const headers = apiHeaders(settings.production)
  let counted = { since: 0, all: 0, networks: new Map<string, number>() }
  let logged = { since: 0, counts: new Map<string, number>() }

  /** Throws ApiError `tooManyRequests` beyond `maxReports`. */
  function consumeReport(ip: string) {
    const now = clock().getTime()
    if (now - counted.since >= minute) counted = { since: now, all: 0, networks: new Map() }
    const { network } = clientNetworks(ip).at(-1)!
    const count = (counted.networks.get(network) ?? 0) + 1
    if (count > maxReports.network || counted.all >= maxReports.all)
      throw new ApiError('tooManyRequests', {
        seconds: Math.ceil((counted.since + minute - now) / 1_000),
      })
    counted.networks.set(network, count)
    counted.all++
  }

  function logOnce(violation: Violation) {
    const now = clock().getTime()
    if (now - logged.since >= hour) {
      const repeated = [...logged.counts.values()].reduce((sum, count) => sum + count - 1, 0)
      if (repeated > 0) log.info('csp violations repeated', { count: repeated })
      logged = { since: now, counts: new Map() }
    }
    const key = JSON.stringify(violation)
    const count = logged.counts.get(key)
    if (count === undefined && logged.counts.size >= maxLogged) return
    logged.counts.set(key, (count ?? 0) + 1)
    if (count === undefined) log.warn('csp violation', violation)
  }

  app.post(cspReportPath, async (c) => {
    c.get('request').route = cspReportPath
    consumeReport(c.get('request').ip)
    const report = z.safeParse(Report, parseJson(await readBody(c, { maxBytes: maxBodyBytes })))
    if (!report.success) throw new ApiError('unreadable')
    const violation = toViolation(report.data['csp-report'])
    metrics.violation(violation.directive)
    logOnce(violation)
    return c.body(null, 204, headers)
  })
}

function toViolation(report: z.output<typeof Report>['csp-report']): Violation {
  const directive = (report['effective-directive'] ?? report['violated-directive'] ?? '').split(' ')
  return {
    directive: knownDirectives.has(directive[0]!) ? directive[0]! : 'other',
    blocked: toOrigin(report['blocked-uri']),
    page: toPath(report['document-uri']),
    source: toOrigin(report['source-file']),
  }
}

/** Origin of a URL, which contains no personal data; other values are keywords such as `inline`. */
function toOrigin(text = ''): string {
  if (!URL.canParse(text)) return /^[a-z-]*$/.test(text) ? text.slice(0, maxTextLength) : 'other'
  const { origin, protocol } = new URL(text)
  return (origin === 'null' ? protocol : origin).slice(0, maxTextLength)
}

/** Path of a page without its query, and without what may be a token or a name. */
const toPath = (text = ''): string =>
  URL.canParse(text) ? maskPath(new URL(text).pathname).slice(0, maxTextLength) : ''

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
