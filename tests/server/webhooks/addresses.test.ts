/** Requests of webhooks reach no address of the server's own network, by whatever name or redirect. */
import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { createServer, type AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPublicAddress } from '#server/features/webhooks/address.ts'
import { createWebhookSender } from '#server/features/webhooks/send-request.ts'
import { webhookReceiver } from '#tests/support/server/webhook-receiver.ts'

let receiver: Awaited<ReturnType<typeof webhookReceiver>>
beforeAll(async () => {
  receiver = await webhookReceiver()
})
afterAll(() => receiver.close())

const request = (url: string) => ({ url, headers: { 'webhook-id': 'evt_1' }, body: '{}' })
const resolveTo = (...addresses: string[]) => {
  let calls = 0
  return {
    count: () => calls,
    resolve: async () => {
      calls += 1
      return addresses
    },
  }
}

/** Networks of IANA's registries of special-purpose addresses that are not reachable globally. */
const refusedNetworks = `
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12
  192.0.0.0/24 192.0.2.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24
  203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 255.255.255.255/32
  ::/128 ::1/128 ::/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/32 2001:2::/48
  2001:db8::/32 2002::/16 3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10
  ff00::/8
`
  .trim()
  .split(/\s+/)

/** An address of the network: its prefix, and the bits after it at random. */
const addressIn = (network: string) => {
  const [start, bits] = ipaddr.parseCIDR(network)
  const first = start.toByteArray()
  return fc.uint8Array({ minLength: first.length, maxLength: first.length }).map((random) =>
    ipaddr
      .fromByteArray(
        first.map((byte, at) => {
          const free = Math.min(8, Math.max(0, (at + 1) * 8 - bits))
          const mask = (1 << free) - 1
          return (byte & ~mask) | (random[at]! & mask)
        }),
      )
      .toString(),
  )
}

test.each(refusedNetworks)(
  'every address of %s is refused, also as what a name resolves to',
  async (network) => {
    await fc.assert(
      fc.asyncProperty(addressIn(network), async (address) => {
        for (const form of network.includes(':') ? [address] : [address, `::ffff:${address}`])
          expect(isPublicAddress(form)).toBe(false)
        const { resolve } = resolveTo(address)
        const send = createWebhookSender({ allowsLocal: false, resolve })
        expect(await send(request('https://shop.example.com/'))).toEqual({
          failure: 'addressRefused',
        })
      }),
      { numRuns: 50 },
    )
  },
)

test('the service of Azure for its virtual machines is refused', () =>
  expect(isPublicAddress('168.63.129.16')).toBe(false))

test.each(['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '2a00:1450:4001:800::200e'])(
  'the address %s of the internet is accepted',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

test('a name with one private address among public ones is refused', async () => {
  const { resolve } = resolveTo('8.8.8.8', '10.0.0.1')
  const send = createWebhookSender({ allowsLocal: false, resolve })
  expect(await send(request('https://shop.example.com/'))).toEqual({ failure: 'addressRefused' })
})

test('an address of the server’s own network card is refused', async () => {
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  for (const { address } of own) {
    const { resolve } = resolveTo(address.includes(':') ? address : `::ffff:${address}`)
    const send = createWebhookSender({ allowsLocal: false, resolve })
    expect(await send(request('https://shop.example.com/'))).toEqual({ failure: 'addressRefused' })
  }
  expect(own).not.toEqual([])
})

test('the host of the product’s own pages is refused', async () => {
  const { resolve, count } = resolveTo('8.8.8.8')
  const send = createWebhookSender({ allowsLocal: false, ownHost: 'www.example.com', resolve })
  for (const url of ['https://www.example.com/api', 'https://WWW.example.com./api'])
    expect(await send(request(url))).toEqual({ failure: 'addressRefused' })
  expect(count()).toBe(0)
})

test('a name is resolved once, and the connection goes to the address that was checked', async () => {
  const { resolve, count } = resolveTo('127.0.0.1')
  const send = createWebhookSender({ allowsLocal: true, resolve })
  const host = `pinned.localhost:${receiver.port}`
  expect(await send(request(`http://${host}/pinned`))).toEqual({ status: 204 })
  expect(count()).toBe(1)
  expect(receiver.received.at(-1)).toMatchObject({ url: '/pinned', headers: { host } })
})

test('redirects are not followed', async () => {
  const own = await webhookReceiver()
  own.answerWith(302, '', { location: `${receiver.url}/redirected` })
  const send = createWebhookSender({ allowsLocal: true })
  expect(await send(request(own.url))).toEqual({ status: 302, failure: 'redirect' })
  expect(receiver.received.map(({ url }) => url)).not.toContain('/events/redirected')
  await own.close()
})

test('a receiver without TLS behind https, an unknown name and a closed port are told apart', async () => {
  const send = createWebhookSender({ allowsLocal: true })
  expect(await send(request(receiver.url.replace('http:', 'https:')))).toEqual({
    failure: 'tls',
  })
  const unknown = createWebhookSender({
    allowsLocal: false,
    resolve: () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })),
  })
  expect(await unknown(request('https://shop.example.com/'))).toEqual({ failure: 'nameUnknown' })
  const closed = await webhookReceiver()
  await closed.close()
  expect(await send(request(closed.url))).toEqual({ failure: 'connection' })
})

test('a receiver that never answers, and one whose answer never ends, are given up', async () => {
  const silent = await webhookReceiver(() => {})
  const send = createWebhookSender({ allowsLocal: true, timeout: 100 })
  expect(await send(request(silent.url))).toEqual({ failure: 'timeout' })
  await silent.close()
  const dripping = await webhookReceiver((response) => {
    response.writeHead(200)
    response.write('first')
  })
  expect(await send(request(dripping.url))).toEqual({ failure: 'timeout' })
  await dripping.close()
  const stuck = createWebhookSender({
    allowsLocal: false,
    timeout: 100,
    resolve: () => new Promise(() => {}),
  })
  expect(await stuck(request('https://shop.example.com/'))).toEqual({ failure: 'timeout' })
})

test.each([true, false])(
  'a receiver that changes the protocol, and closes the connection: %s, is refused in time',
  async (closes) => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => {
        socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
        )
        if (closes) socket.end()
      })
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { port } = server.address() as AddressInfo
    const send = createWebhookSender({ allowsLocal: true })
    expect(await send(request(`http://127.0.0.1:${port}/`))).toEqual({
      status: 101,
      failure: 'status',
    })
    server.close()
  },
)

test('of an answer without end only the beginning is read', async () => {
  const endless = await webhookReceiver((response) => {
    response.writeHead(200)
    const more = () => {
      while (response.write('x'.repeat(16_384)));
      response.once('drain', more)
    }
    more()
  })
  const send = createWebhookSender({ allowsLocal: true })
  const { status, answer } = await send(request(endless.url))
  expect([status, answer!.length]).toEqual([200, 1_024])
  await endless.close()
})
