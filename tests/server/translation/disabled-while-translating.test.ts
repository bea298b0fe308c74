/** Quota of a sub-account that is disabled or deleted while it translates. */
import { beforeEach, expect, test } from 'vitest'
import { subAccounts } from '#contract/sub-accounts.ts'
import { translation } from '#contract/translation.ts'
import { releaseExpired } from '#server/features/ledger/reservations/release-reservation.ts'
import {
  leaseMilliseconds,
  reserveChars,
} from '#server/features/ledger/reservations/reserve-chars.ts'
import { ChannelFailure } from '#server/features/translation/translator.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { accountLogOf, balanceOf, type Person } from '#tests/support/actors/people.ts'
import {
  echo,
  scriptedTranslators,
  type Script,
} from '#tests/support/gateways/scripted-translator.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

let currentScript: Script = echo
const scriptedVendor = scriptedTranslators(
  (request, engine) => currentScript(request, engine),
  ['youdao'],
)
const server = await serverWithCatalogue({ translators: scriptedVendor.translators })
const { db } = server.database
beforeEach(() => {
  currentScript = echo
})

const text = '一二三四五六七八九十'
const failed = () => Promise.reject(new ChannelFailure('busy', 'HTTP 500'))
const createGroup = (chars: number[]) =>
  addAccountGroup(server, { quota: chars.map((each) => ({ chars: each })) })
const stateOf = async ({ ownerId, userId }: Person) => {
  const { chars, reservedChars } = await balanceOf(db, ownerId, userId)
  return { chars, reservedChars }
}
const movesOf = async ({ ownerId, userId }: Person) =>
  (await accountLogOf(db, ownerId, userId))
    .filter(({ logType }) => logType !== 'SYS_ADJUST')
    .map(({ logType, charChange }) => `${logType} ${charChange}`)

/** The vendor answers once `end` is called; `began` resolves with its first call. */
function holdVendor(answer: Script) {
  let [begin, end] = [() => {}, () => {}]
  const began = new Promise<void>((resolve) => (begin = resolve))
  const ended = new Promise<void>((resolve) => (end = resolve))
  currentScript = async (...asked) => {
    begin()
    await ended
    return answer(...asked)
  }
  return { began, end: () => end() }
}

test('what a failed translation reserved goes to the main account if its sub-account is disabled', async () => {
  const { main, subs, asMain, asSubs } = await createGroup([0, 100])
  const [sub, asSub] = [subs[0]!, asSubs[0]!]
  const vendor = holdVendor(failed)
  const translated = asSub.refused(translation.text, { source: 'zh', target: 'en', text })
  await vendor.began
  await asMain.call(subAccounts.changeEnabled, { userId: sub.userId, enabled: 0 })
  expect([await stateOf(main), await stateOf(sub)]).toEqual([
    { chars: 90, reservedChars: 0 },
    { chars: 10, reservedChars: 10 },
  ])
  vendor.end()
  await translated
  expect([await stateOf(main), await stateOf(sub)]).toEqual([
    { chars: 100, reservedChars: 0 },
    { chars: 0, reservedChars: 0 },
  ])
  expect(await movesOf(main)).toEqual(['RECOVERY 90', 'RECOVERY 10'])
  expect(await movesOf(sub)).toEqual(['RECOVERY -90', 'RECOVERY -10'])
  expect(await discrepancies(db)).toEqual([])
})

test('what a comparison of a disabled sub-account does not use goes to the main account', async () => {
  const { main, subs, asMain, asSubs } = await createGroup([0, 100])
  const [sub, asSub] = [subs[0]!, asSubs[0]!]
  const vendor = holdVendor((request, engine) =>
    engine === 'microsoft' ? failed() : echo(request, engine),
  )
  const compared = asSub.call(translation.compare, {
    source: 'zh',
    target: 'en',
    text,
    channelIds: ['1', '3', '4'],
  })
  await vendor.began
  await asMain.call(subAccounts.changeEnabled, { userId: sub.userId, enabled: 0 })
  const reserved = (await stateOf(sub)).reservedChars
  vendor.end()
  const used = (await compared).data.results.reduce((sum, { chars }) => sum + chars, 0)
  expect(used).toBeGreaterThan(0)
  expect(used).toBeLessThan(reserved)
  expect([await stateOf(main), await stateOf(sub)]).toEqual([
    { chars: 100 - used, reservedChars: 0 },
    { chars: 0, reservedChars: 0 },
  ])
  expect(await discrepancies(db)).toEqual([])
})

test('a sub-account that is enabled again keeps what its translation releases', async () => {
  const { main, subs, asMain, asSubs } = await createGroup([0, 100])
  const [sub, asSub] = [subs[0]!, asSubs[0]!]
  const vendor = holdVendor(failed)
  const translated = asSub.refused(translation.text, { source: 'zh', target: 'en', text })
  await vendor.began
  for (const enabled of [0, 1] as const)
    await asMain.call(subAccounts.changeEnabled, { userId: sub.userId, enabled })
  vendor.end()
  await translated
  expect([await stateOf(main), await stateOf(sub)]).toEqual([
    { chars: 90, reservedChars: 0 },
    { chars: 10, reservedChars: 0 },
  ])
})

test('a deleted sub-account has returned all at once, and a failed translation returns nothing twice', async () => {
  const { main, subs, asMain, asSubs } = await createGroup([0, 100])
  const [sub, asSub] = [subs[0]!, asSubs[0]!]
  const vendor = holdVendor(failed)
  const translated = asSub.refused(translation.text, { source: 'zh', target: 'en', text })
  await vendor.began
  await asMain.call(subAccounts.remove, { userId: sub.userId })
  vendor.end()
  await translated
  expect([await stateOf(main), await stateOf(sub)]).toEqual([
    { chars: 100, reservedChars: 0 },
    { chars: 0, reservedChars: 0 },
  ])
  expect(await discrepancies(db)).toEqual([])
})

test('an expired reservation of a disabled sub-account goes to the main account', async () => {
  const { main, subs, asMain } = await createGroup([0, 100])
  const sub = subs[0]!
  const { ownerId, userId } = sub
  await reserveChars(
    db,
    { ownerId, userId, chars: 30, usesMainQuota: false },
    server.services.clock(),
  )
  await asMain.call(subAccounts.changeEnabled, { userId, enabled: 0 })
  const later = new Date(server.services.clock().getTime() + leaseMilliseconds)
  expect(await releaseExpired(db, later, ownerId)).toBe(1)
  expect([await stateOf(main), await stateOf(sub)]).toEqual([
    { chars: 100, reservedChars: 0 },
    { chars: 0, reservedChars: 0 },
  ])
})

test('translations that fail while their sub-accounts are disabled leave nothing and lose nothing', async () => {
  const { main, subs, asMain, asSubs } = await createGroup([0, ...Array<number>(8).fill(100)])
  const vendor = holdVendor(failed)
  const translated = asSubs.map((asSub) =>
    asSub.call(translation.text, { source: 'zh', target: 'en', text }),
  )
  await expect
    .poll(async () => {
      const states = await Promise.all(subs.map(stateOf))
      return states.every(({ reservedChars }) => reservedChars === 10)
    })
    .toBe(true)
  vendor.end()
  await Promise.all([
    ...translated,
    ...subs.map(({ userId }) => asMain.call(subAccounts.changeEnabled, { userId, enabled: 0 })),
  ])
  expect(await stateOf(main)).toEqual({ chars: 800, reservedChars: 0 })
  expect(await Promise.all(subs.map(stateOf))).toEqual(
    subs.map(() => ({ chars: 0, reservedChars: 0 })),
  )
  expect(await discrepancies(db)).toEqual([])
})
