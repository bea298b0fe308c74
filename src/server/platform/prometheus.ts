/** The server's measurements as Prometheus metrics. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Metrics } from '#server/platform/metrics.ts'

/** A gauge whose values are read at each scrape. */
export type GaugeSource = {
  name: string
  help: string
  /** Names of the labels of its values. */
  labels?: readonly string[]
}
export type GaugeValue = {
  name: string
  value: number
  labels?: Readonly<Record<string, string>>
}

type PrometheusMetrics = Metrics & {
  /** Declares gauges; `read` returns their values at each scrape. */
  gauges: (sources: readonly GaugeSource[], read: () => Promise<readonly GaugeValue[]>) => void
  /** The exposition format, version 0.0.4. Reads all gauges first. */
  text: () => Promise<string>
  contentType: string
}

const prefix = 'yiqiao_'
/** Upper bounds of the histogram buckets in seconds. */
const buckets = {
  request: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  external: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  round: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60],
}

/** If reading gauges fails, the scrape counts the failure and returns all other metrics. */
export function createPrometheusMetrics(): PrometheusMetrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: `${prefix}http_request_seconds`,
    help: 'Duration of answered requests by route, method and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: buckets.request,
    registers,
  })
  const refusals = new Counter({
    name: `${prefix}refusals_total`,
    help: 'Calls answered with success false, by route and error code.',
    labelNames: ['route', 'code'],
    registers,
  })
  const streams = new Gauge({
    name: `${prefix}streams_open`,
    help: 'Open event streams of this process.',
    registers,
  })
  const rounds = new Histogram({
    name: `${prefix}job_round_seconds`,
    help: 'Duration of the rounds of background jobs.',
    labelNames: ['job'],
    buckets: buckets.round,
    registers,
  })
  const failedRounds = new Counter({
    name: `${prefix}job_failures_total`,
    help: 'Failed rounds of background jobs.',
    labelNames: ['job'],
    registers,
  })
  const lastRounds = new Gauge({
    name: `${prefix}job_last_success_timestamp_seconds`,
    help: 'When the last successful round of a background job ended, in this process.',
    labelNames: ['job'],
    registers,
  })
  const violations = new Counter({
    name: `${prefix}csp_violations_total`,
    help: 'Violations of the content security policy that browsers have reported, by directive.',
    labelNames: ['directive'],
    registers,
  })
  const externals = new Histogram({
    name: `${prefix}external_call_seconds`,
    help: 'Duration of calls to payment gateways and translation engines, by outcome.',
    labelNames: ['service', 'name', 'operation', 'outcome'],
    buckets: buckets.external,
    registers,
  })
  const failedCollections = new Counter({
    name: `${prefix}metrics_failures_total`,
    help: 'Scrapes at which a group of gauges could not be read.',
    registers,
  })
  const readers: (() => Promise<void>)[] = []
  return {
    request({ method, route, status, code, seconds }) {
      requests.observe({ method, route, status: String(status) }, seconds)
      if (code !== undefined) refusals.inc({ route, code })
    },
    stream: (change) => streams.inc(change),
    round(job, { failed, seconds }) {
      rounds.observe({ job }, seconds)
      failedRounds.inc({ job }, failed ? 1 : 0)
      if (!failed) lastRounds.setToCurrentTime({ job })
    },
    violation: (directive) => violations.inc({ directive }),
    external(service, name, { operation, outcome, seconds }) {
      externals.observe({ service, name, operation, outcome }, seconds)
    },
    gauges(sources, read) {
      const gaugesByName = new Map(
        sources.map(({ name, help, labels = [] }) => [
          name,
          new Gauge({ name: prefix + name, help, labelNames: [...labels], registers }),
        ]),
      )
      readers.push(async () => {
        const values = await read()
        for (const gauge of gaugesByName.values()) gauge.reset()
        for (const { name, value, labels = {} } of values)
          gaugesByName.get(name)!.set(labels, value)
      })
    },
    async text() {
      await Promise.all(readers.map((read) => read().catch(() => failedCollections.inc())))
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}
