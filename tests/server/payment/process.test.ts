/**
 * Payments with a started server process: reachable from phones, with and without notifications.
 */
import { networkInterfaces } from 'node:os'
import { afterEach, expect, test, vi } from 'vitest'
import { orders } from '#contract/orders.ts'
import { toSiteAddress } from '#server/platform/config/addresses.ts'
import { demoDatabase } from '#tests/support/server/demo-database.ts'
import { serverProcess, type ServerProcess } from '#tests/support/server/server-process.ts'
import { signInDemo } from '#tests/support/actors/demo-users.ts'

let running: ServerProcess | undefined
afterEach(() => running?.end('SIGTERM'))

/** Starts a server process and places an order in it. */
async function startAndOrder(env: Record<string, string>) {
  running = serverProcess({ ...(await demoDatabase()), APP_MODE: 'demo', ...env })
  const address = await running.address()
  const server = { api: `${address}/api`, now: Date.now }
  const buyer = await signInDemo(server)
  const { data } = await buyer.call(orders.pay, {
    memberGroupId: '2',
    salesNum: 1,
    payChannel: 'WC_NATIVE',
  })
  const status = async () => (await buyer.call(orders.payInfo, { id: data.orderId })).data.payStatus
  return { address, code: data.scanQRCodeUrl, status, output: running.output }
}

test(
  'a server on all interfaces shows codes with an address of the network',
  { timeout: 120_000 },
  async () => {
    const { address, code, status } = await startAndOrder({ HOST: '0.0.0.0' })
    const addresses = Object.values(networkInterfaces()).flatMap(
      (each) => each?.map((entry) => entry.address) ?? [],
    )
    expect([...addresses, 'localhost']).toContain(new URL(code).hostname)
    expect(new URL(code).port).toBe(new URL(address).port)
    expect((await fetch(code, { method: 'POST' })).status).toBe(200)
    await vi.waitFor(async () => expect(await status()).toBe('P'), 30_000)
  },
)

test('without notifications the payment is found by polling', { timeout: 120_000 }, async () => {
  const { code, status, output } = await startAndOrder({ SANDBOX_NOTIFICATIONS: 'off' })
  await fetch(code, { method: 'POST' })
  await vi.waitFor(async () => expect(await status()).toBe('P'), {
    timeout: 60_000,
    interval: 500,
  })
  expect(output()).not.toContain('/pay/notify')
})

test.each([
  [
    { publicUrl: 'https://www.example.com/', host: '0.0.0.0' },
    'localhost:3000',
    'https://www.example.com',
  ],
  [{ publicUrl: undefined, host: '127.0.0.1' }, undefined, 'http://127.0.0.1:3000'],
  [{ publicUrl: undefined, host: '127.0.0.1' }, 'localhost:3000', 'http://localhost:3000'],
  [{ publicUrl: undefined, host: '::1' }, undefined, 'http://[::1]:3000'],
  [{ publicUrl: undefined, host: '::1' }, '[::1]:3000', 'http://[::1]:3000'],
  [{ publicUrl: undefined, host: '127.0.0.1' }, '"><script>', 'http://127.0.0.1:3000'],
  [{ publicUrl: undefined, host: '127.0.0.1' }, 'a@b:1', 'http://127.0.0.1:3000'],
])('with %o and the host header %s the site address is %s', (settings, hostHeader, address) => {
  expect(toSiteAddress(settings, 3000, hostHeader)).toBe(address)
})
