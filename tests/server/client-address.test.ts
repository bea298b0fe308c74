/** Client networks: every spelling of an address counts as one client. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { login } from '#contract/login.ts'
import {
  clientNetworks,
  parseAddress,
  siteNetwork,
  userNetwork,
} from '#server/platform/client-network.ts'
import { caller, startServer, type TestServer } from '#tests/support/server/server.ts'
import { testCrypto } from '#tests/support/server/test-crypto.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  // The cost of password hashes does not matter here.
  vi.spyOn(testCrypto, 'verifyPassword').mockResolvedValue(false)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await server.close()
})

/** Number of 25 guesses at different names that are evaluated. One client gets 20. */
async function evaluatedGuesses(addressOf: (index: number) => string): Promise<number> {
  server.passTime(3_600_000)
  let count = 0
  for (let index = 0; index < 25; index++) {
    const header = { 'x-forwarded-for': addressOf(index) }
    const reply = await caller(server, null).call(
      login.login,
      { account: `nobody${index}`, password: 'a wrong guess' },
      header,
    )
    if (reply.status === 200) count++
  }
  return count
}

test.each([
  ['a different port each time', (index: number) => `203.0.113.9:${40_000 + index}`],
  ['brackets and a port', (index: number) => `[2001:db8:9::1]:${40_000 + index}`],
  ['a zone', (index: number) => `fe80::9%eth${index}`],
  [
    'the IPv4-mapped form or the plain one',
    (index: number) => (index % 2 ? '::ffff:203.0.113.10' : '203.0.113.10'),
  ],
  ['the IPv4-mapped form in hex and a port', (index: number) => `[::FFFF:cb00:710b]:${index + 1}`],
  [
    'zeros and capitals in different spellings',
    (index: number) => ['2001:DB8:A::1', '2001:db8:a:0::1', '2001:0db8:000a::0001'][index % 3]!,
  ],
  ['invalid text', (index: number) => `rubbish-${index}`],
  ['numbers outside of an address', (index: number) => `1.2.3.${300 + index}`],
  [
    'a number in octal or hex',
    (index: number) => (index % 2 ? `0${index}.2.3.4` : `0x${index}.2.3.4`),
  ],
  ['one number instead of four', (index: number) => String(167_772_160 + index)],
  ['an unclosed bracket', (index: number) => `[2001:db8:${index}::1`],
  ['a very long text', (index: number) => `${index}`.repeat(3_000)],
])('a client whose address header has %s counts as one client', async (_what, addressOf) => {
  expect(await evaluatedGuesses(addressOf)).toBe(20)
})

const octets = fc.array(fc.nat(255), { minLength: 4, maxLength: 4 })
const groups = fc.array(fc.nat(0xffff), { minLength: 8, maxLength: 8 })
const hex = (parts: readonly number[]) => parts.map((part) => part.toString(16)).join(':')

test('every spelling of an IPv4 address is parsed to the same address', () => {
  fc.assert(
    fc.property(octets, fc.nat(65_535), (parts, port) => {
      const address = parts.join('.')
      const [a, b, c, d] = parts as [number, number, number, number]
      const mapped = `::ffff:${hex([a * 256 + b, c * 256 + d])}`
      const spellings = [
        address,
        ` ${address} `,
        `${address}:${port}`,
        `::ffff:${address}`,
        `[::ffff:${address}]:${port}`,
        mapped,
        `[${mapped}]`,
      ]
      expect(spellings.map(parseAddress)).toEqual(spellings.map(() => address))
    }),
  )
})

test('every spelling of an IPv6 address is parsed to the same address', () => {
  fc.assert(
    fc.property(groups, fc.nat(65_535), (parts, port) => {
      const fullForm = parts.map((part) => part.toString(16).padStart(4, '0')).join(':')
      const spellings = [
        hex(parts),
        fullForm,
        fullForm.toUpperCase(),
        `[${fullForm}]`,
        `[${fullForm}]:${port}`,
        `${fullForm}%eth0`,
        `[${fullForm}%eth0]:${port}`,
      ]
      expect(new Set(spellings.map(parseAddress)).size).toBe(1)
      expect(parseAddress(parseAddress(fullForm)!)).toBe(parseAddress(fullForm))
    }),
  )
})

test('any text is parsed to a canonical address or to none', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[[\]0-9a-f:.%]{0,50}$/)), (text) => {
      const address = parseAddress(text)
      if (address === undefined) return
      expect(parseAddress(address)).toBe(address)
      expect(address).toMatch(/^[\da-f:.]{2,39}$/)
    }),
  )
})

test('addresses with a common prefix share the networks of that prefix length', () => {
  fc.assert(
    fc.property(
      groups,
      groups,
      fc.integer({ min: 0, max: 4 }),
      (firstGroups, other, sharedGroups) => {
        // The fixed first group keeps the addresses out of the IPv4-mapped range.
        const [a, b] = [
          firstGroups,
          [...firstGroups.slice(0, sharedGroups), ...other.slice(sharedGroups)],
        ].map((parts) => hex([0x2001, ...parts.slice(1)]))
        const commonNetworks = clientNetworks(a!).filter(({ network }) =>
          clientNetworks(b!).some((other) => other.network === network),
        )
        if (sharedGroups === 4) expect(commonNetworks).toHaveLength(3)
        else if (sharedGroups === 3) expect(commonNetworks.length).toBeGreaterThanOrEqual(1)
        else if (firstGroups[2] !== other[2]) expect(commonNetworks).toEqual([])
      },
    ),
  )
  expect(clientNetworks('203.0.113.7')).toEqual([
    { network: '203.0.113.0/24', factor: 4 },
    { network: '203.0.113.7/32', factor: 1 },
  ])
  expect(clientNetworks('2001:db8:12:3456:789a::1')).toEqual([
    { network: '2001:db8:12::/48', factor: 4 },
    { network: '2001:db8:12:3400::/56', factor: 2 },
    { network: '2001:db8:12:3456::/64', factor: 1 },
  ])
  expect([siteNetwork('2001:DB8::1:2:3:4:5'), userNetwork('::ffff:203.0.113.7')]).toEqual([
    '2001:db8::/48',
    '203.0.113.7/32',
  ])
})
