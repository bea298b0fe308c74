/** Pay modals that poll their orders twice a second, without and with payments being credited. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { times } from '#contract/limits.ts'
import { orders as calls } from '#contract/orders.ts'
import { computeAuthToken } from '#contract/signing.ts'
import { insertBulkOwner } from '#tests/support/server/bulk-rows.ts'
import { placeOrder } from '#server/features/orders/place-order.ts'
import { openSession } from '#server/features/identity/sessions/open-session.ts'
import { settlePayment } from '#server/features/orders/payment/settle-payment.ts'
import { startPollJob } from '#server/features/orders/payment/poll-job.ts'
import { nodeCrypto } from '#server/platform/crypto/crypto.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { hashToken } from '#server/http/signature.ts'
import { startInProcessServer } from '#tests/bench/in-process-server.ts'
import type { BenchLine } from '#tests/bench/server-bench.ts'
import { signedByToken } from '#tests/bench/signed-by-token.ts'
import { scriptedGateway } from '#tests/support/gateways/scripted-gateway.ts'

const modals = 200
/** Milliseconds. */
const duration = 12_000
const paymentsPerSecond = 10
/** Milliseconds of the 99th percentile. */
const goal = 100

/** Takes about half a minute; leaves nothing behind. */
export async function ordersBench(
  onProgress: (sentence: string) => void = () => {},
): Promise<BenchLine[]> {
  const { gateway, pay } = scriptedGateway()
  const server = await startInProcessServer({ gateways: new Map([['WC_NATIVE', gateway]]) })
  const { services } = server
  const load = fork(new URL('./poll-worker.mjs', import.meta.url), { execArgv: [] })
  const job = startPollJob(services)
  try {
    onProgress(`Opening ${modals} pay modals …`)
    const opened = []
    for (let index = 0; index < modals; index++) opened.push(await openModal(services, index))
    const requests = opened.map(({ request }) => request)
    const poll = async (ms: number) => {
      load.send({
        port: server.port,
        requests,
        interval: times.orderPollInterval,
        milliseconds: ms,
      })
      const [answered] = (await once(load, 'message')) as [(number | null)[]]
      if (answered.includes(null)) throw new Error('A poll was refused.')
      return answered as number[]
    }
    await poll(3_000)
    onProgress('Measuring …')
    const before = process.cpuUsage()
    const withoutPayments = await poll(duration)
    const { user, system } = process.cpuUsage(before)
    const numbers = opened.map(({ no }) => no)
    const [withPayments, creditTimes] = await Promise.all([
      poll(duration),
      creditInTurn(
        numbers.slice(0, Math.min(modals, (duration / 1_000) * paymentsPerSecond)),
        (no) => settlePayment(services, pay(no, { amountCents: 9_900 }), ['WC_NATIVE']),
      ),
    ])
    return [
      ...linesOf(`${modals} pay modals open`, withoutPayments),
      {
        what: `${modals} pay modals open: processor use of the server`,
        value: `${((user + system) / 1_000 / duration).toFixed(2)} cores`,
      },
      ...linesOf(`the same, ${paymentsPerSecond} payments a second coming in`, withPayments),
      { what: 'a payment credited, median', value: `${quantile(creditTimes, 0.5).toFixed(1)} ms` },
    ]
  } finally {
    load.kill()
    await job.stop()
    await server.close()
  }
}

/** A new buyer's order, and the request that polls it. */
async function openModal(
  services: Dependencies,
  index: number,
): Promise<{ no: string; request: string }> {
  const buyer = await insertBulkOwner(services.db, `buyer${index}`, 'nobody signs in')
  const token = computeAuthToken(nodeCrypto.md5, {
    sk: nodeCrypto.random(32),
    userId: buyer.userId,
  })
  await openSession(
    services.db,
    { ...buyer, tokenHash: hashToken(token, nodeCrypto), clientType: 'web', ip: '192.0.2.1' },
    new Date(),
  )
  const order = await placeOrder(services, {
    ownerId: buyer.ownerId,
    packageId: '2',
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

/** Credits orders at the rate of `paymentsPerSecond`; returns the milliseconds of each. */
async function creditInTurn(
  numbers: readonly string[],
  credit: (no: string) => Promise<unknown>,
): Promise<number[]> {
  return Promise.all(
    numbers.map(async (no, index) => {
      await wait((index * 1_000) / paymentsPerSecond)
      const began = performance.now()
      await credit(no)
      return performance.now() - began
    }),
  )
}

const quantile = (values: readonly number[], fraction: number) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * fraction)]!

function linesOf(what: string, pollTimes: readonly number[]): BenchLine[] {
  const p99 = quantile(pollTimes, 0.99)
  const [rate, median] = [
    Math.round((pollTimes.length * 1_000) / duration),
    quantile(pollTimes, 0.5),
  ]
  return [
    { what: `${what}: answers`, value: `${rate}/s, median ${median.toFixed(1)} ms` },
    { what: `${what}: p99`, value: `${p99.toFixed(1)} ms`, goal: `< ${goal} ms`, met: p99 < goal },
  ]
}
