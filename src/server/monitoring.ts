/** Metrics of this process for Prometheus: measurements, and the state of queues and checks. */
import { createServer } from 'node:http'
import { desc, isNotNull, sql } from 'drizzle-orm'
import type { Dependencies } from '#server/dependencies.ts'
import type { Gateways } from '#server/features/orders/payment/gateway.ts'
import { ChannelFailure, type Translators } from '#server/features/translation/translator.ts'
import { readLedgerState } from '#server/features/ledger/reconciliation/queries.ts'
import { orderChecks, unmatchedPayments } from '#server/features/orders/table.ts'
import { webhookQueue } from '#server/features/webhooks/table.ts'
import { secretKeys } from '#server/platform/crypto/table.ts'
import { mails } from '#server/platform/mail/table.ts'
import { explainListenError } from '#server/http/http-server.ts'
import type { Settings } from '#server/platform/config/settings.ts'
import type { Database, Db } from '#server/platform/db/open.ts'
import { noMetrics, type Metrics } from '#server/platform/metrics.ts'
import { noTracing, type Tracing } from '#server/platform/tracing.ts'
import {
  createPrometheusMetrics,
  type GaugeSource,
  type GaugeValue,
} from '#server/platform/prometheus.ts'

type Monitoring = {
  metrics: Metrics
  /** Starts to serve the metrics of these services. Throws InvalidSettingsError. */
  serve: (
    services: Pick<Dependencies, 'db' | 'clock' | 'settings'>,
    database: Pick<Database, 'connections'>,
  ) => Promise<{ port: number | undefined; close: () => Promise<void> }>
}

/** Without a `metricsPort` nothing is measured and nothing listens. */
export function createMonitoring({
  host,
  metricsPort,
}: Pick<Settings, 'host' | 'metricsPort'>): Monitoring {
  if (metricsPort === undefined)
    return {
      metrics: noMetrics,
      serve: async () => ({ port: undefined, close: async () => {} }),
    }
  const metrics = createPrometheusMetrics()
  return {
    metrics,
    async serve(services, database) {
      metrics.gauges(connectionGauges, async () =>
        Object.entries(database.connections()).map(([state, value]) => ({
          name: 'db_connections',
          labels: { state },
          value,
        })),
      )
      metrics.gauges(queueGauges, () => readQueues(services.db, services.clock()))
      metrics.gauges(ledgerGauges, () => readLedger(services))
      metrics.gauges(secretKeyGauges, () => readSecretKeys(services.db))
      return serveMetrics(metrics, host, metricsPort)
    },
  }
}

/** Loads OpenTelemetry only if traces are configured. */
export async function createTracing({ traces }: Pick<Settings, 'traces'>): Promise<Tracing> {
  if (!traces) return noTracing
  const { createOtlpTracing } = await import('#server/platform/otlp-tracing.ts')
  return createOtlpTracing(traces)
}

/**
 * All gauges that are read at a scrape.
 *
 * @internal For the test of the alerts, which may name only existing ones.
 */
export const listGaugeSources = (): readonly GaugeSource[] => [
  ...connectionGauges,
  ...queueGauges,
  ...ledgerGauges,
  ...secretKeyGauges,
]

const connectionGauges: readonly GaugeSource[] = [
  {
    name: 'db_connections',
    help: 'Connections of the pool: open, idle, those that get no answer, and statements that wait for one.',
    labels: ['state'],
  },
]

const queueGauges: readonly GaugeSource[] = [
  { name: 'mails_waiting', help: 'Mails that are not sent yet.' },
  { name: 'mails_failing', help: 'Mails of which at least one attempt has failed.' },
  { name: 'mails_oldest_seconds', help: 'Age of the oldest mail that is not sent yet.' },
  { name: 'order_polls_late_seconds', help: 'How late the longest overdue poll of an order is.' },
  {
    name: 'webhooks_waiting',
    help: 'Events that wait for an attempt to deliver them to a webhook.',
  },
  {
    name: 'unmatched_payments',
    help: 'Payments that match no order and that no operator has handled.',
  },
]

async function readQueues(db: Db, now: Date): Promise<GaugeValue[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await db.execute<Record<string, string | null>>(sql`select
    (select count(*) from ${mails}) as mails_waiting,
    (select count(*) from ${mails} where ${mails.tries} > 0) as mails_failing,
    (select extract(epoch from ${at} - min(${mails.createdAt})) from ${mails}) as mails_oldest_seconds,
    (select extract(epoch from ${at} - min(${orderChecks.dueAt})) from ${orderChecks}) as order_polls_late_seconds,
    (select count(*) from ${webhookQueue}) as webhooks_waiting,
    (select count(*) from ${unmatchedPayments} where ${unmatchedPayments.handledAt} is null) as unmatched_payments`)
  return Object.entries(rows[0]!).map(([name, value]) => ({
    name,
    value: Math.max(0, Number(value ?? 0)),
  }))
}

const ledgerGauges: readonly GaugeSource[] = [
  { name: 'ledger_findings', help: 'Contradictions that the ledger’s checks have found.' },
  {
    name: 'ledger_last_check_timestamp_seconds',
    help: 'When the checks of the ledger last ran, in any process.',
  },
]

async function readLedger({
  db,
  settings,
}: Pick<Dependencies, 'db' | 'settings'>): Promise<GaugeValue[]> {
  const { findings, lastRunAt } = await readLedgerState(db, settings.timeZone)
  return [
    { name: 'ledger_findings', value: findings },
    {
      name: 'ledger_last_check_timestamp_seconds',
      value: (lastRunAt?.getTime() ?? 0) / 1_000,
    },
  ]
}

const secretKeyGauges: readonly GaugeSource[] = [
  {
    name: 'secret_keys_needed',
    help: 'Former secret keys that must stay set as SECRET_KEY_PREVIOUS.',
  },
  {
    name: 'secret_keys_reencrypted',
    help: 'Texts that were encrypted anew since SECRET_KEY was last replaced.',
  },
]

async function readSecretKeys(db: Db): Promise<GaugeValue[]> {
  const rows = await db
    .select()
    .from(secretKeys)
    .where(isNotNull(secretKeys.retiredAt))
    .orderBy(desc(secretKeys.retiredAt))
  return [
    {
      name: 'secret_keys_needed',
      value: rows.filter(({ reencryptedAt }) => reencryptedAt === null).length,
    },
    { name: 'secret_keys_reencrypted', value: rows[0]?.reencrypted ?? 0 },
  ]
}

/** Wraps the gateways so that each call is measured. Notifications are measured as requests. */
export function measureGateways(gateways: Gateways, metrics: Metrics, tracing: Tracing): Gateways {
  return new Map(
    [...gateways].map(([channel, gateway]) => {
      const measured = createMeasuredCall({ metrics, tracing }, 'gateway', gateway.vendorId)
      return [
        channel,
        {
          ...gateway,
          create: (request, payer) => measured('create', () => gateway.create(request, payer)),
          query: (request) => measured('query', () => gateway.query(request)),
          close: (request) => measured('close', () => gateway.close(request)),
        },
      ]
    }),
  )
}

export function measureTranslators(
  translators: Translators,
  metrics: Metrics,
  tracing: Tracing,
): Translators {
  return new Map(
    [...translators].map(([engine, translator]) => {
      const measured = createMeasuredCall({ metrics, tracing }, 'translator', engine)
      return [
        engine,
        {
          ...translator,
          translate: (request, timeout) =>
            measured('translate', () => translator.translate(request, timeout)),
        },
      ]
    }),
  )
}

const createMeasuredCall =
  (
    { metrics, tracing }: Pick<Dependencies, 'metrics' | 'tracing'>,
    service: 'gateway' | 'translator',
    name: string,
  ) =>
  async <T>(operation: string, call: () => Promise<T>): Promise<T> => {
    const attributes = { 'peer.service': name, 'yiqiao.service': service }
    const startedAt = performance.now()
    const recordOutcome = (outcome: string) =>
      metrics.external(service, name, {
        operation,
        outcome,
        seconds: (performance.now() - startedAt) / 1_000,
      })
    try {
      const result = await tracing.span(
        `${name} ${operation}`,
        { kind: 'client', attributes },
        call,
      )
      recordOutcome('ok')
      return result
    } catch (reason) {
      recordOutcome(reason instanceof ChannelFailure ? reason.errorKind : 'failed')
      throw reason
    }
  }

async function serveMetrics(
  { text, contentType }: { text: () => Promise<string>; contentType: string },
  host: string,
  port: number,
): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics')
      return void response.writeHead(404).end()
    text().then(
      (body) => response.writeHead(200, { 'content-type': contentType }).end(body),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(port, host, resolve),
  ).catch((reason: unknown) => {
    throw explainListenError('METRICS_PORT', { host, port }, reason)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
