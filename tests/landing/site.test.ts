/**
 * What the public pages make of the server's answers: contacts, downloads, packages; and where an
 * address leads.
 */
import { expect, test } from 'vitest'
import { findPlace } from '#landing/head/site-files.ts'
import { readDownloads } from '#landing/download/downloads.tsx'
import {
  monthlyCostByCharacters,
  daysWithin,
  charactersPerMonth,
} from '#landing/price/arithmetic.ts'
import { messagesIn } from '#client/package-texts.ts'
import { contactsOf } from '#landing/shell/contacts.tsx'
import { fingerprint } from '#landing/site-data.ts'

const item = (id: number, over: object = {}) => ({
  id,
  label: `系统 ${id}`,
  enLabel: `System ${id}`,
  version: '1.0',
  val: `https://host.test/${id}`,
  ...over,
})
const record = (...child: object[]) => JSON.stringify([{ child }])

test('downloads named as children of another are listed with that one only', () => {
  const list = readDownloads(
    record(item(1), item(2, { val: '', childId: [21, '22'] }), item(21), item(22)),
  )
  expect(list.map(({ id }) => id)).toEqual(['1', '2'])
  expect(list[1]!.children.map(({ link }) => link)).toEqual([
    'https://host.test/21',
    'https://host.test/22',
  ])
})

test('children may stand inside their parent, and the list need not be wrapped', () => {
  const [parent] = readDownloads(
    JSON.stringify([item(1, { childId: ['a'], child: [item(7, { id: 'a' })] }), item(2)]),
  )
  expect(parent!.children.map(({ id }) => id)).toEqual(['a'])
})

test.each([null, '', 'no JSON', '{}', '[]', '[{"child":"x"}]', '[{"child":[null,1,"x",{}]}]'])(
  'a record of %j lists nothing',
  (text) => {
    expect(readDownloads(text)).toEqual([])
  },
)

test('a download that would run a script, or leads nowhere, is left out', () => {
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

test('an item without an English name is called by its own', () => {
  expect(readDownloads(record(item(1, { enLabel: undefined })))[0]!.enLabel).toBe('系统 1')
})

test('accounts of type 1 are for before the sale, all others for after it', () => {
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

test('a code is shown as a picture only over https or from this site, and leads only to the web', () => {
  const of = (account: object) =>
    contactsOf(
      [{ platform: 'X', accountList: [{ accountType: 1, account: 'a', ...account }] }],
      'preSale',
    )[0]!
  expect(of({ qrCode: 'data:image/png;base64,AA' }).picture).toBe('data:image/png;base64,AA')
  expect(of({ qrCode: 'https://elsewhere.test/code.png' }).picture).toBe(
    'https://elsewhere.test/code.png',
  )
  expect(of({ qrCode: 'http://elsewhere.test/code.png' }).picture).toBeUndefined()
  for (const elsewhere of [
    '//elsewhere.test/code.png',
    '/\\elsewhere.test/code.png',
    '/\t/elsewhere.test/code.png',
  ])
    expect(of({ qrCode: elsewhere }).picture).toBeUndefined()
  expect(of({ qrCode: '/codes/a.png' }).picture).toBe('/codes/a.png')
  expect(of({ referUrl: 'javascript:alert(1)' }).address).toBeUndefined()
  expect(of({ referUrl: 'https://t.example/a' }).address).toBe('https://t.example/a')
})

test('the calculator counts whole messages and whole days', () => {
  expect(messagesIn(100_000, 30)).toBe(3_333)
  expect(daysWithin(1_000_000, 20, 200)).toBe(250)
  expect(charactersPerMonth(20, 200)).toBe(120_000)
  expect(messagesIn(100, 0)).toBe(100)
})

test('what a month takes of a package is rounded up to whole cents', () => {
  expect(monthlyCostByCharacters(9_900, 1_000_000, 20, 200)).toBe(1_188)
  expect(monthlyCostByCharacters(9_900, 1_000_000, 5, 21)).toBe(32)
  expect(monthlyCostByCharacters(9_900, 0, 20, 200)).toBe(9_900 * 120_000)
})

test('the fingerprint of data tells whether it changed', () => {
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
])('%s%s leads to %j', (pathname, search, place) => {
  expect(findPlace(pathname, search)).toEqual(place)
})
