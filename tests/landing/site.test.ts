/** Public pages: parsing of contacts and downloads, package arithmetic, and routing. */
import { expect, test } from 'vitest'
import { resolveRoute } from '#landing/head/site-files.ts'
import { readDownloads } from '#landing/download/downloads.tsx'
import { resultText } from '#landing/price/arithmetic.ts'
import { contactsOf } from '#client/service-contacts.ts'
import { fingerprint } from '#landing/site-data.ts'

const item = (id: number, overrides: object = {}) => ({
  id,
  label: `系统 ${id}`,
  enLabel: `System ${id}`,
  version: '1.0',
  val: `https://host.test/${id}`,
  ...overrides,
})
const record = (...child: object[]) => JSON.stringify([{ child }])

test('child downloads are listed under their parent only', () => {
  const list = readDownloads(
    record(item(1), item(2, { val: '', childId: [21, '22'] }), item(21), item(22)),
  )
  expect(list.map(({ id }) => id)).toEqual(['1', '2'])
  expect(list[1]!.children.map(({ link }) => link)).toEqual([
    'https://host.test/21',
    'https://host.test/22',
  ])
})

test('children may be nested in their parent, and the list may be unwrapped', () => {
  const [parent] = readDownloads(
    JSON.stringify([item(1, { childId: ['a'], child: [item(7, { id: 'a' })] }), item(2)]),
  )
  expect(parent!.children.map(({ id }) => id)).toEqual(['a'])
})

test.each([null, '', 'no JSON', '{}', '[]', '[{"child":"x"}]', '[{"child":[null,1,"x",{}]}]'])(
  'a record of %j has no downloads',
  (text) => {
    expect(readDownloads(text)).toEqual([])
  },
)

test('a download with a script URL or without a URL is left out', () => {
  expect(
    readDownloads(
      record(
        item(1, { val: 'javascript:alert(1)' }),
        item(2, { val: '' }),
        item(3, { childId: [99] }),
      ),
    ),
  ).toHaveLength(1)
})

test('a download without an English name uses the Chinese one', () => {
  expect(readDownloads(record(item(1, { enLabel: undefined })))[0]!.enLabel).toBe('系统 1')
})

test('accounts of type 1 are pre-sale, all others after-sale', () => {
  const platforms = [
    {
      platform: 'Telegram',
      accountList: [1, '1', 2, 'x'].map((accountType, at) => ({
        accountType,
        account: `a${at}`,
        qrCode: null,
        referUrl: null,
      })),
    },
    { platform: 'WhatsApp', accountList: null },
  ]
  expect(contactsOf(platforms, 'preSale').map(({ account }) => account)).toEqual(['a0', 'a1'])
  expect(contactsOf(platforms, 'afterSale').map(({ account }) => account)).toEqual(['a2', 'a3'])
  expect(contactsOf(null, 'preSale')).toEqual([])
})

test('pictures need https or this origin, and links must be web URLs', () => {
  const contactWith = (account: object) =>
    contactsOf(
      [{ platform: 'X', accountList: [{ accountType: 1, account: 'a', ...account }] }],
      'preSale',
    )[0]!
  expect(contactWith({ qrCode: 'data:image/png;base64,AA' }).picture).toBe(
    'data:image/png;base64,AA',
  )
  expect(contactWith({ qrCode: 'https://elsewhere.test/code.png' }).picture).toBe(
    'https://elsewhere.test/code.png',
  )
  expect(contactWith({ qrCode: 'http://elsewhere.test/code.png' }).picture).toBeUndefined()
  for (const elsewhere of [
    '//elsewhere.test/code.png',
    '/\\elsewhere.test/code.png',
    '/\t/elsewhere.test/code.png',
  ])
    expect(contactWith({ qrCode: elsewhere }).picture).toBeUndefined()
  expect(contactWith({ qrCode: '/codes/a.png' }).picture).toBe('/codes/a.png')
  expect(contactWith({ referUrl: 'javascript:alert(1)' }).address).toBeUndefined()
  expect(contactWith({ referUrl: 'https://t.example/a' }).address).toBe('https://t.example/a')
})

test('the calculator rounds messages and days down, and the monthly cost up to whole cents', () => {
  const text = (
    output: Parameters<typeof resultText>[0]['output'],
    [characters, cents]: [number, number],
    [charactersPerMessage, messagesPerDay]: [number, number],
  ) => {
    const sentence = '{{characters}}|{{count}}|{{days}}|{{cost}}'
    const usage = { charactersPerMessage, messagesPerDay }
    return resultText({ output, sentence, characters, cents }, usage, 'en').replace(
      /\{\{\w+\}\}\|?/g,
      '',
    )
  }
  expect(text('messages', [100_000, 0], [30, 1])).toBe('100,000|3,333|')
  expect(text('messages', [100, 0], [0, 1])).toBe('100|100|')
  expect(text('days', [1_000_000, 0], [20, 200])).toBe('250|')
  expect(text('month', [0, 0], [20, 200])).toBe('120,000|')
  expect(text('cost', [1_000_000, 9_900], [20, 200])).toBe('¥11.88')
  expect(text('cost', [1_000_000, 9_900], [5, 21])).toBe('¥0.32')
  expect(text('cost', [0, 9_900], [20, 200])).toBe('¥11,880,000.00')
})

test('the fingerprint differs exactly if the data differ', () => {
  expect(fingerprint([{ id: '1', salePrice: 1 }])).toBe(fingerprint([{ id: '1', salePrice: 1 }]))
  expect(fingerprint([{ id: '1', salePrice: 1 }])).not.toBe(
    fingerprint([{ id: '1', salePrice: 2 }]),
  )
  expect(fingerprint(null)).not.toBe(fingerprint([]))
})

test.each([
  ['/home', '', { kind: 'page', path: '/home' }],
  ['/en/price', '?inviteCode=A', { kind: 'page', path: '/en/price' }],
  ['/en/price/', '?inviteCode=A', { kind: 'moved', to: '/en/price?inviteCode=A' }],
  ['/zh/price', '?inviteCode=A', { kind: 'moved', to: '/price?inviteCode=A&lang=zh' }],
  ['/en/privacy', '', { kind: 'page', path: '/en/privacy' }],
  ['/terms', '', { kind: 'page', path: '/terms' }],
  ['/', '?inviteCode=A', { kind: 'moved', to: '/home?inviteCode=A' }],
  ['/en/useDoc/no-such-topic', '', { kind: 'moved', to: '/en/home' }],
  ['/login', '', { kind: 'app' }],
  ['/en/login', '', { kind: 'app' }],
  ['/freeTest', '', { kind: 'app' }],
  ['/userCenter/UserCenterChild', '', { kind: 'app' }],
])('%s%s resolves to %j', (pathname, search, expected) => {
  expect(resolveRoute(pathname, search)).toEqual(expected)
})
