/** Voice units and images that clients charge: once per call, within what is left, and logged. */
import { expect, test } from 'vitest'
import { accountLog } from '#contract/ledger.ts'
import { units } from '#contract/units.ts'
import { users } from '#contract/users.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { signedIn, type Caller } from '#tests/support/server/server.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const server = await serverWithCatalogue()

const range = {
  createDateTimeBegin: '2000-01-01 00:00:00',
  createDateTimeEnd: '2999-01-01 00:00:00',
}
const logOf = async (caller: Caller, logType: 'VOICE_CONSUME' | 'OTHER') =>
  (await caller.call(accountLog.page, { ...range, logType })).data.rows

async function newGroup() {
  const { main, subs } = await addAccountGroup(server, {
    quota: [
      { voices: 10, images: 10 },
      { voices: 3, images: 2 },
    ],
  })
  return { main: await signedIn(server, main), sub: await signedIn(server, subs[0]!) }
}

test('a call charges its units, says what is left, and is in the log with its purpose', async () => {
  const { main } = await newGroup()
  const voice = await main.call(units.useVoice, { num: 4, purpose: 'Call with a customer' })
  expect(voice.data).toEqual({ usableVoiceNum: 6, usableImageNum: 10 })
  const image = await main.call(units.useImages, { num: 1, purpose: 'Menu' })
  expect(image.data).toEqual({ usableVoiceNum: 6, usableImageNum: 9 })
  expect(await logOf(main, 'VOICE_CONSUME')).toMatchObject([
    { voiceChangeNum: -4, lastVoiceNum: 6, consumePurpose: 'Call with a customer' },
  ])
  expect(await logOf(main, 'OTHER')).toMatchObject([
    { imageChangeNum: -1, lastImageNum: 9, consumePurpose: 'Menu' },
  ])
})

test('a repeated idempotency key charges once', async () => {
  const { main } = await newGroup()
  const send = () =>
    main.send(
      'POST',
      '/units/useVoice',
      { num: 2, purpose: 'Once' },
      { 'idempotency-key': 'use-voice-once-0001' },
    )
  const replies = await Promise.all([send(), send(), send()])
  expect(replies.some(({ success }) => success)).toBe(true)
  expect((await send()).data).toEqual({ usableVoiceNum: 8, usableImageNum: 10 })
  expect(await logOf(main, 'VOICE_CONSUME')).toHaveLength(1)
})

test('concurrent calls never charge more than is left, and a refusal says what is missing', async () => {
  const { sub } = await newGroup()
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => sub.call(units.useVoice, { num: 1, purpose: 'Rush' })),
  )
  expect(replies.filter(({ success }) => success)).toHaveLength(3)
  const refused = replies.find(({ success }) => !success)!
  expect(refused.data).toMatchObject({ code: 'notEnough' })
  expect(refused.msg).toMatch(/0.*1/)
  expect((await sub.call(users.get, {})).data.memberAccount.usableVoiceNum).toBe(0)
})

test('with automatic distribution a sub-account draws on the main account', async () => {
  const { main, sub } = await newGroup()
  const { userId } = main.signer!
  await main.call(users.changeAutoDistribution, { userId, autoDistribution: 1 })
  const { data } = await sub.call(units.useImages, { num: 5, purpose: 'Catalogue' })
  expect(data).toEqual({ usableVoiceNum: 3, usableImageNum: 0 })
  expect((await main.call(users.get, {})).data.memberAccount.usableImageNum).toBe(7)
})

test('the use of this month includes sub-accounts for a main account only', async () => {
  const { main, sub } = await newGroup()
  await main.call(units.useVoice, { num: 4, purpose: 'Main' })
  await sub.call(units.useVoice, { num: 1, purpose: 'Sub' })
  await sub.call(units.useImages, { num: 2, purpose: 'Sub' })
  const none = { previousVoiceNum: 0, previousImageNum: 0 }
  expect((await main.call(units.usage, {})).data).toEqual({ voiceNum: 5, imageNum: 2, ...none })
  expect((await sub.call(units.usage, {})).data).toEqual({ voiceNum: 1, imageNum: 2, ...none })
})
