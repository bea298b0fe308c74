/** Requests for quota: who asks and decides, what is moved, and that each is decided once. */
import { expect, test } from 'vitest'
import { eq, sql } from 'drizzle-orm'
import { accountLog } from '#contract/ledger.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { notices } from '#contract/notices.ts'
import { quotaRequests } from '#contract/quota-requests.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { mails } from '#server/schema.ts'
import { publicUrl, sendDueAlerts } from '#tests/support/server/alerts.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { accountLogOf, balanceOf } from '#tests/support/actors/people.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { signedIn, type ApiErrorData, type Caller } from '#tests/support/server/server.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'
import { violationError } from '#tests/support/server/database-state.ts'

const { ask, decline, get, grant, grantOther, page, withdraw } = quotaRequests.calls
const limits = businessLimits.quotaRequests
const server = await serverWithCatalogue()
const { db } = server.database

/** A main account with quota, its sub-account without any, and another one of the group. */
async function newGroup(quota = { chars: 100_000, voices: 10, images: 5 }, groupId = '2') {
  const { main, subs, asMain, asSubs } = await addAccountGroup(server, {
    groupId,
    quota: [quota, {}, {}],
  })
  return {
    main,
    sub: subs[0]!,
    sibling: subs[1]!,
    asMain,
    asSub: asSubs[0]!,
    asSibling: asSubs[1]!,
    balance: (userId: string) => balanceOf(db, main.ownerId, userId),
  }
}
const newRequest = async (asSub: Caller, input: Parameters<typeof asSub.call<typeof ask>>[1]) => {
  const reply = await asSub.call(ask, input)
  if (!reply.success) throw new Error(reply.msg)
  return (await rowsOf(asSub))[0]!
}
const rowsOf = async (caller: Caller) => (await caller.call(page, {})).data.rows
const newestNotice = async (caller: Caller) => (await caller.call(notices.page, {})).data.rows[0]!
const codeOf = ({ success, data }: { success: boolean; data: unknown }) =>
  success ? 'done' : (data as ApiErrorData).code

test('a request is shown to its sub-account and to the main account, and to nobody else', async () => {
  const { sub, asMain, asSub, asSibling } = await newGroup()
  const stranger = await newGroup()
  const { id } = await newRequest(asSub, { charNum: 20_000, reason: 'A large customer' })
  for (const caller of [asSub, asMain])
    expect(await rowsOf(caller)).toMatchObject([
      {
        id,
        userId: sub.userId,
        userName: sub.account,
        charNum: 20_000,
        voiceNum: null,
        reason: 'A large customer',
        state: 'open',
        grantedCharNum: null,
      },
    ])
  for (const caller of [asSibling, stranger.asMain, stranger.asSub]) {
    expect(await rowsOf(caller)).toEqual([])
    expect(codeOf(await caller.call(get, { id }))).toBe('notFound')
  }
  for (const call of [grant, decline])
    expect(codeOf(await stranger.asMain.call(call, { id }))).toBe('notFound')
  for (const caller of [asSibling, stranger.asSub])
    expect(codeOf(await caller.call(withdraw, { id }))).toBe('notFound')
  expect(codeOf(await asSub.call(grant, { id }))).toBe('notAllowed')
  expect(codeOf(await asMain.call(ask, { charNum: 1 }))).toBe('notAllowed')
})

test('the main account is told of a request by notice and mail', async () => {
  const { main, sub, asMain, asSub } = await newGroup()
  const { id } = await newRequest(asSub, {
    charNum: 20_000,
    imageNum: 2,
    reason: 'A large customer',
  })
  expect(await newestNotice(asMain)).toMatchObject({
    type: 'quotaAsked',
    title: `${sub.account} asks for quota`,
    content: `${sub.account} asks for 20,000 characters and 2 images. Reason: “A large customer”.`,
    read: 0,
    subjectId: id,
  })
  await sendDueAlerts(server)
  const queued = await db.select().from(mails).where(eq(mails.to, main.account))
  expect(queued.map(({ text }) => text)).toEqual([
    expect.stringContaining('20,000 characters and 2 images'),
  ])
  const address = `${publicUrl}/UserCenterQuotaRequests?state=open#${id}`
  expect(queued[0]!.text).toContain(`Answer the request\n${address}`)
  expect(queued[0]!.html).toContain(`href="${address}"`)
})

test('deputies are told of a request too, and answer it from the notice', async () => {
  const { asMain, asSub, sibling, sub, balance } = await newGroup()
  await asMain.call(subAccounts.setRole, { userId: sibling.userId, accountRole: 'deputy' })
  const asDeputy = await signedIn(server, sibling)
  const { id } = await newRequest(asSub, { charNum: 20 })
  expect(await newestNotice(asDeputy)).toMatchObject({ type: 'quotaAsked', subjectId: id, read: 0 })
  expect((await asDeputy.call(grant, { id })).success).toBe(true)
  expect(await balance(sub.userId)).toMatchObject({ chars: 20 })
  await newRequest(asDeputy, { charNum: 30 })
  expect((await newestNotice(asDeputy)).subjectId).toBe(id)
})

test('a request that one answers is read for the owner and for every deputy', async () => {
  const { main, subs, asMain, asSubs } = await addAccountGroup(server, {
    quota: [{ chars: 100 }, {}, {}, {}],
  })
  for (const deputy of subs.slice(1))
    await asMain.call(subAccounts.setRole, { userId: deputy.userId, accountRole: 'deputy' })
  const deputies = [await signedIn(server, subs[1]!), await signedIn(server, subs[2]!)]
  const readers = [asMain, ...deputies]
  const states = async () =>
    Promise.all(readers.map(async (reader) => (await newestNotice(reader)).read))
  const { id } = await newRequest(asSubs[0]!, { charNum: 20 })
  expect(await states()).toEqual([0, 0, 0])
  expect((await deputies[0]!.call(grant, { id })).success).toBe(true)
  expect(await states()).toEqual([1, 1, 1])
  expect((await balanceOf(db, main.ownerId, subs[0]!.userId)).chars).toBe(20)
})

test('the database refuses a second open request of a sub-account', async () => {
  const { main, sub, asSub } = await newGroup()
  await newRequest(asSub, { charNum: 1 })
  const addRow = (state: string) =>
    db.execute(
      sql`insert into quota_requests (owner_id, user_id, created_at, state) values (${main.ownerId}, ${sub.userId}, now(), ${state})`,
    )
  await expect(addRow('open')).rejects.toMatchObject({
    cause: violationError('quota_requests_one_state'),
  })
  await addRow('declined')
})

test('a grant moves what was asked for, and both logs say that it was asked for', async () => {
  const { main, sub, asMain, asSub, balance } = await newGroup()
  const { id } = await newRequest(asSub, { charNum: 20_000, voiceNum: 3, reason: 'For July' })
  expect((await asMain.call(grant, { id })).success).toBe(true)
  expect(await balance(main.userId)).toMatchObject({ chars: 80_000, voices: 7, images: 5 })
  expect(await balance(sub.userId)).toMatchObject({ chars: 20_000, voices: 3, images: 0 })
  expect(await rowsOf(asSub)).toMatchObject([
    {
      state: 'granted',
      grantedCharNum: 20_000,
      grantedVoiceNum: 3,
      grantedImageNum: null,
      decisionDateTime: expect.any(String),
    },
  ])
  const range = {
    createDateTimeBegin: '2000-01-01 00:00:00',
    createDateTimeEnd: '2100-01-01 00:00:00',
  }
  for (const caller of [asMain, asSub]) {
    const log = await caller.call(accountLog.page, { logType: 'DISTRIBUTION', ...range })
    expect(log.data.rows).toMatchObject([{ quotaRequestId: id, quotaRequestReason: 'For July' }])
  }
  expect(await newestNotice(asSub)).toMatchObject({
    type: 'quotaGranted',
    content: 'Your main account gave you 20,000 characters and 3 voice units.',
  })
  expect(await newestNotice(asMain)).toMatchObject({ type: 'quotaAsked', read: 1 })
  expect(await discrepancies(db, { full: true, owners: [main.ownerId] })).toEqual([])
})

test('another amount may be granted, with an answer', async () => {
  const { sub, asMain, asSub, balance } = await newGroup()
  const { id } = await newRequest(asSub, { charNum: 90_000 })
  const answer = 'More in August'
  expect((await asMain.call(grantOther, { id, charNum: 5_000, imageNum: 1, answer })).success).toBe(
    true,
  )
  expect(await balance(sub.userId)).toMatchObject({ chars: 5_000, voices: 0, images: 1 })
  expect(await rowsOf(asSub)).toMatchObject([
    { state: 'granted', charNum: 90_000, grantedCharNum: 5_000, grantedImageNum: 1, answer },
  ])
  expect((await newestNotice(asSub)).content).toBe(
    'Your main account gave you 5,000 characters and 1 image. Your main account says: “More in August”.',
  )
})

test('a request for nothing, or a grant of nothing, is invalid', async () => {
  const { asMain, asSub } = await newGroup()
  expect(codeOf(await asSub.call(ask, { reason: 'More' }))).toBe('invalid')
  const { id } = await newRequest(asSub, { charNum: 1 })
  expect(codeOf(await asMain.call(grantOther, { id }))).toBe('invalid')
  for (const charNum of [0, -1, 1.5, limits.amount + 1])
    expect(codeOf(await asMain.call(grantOther, { id, charNum }))).toBe('invalid')
})

test('a sub-account has one open request, however many calls ask at once', async () => {
  const { asMain, asSub } = await newGroup()
  const replies = await Promise.all(
    Array.from({ length: 5 }, (_, index) => asSub.call(ask, { charNum: 100 + index })),
  )
  expect(replies.map(codeOf).toSorted()).toEqual([
    ...Array.from({ length: 4 }, () => 'alreadyExists'),
    'done',
  ])
  const [{ id } = { id: '' }] = await rowsOf(asSub)
  expect((await asSub.refused(ask, { charNum: 1 })).msg).toBe(
    'You already have an open request for quota. Wait for your main account, or withdraw it.',
  )
  expect((await asSub.call(withdraw, { id })).success).toBe(true)
  expect(await newestNotice(asMain)).toMatchObject({ type: 'quotaAsked', read: 1 })
  const next = await newRequest(asSub, { charNum: 7 })
  expect(await rowsOf(asMain)).toMatchObject([
    { id: next.id, state: 'open' },
    { id, state: 'withdrawn' },
  ])
})

test('a declined request moves nothing and frees the way for the next', async () => {
  const { main, asMain, asSub, balance } = await newGroup()
  const { id } = await newRequest(asSub, { charNum: 1_000 })
  expect((await asMain.call(decline, { id, answer: 'Not this month' })).success).toBe(true)
  expect(await balance(main.userId)).toMatchObject({ chars: 100_000 })
  expect(await newestNotice(asSub)).toMatchObject({
    type: 'quotaDeclined',
    content:
      'Your main account declined your request for quota. Your main account says: “Not this month”.',
  })
  const refusal = await asMain.refused(grant, { id })
  expect(refusal).toMatchObject({
    code: 'notAllowed',
    msg: 'This request has already been declined.',
  })
  await newRequest(asSub, { charNum: 1_000 })
})

test('decisions at once from several devices move the quota once', async () => {
  const { main, sub, asMain, asSub, balance } = await newGroup()
  const devices = [asMain, await signedIn(server, main), await signedIn(server, main)]
  for (let round = 0; round < 4; round++) {
    const before = await balance(sub.userId)
    const { id } = await newRequest(asSub, { charNum: 1_000 })
    const replies = await Promise.all([
      ...devices.map((device) => device.call(grant, { id })),
      devices[1]!.call(grantOther, { id, charNum: 10 }),
      devices[2]!.call(decline, { id }),
      asSub.call(withdraw, { id }),
    ])
    expect(replies.filter(({ success }) => success)).toHaveLength(1)
    const [row] = await rowsOf(asMain)
    const moved = (await balance(sub.userId)).chars - before.chars
    expect(moved).toBe(row!.grantedCharNum ?? 0)
    expect(row!.state).not.toBe('open')
  }
  const total = (await balance(main.userId)).chars + (await balance(sub.userId)).chars
  expect(total).toBe(100_000)
  expect(await discrepancies(db, { full: true, owners: [main.ownerId] })).toEqual([])
})

test('a repeated grant with the same idempotency key gets the first answer', async () => {
  const { sub, asMain, asSub, balance } = await newGroup()
  const { id } = await newRequest(asSub, { charNum: 1_000 })
  const send = () =>
    asMain.send('POST', grant.path, { id }, { 'idempotency-key': `grant-request-${id}` })
  const replies = [await send(), await send()]
  expect(replies.map(({ success }) => success)).toEqual([true, true])
  expect(await balance(sub.userId)).toMatchObject({ chars: 1_000 })
})

test('a main account with too little is told so, and the request stays open', async () => {
  const { asMain, asSub } = await newGroup({ chars: 500, voices: 0, images: 0 })
  const { id } = await newRequest(asSub, { charNum: 501 })
  const refusal = await asMain.refused(grant, { id })
  expect(refusal.code).toBe('notEnough')
  expect(refusal.msg).toContain('has 500 characters left and needs 501')
  expect(await rowsOf(asSub)).toMatchObject([{ state: 'open' }])
  expect((await asMain.call(grantOther, { id, charNum: 500 })).success).toBe(true)
})

test('disabling a sub-account ends its request', async () => {
  const { sub, asMain, asSub } = await newGroup()
  const { id } = await newRequest(asSub, { charNum: 1 })
  await asMain.call(subAccounts.changeEnabled, { userId: sub.userId, enabled: 0 })
  expect(await rowsOf(asMain)).toMatchObject([{ state: 'ended' }])
  expect((await asMain.refused(grant, { id })).msg).toBe(
    'This request has ended, because the sub-account was disabled.',
  )
  // As a server of the former version leaves it, which disables without ending requests.
  await db.execute(
    sql`update quota_requests set state = 'open' where owner_id = ${sub.ownerId}::bigint and id = ${id}::bigint`,
  )
  expect((await asMain.refused(grant, { id })).msg).toBe(
    `The sub-account ${sub.account} is disabled. Enable it first.`,
  )
})

test('a grant while the sub-account is deleted moves quota before the deletion or not at all', async () => {
  const { main, asMain, asSub, sub, balance } = await newGroup()
  const { id } = await newRequest(asSub, { charNum: 1_000 })
  const device = await signedIn(server, main)
  const [granted, removed] = await Promise.all([
    device.call(grant, { id }),
    asMain.call(subAccounts.remove, { userId: sub.userId }),
  ])
  expect(removed.success).toBe(true)
  expect(['done', 'notFound']).toContain(codeOf(granted))
  expect(await balance(main.userId)).toMatchObject({ chars: 100_000 })
  expect(await rowsOf(asMain)).toEqual([])
  expect(await discrepancies(db, { full: true, owners: [main.ownerId] })).toEqual([])
  const rows = await accountLogOf(db, main.ownerId, main.userId)
  expect(rows.filter(({ requestId }) => requestId !== null).length).toBe(granted.success ? 1 : 0)
})

test('with a monthly package voice units and images can be asked for, characters can’t', async () => {
  const { asMain, asSub } = await newGroup({ chars: 0, voices: 10, images: 5 }, '6')
  const refusal = await asSub.refused(ask, { charNum: 1 })
  expect(refusal).toMatchObject({
    code: 'notAllowed',
    msg: 'Your main account is on a monthly package, which doesn’t count characters. You can ask for voice units and images.',
  })
  const { id } = await newRequest(asSub, { voiceNum: 2 })
  expect((await asMain.call(grant, { id })).success).toBe(true)
})

test('a sub-account asks only so often a day, and the oldest requests go first', async () => {
  const { main, sub, asSub } = await newGroup()
  await db.execute(sql`with added as (insert into quota_requests (owner_id, user_id, created_at, char_num, state)
      select ${main.ownerId}::bigint, ${sub.userId}::bigint, now(), n, 'declined' from generate_series(1, ${limits.perUser}) n returning 1)
    insert into collection_counts (owner_id, collection, scope_id, rows)
      select ${main.ownerId}::bigint, 'quotaRequests', ${sub.userId}::bigint, count(*) from added`)
  for (let count = 0; count < limits.perDay; count++) {
    const { id } = await newRequest(asSub, { charNum: 1 })
    await asSub.call(withdraw, { id })
  }
  expect((await asSub.call(page, {})).data.total).toBe(limits.perUser)
  expect(codeOf(await asSub.call(ask, { charNum: 1 }))).toBe('tooManyRequests')
})
