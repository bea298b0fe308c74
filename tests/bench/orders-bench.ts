/**
 * What paying costs the server: pay modals that ask twice a second, and payments that come in
 * meanwhile.
 */
import { unlimitedRates } from '#server/auth/call-limits.ts'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { times } from '#contract/limits.ts'
import { orders as calls } from '#contract/orders.ts'
import { authToken } from '#contract/signing.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { createApp } from '#server/app.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrationsOnDisk } from '#server/platform/db/migrations-on-disk.ts'
import { openDb } from '#server/platform/db/open.ts'
import { bulkOwner } from '#server/seed/bulk.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { placeOrder } from '#server/features/orders/service.ts'
import { settlePayment } from '#server/features/orders/payment/settle-payment.ts'
import { startPollJob } from '#server/features/orders/payment/poll-job.ts'
import { startHttpServer } from '#server/http/http-server.ts'
import { jsonLog } from '#server/platform/log.ts'
import { nodeCrypto } from '#server/platform/crypto/crypto.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { openSession } from '#server/auth/sessions/service.ts'
import { tokenHash } from '#server/auth/signature.ts'
import { createEncryption } from '#server/platform/crypto/encryption.ts'
import { noMetrics } from '#server/platform/metrics.ts'
import { noTracing } from '#server/platform/tracing.ts'
import { demoTranslators } from '#server/features/translation/demo-translator.ts'
import type { BenchLine } from '#tests/bench/server-bench.ts'
import { signedByToken } from '#tests/bench/signed-by-token.ts'
import { scriptedGateway } from '#tests/support/gateways/scripted-gateway.ts'

const modals = 200
const milliseconds = 12_000
/** Payments that come in a second, while the modals ask. */
const paidPerSecond = 10
const goal = 100

/** Takes about half a minute; leaves nothing behind. */
export async function ordersBench(
  say: (sentence: string) => void = () => {},
): Promise<BenchLine[]> {
  const folder = mkdtempSync(join(tmpdir(), 'yq-bench-'))
  const postgres = await startEmbedded(folder)
  await postgres.create('bench')
  const database = openDb(postgres.url('bench'))
  const { gateway, pay } = scriptedGateway()
  const services: Dependencies = {
    rates: unlimitedRates,
    db: database.db,
    reads: database.reads,
    events: database.events,
    ping: () => database.ping(),
    crypto: nodeCrypto,
    gateways: new Map([['WC_NATIVE', gateway]]),
    translators: demoTranslators,
    mailNow: async () => {},
    metrics: noMetrics,
    tracing: noTracing,
    encryption: createEncryption(new Uint8Array(32)),
    log: jsonLog(() => {}),
    clock: () => new Date(),
    isClockTrusted: () => true,
    isDraining: () => false,
    settings: {
      production: false,
      timeZone: 'Asia/Shanghai',
      allowedOrigins: [],
      trustedProxies: 0,
    },
  }
  const server = await startHttpServer(createApp(services), { host: '127.0.0.1', port: 0 })
  const load = fork(new URL('./poll-worker.mjs', import.meta.url), { execArgv: [] })
  const job = startPollJob(services)
  try {
    await migrate(database.db, migrationsOnDisk())
    await ensureCatalogue(database.db)
    say(`Opening ${modals} pay modals …`)
    const open = []
    for (let index = 0; index < modals; index++) open.push(await openModal(services, index))
    const requests = open.map(({ request }) => request)
    const poll = async (ms: number) => {
      load.send({ port: server.port, requests, beat: times.orderPoll, milliseconds: ms })
      return ((await once(load, 'message')) as [number[]])[0]
    }
    await poll(3_000)
    say('Measuring …')
    const before = process.cpuUsage()
    const quiet = await poll(milliseconds)
    const { user, system } = process.cpuUsage(before)
    const numbers = open.map(({ no }) => no)
    const [busy, credited] = await Promise.all([
      poll(milliseconds),
      comeIn(numbers.slice(0, Math.min(modals, (milliseconds / 1_000) * paidPerSecond)), (no) =>
        settlePayment(services, pay(no, { amountCents: 9_900 }), ['WC_NATIVE']),
      ),
    ])
    return [
      ...linesOf(`${modals} pay modals open`, quiet),
      {
        what: `${modals} pay modals open: the server keeps busy`,
        value: `${((user + system) / 1_000 / milliseconds).toFixed(2)} cores`,
      },
      ...linesOf(`the same, ${paidPerSecond} payments a second coming in`, busy),
      { what: 'a payment credited, median', value: `${share(credited, 0.5).toFixed(1)} ms` },
    ]
  } finally {
    load.kill()
    await job.stop()
    await server.close()
    await database.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A buyer with an order, and the request that asks about it. */
async function openModal(
  services: Dependencies,
  index: number,
): Promise<{ no: string; request: string }> {
  const who = await bulkOwner(services.db, `buyer${index}`, 'nobody signs in')
  const token = authToken(nodeCrypto.md5, { sk: nodeCrypto.random(32), userId: who.userId })
  await openSession(
    services.db,
    { ...who, tokenHash: tokenHash(token, nodeCrypto), clientType: 'web', ip: '192.0.2.1' },
    new Date(),
  )
  const order = await placeOrder(services, {
    ownerId: who.ownerId,
    groupId: '2',
    salesNum: 1,
    payChannel: 'WC_NATIVE',
    idempotencyKey: `modal ${index}`,
  })
  const headers = Object.entries({
    host: '127.0.0.1',
    ...signedByToken(token),
    'accept-language': 'zh-CN',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return {
    no: order.no,
    request: `GET /api${calls.payInfo.path}?id=${order.id} HTTP/1.1\r\n${headers.join('')}\r\n`,
  }
}

/** Tells how many milliseconds each took. */
async function comeIn(
  numbers: readonly string[],
  credit: (no: string) => Promise<unknown>,
): Promise<number[]> {
  return Promise.all(
    numbers.map(async (no, index) => {
      await wait((index * 1_000) / paidPerSecond)
      const began = performance.now()
      await credit(no)
      return performance.now() - began
    }),
  )
}

const share = (list: readonly number[], part: number) =>
  list.toSorted((a, b) => a - b)[Math.floor((list.length - 1) * part)]!

function linesOf(what: string, took: readonly number[]): BenchLine[] {
  const p99 = share(took, 0.99)
  const [rate, median] = [Math.round((took.length * 1_000) / milliseconds), share(took, 0.5)]
  return [
    { what: `${what}: answers`, value: `${rate}/s, median ${median.toFixed(1)} ms` },
    { what: `${what}: p99`, value: `${p99.toFixed(1)} ms`, goal: `< ${goal} ms`, met: p99 < goal },
  ]
}
