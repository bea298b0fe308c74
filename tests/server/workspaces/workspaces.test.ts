/** Spaces through the API: visibility, roles, invitations and limits. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { spaceInvitations, spaceLimits, spaceMembers, spaces } from '#contract/workspace.ts'
import { notices } from '#contract/notices.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { addPerson } from '#tests/support/actors/people.ts'
import { signedIn, type Caller } from '#tests/support/server/server.ts'
import { serverWithPeople } from '#tests/support/server/server-with-people.ts'
import {
  contacts,
  createContact,
  share,
  createSpace,
  titlesIn,
} from '#tests/support/actors/workspaces.ts'

const { server, people } = await serverWithPeople()
const anna = await signedIn(server, people.anna)
const sub = await signedIn(server, people.sub)
const sibling = await signedIn(server, people.sibling)
const berta = await signedIn(server, people.berta)
const carl = await signedIn(server, people.carl)
let space: string
beforeEach(async () => {
  space = await createSpace(sub, 'Exports')
})

const spaceSeenBy = async (caller: Caller) =>
  (await caller.call(spaces.list, {})).data.find(({ id }) => String(id) === space)
const membersSeenBy = async (caller: Caller) =>
  (await caller.call(spaceMembers.page, { spaceId: space })).data.rows.map(
    ({ name, role }) => `${name} ${role}`,
  )

test('a space is visible to its owner and the owner’s main account only', async () => {
  const expected = {
    id: space,
    name: 'Exports',
    ownerId: people.sub.userId,
    ownerName: 'annasub',
    memberCount: 1,
    contactCount: 0,
    version: 1,
  }
  expect(await spaceSeenBy(sub)).toEqual({ ...expected, role: 'owner' })
  expect(await spaceSeenBy(anna)).toEqual({ ...expected, role: 'main' })
  for (const other of [sibling, berta, carl]) expect(await spaceSeenBy(other)).toBeUndefined()
})

test('a main account’s own space is not visible to its sub-accounts', async () => {
  space = await createSpace(anna, 'Of the house')
  expect(await spaceSeenBy(anna)).toMatchObject({ role: 'owner', ownerName: 'anna' })
  expect(await spaceSeenBy(sub)).toBeUndefined()
})

test('an invited user of any account group joins by accepting, and then sees the contacts', async () => {
  await createContact(sub, space, 'Maria')
  await sub.call(spaceInvitations.create, { spaceId: space, account: 'Berta@Example.com' })
  expect(await spaceSeenBy(berta)).toBeUndefined()
  expect((await berta.call(spaceInvitations.mine, {})).data).toEqual([
    {
      spaceId: space,
      spaceName: 'Exports',
      ownerName: 'annasub',
      createDateTime: expect.stringMatching(/^\d{4}-/),
    },
  ])
  expect((await berta.call(spaceInvitations.accept, { spaceId: space })).success).toBe(true)
  expect(await spaceSeenBy(berta)).toMatchObject({
    role: 'member',
    memberCount: 2,
    contactCount: 1,
  })
  expect(await titlesIn(berta, space)).toEqual(['Maria'])
  expect((await berta.call(spaceInvitations.mine, {})).data).toEqual([])
  expect((await sub.call(spaceInvitations.page, { spaceId: space })).data).toEqual({
    total: 0,
    rows: [],
  })
  expect(await membersSeenBy(berta)).toEqual(['annasub owner', 'berta member'])
})

test('an invitation reveals neither whether the account exists nor its e-mail address', async () => {
  const names = ['carl@example.com', 'nobody@example.com', 'carl', 'nobody']
  const answers = await Promise.all(
    names.map((account) => sub.call(spaceInvitations.create, { spaceId: space, account })),
  )
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  const { rows } = (await sub.call(spaceInvitations.page, { spaceId: space })).data
  expect(rows.map(({ account }) => account).toSorted()).toEqual(names.toSorted())
  await carl.call(spaceInvitations.accept, { spaceId: space })
  expect(await membersSeenBy(sub)).toEqual(['annasub owner', 'carl member'])
  const left = (await sub.call(spaceInvitations.page, { spaceId: space })).data.rows.map(
    ({ account }) => account,
  )
  expect(left.toSorted()).toEqual(['nobody', 'nobody@example.com'])
})

test('inviting oneself or a member by the name in the list is refused', async () => {
  await share(sub, space, 'berta', berta)
  for (const account of ['annasub', 'BERTA'])
    expect(await sub.refused(spaceInvitations.create, { spaceId: space, account })).toMatchObject({
      code: 'notAllowed',
      msg: `${account} is already in the space.`,
    })
})

test('an invitation to an e-mail waits for its registration; one to a username does not', async () => {
  for (const account of ['late@example.com', 'lateuser'])
    await sub.call(spaceInvitations.create, { spaceId: space, account })
  const late = await addPerson(server.database.db, {
    account: 'late@example.com',
    username: 'late',
  })
  expect((await (await signedIn(server, late)).call(spaceInvitations.mine, {})).data).toHaveLength(
    1,
  )
  await anna.call(subAccounts.create, { account: 'lateuser', password: '123456' })
  const taken = (await anna.call(subAccounts.page, { account: 'lateuser' })).data.rows[0]!
  const squatter = await signedIn(server, {
    ownerId: people.anna.userId,
    userId: String(taken.userId),
    account: 'lateuser',
  })
  expect((await squatter.call(spaceInvitations.mine, {})).data).toEqual([])
  expect(await squatter.refused(spaceInvitations.accept, { spaceId: space })).toMatchObject({
    code: 'notFound',
  })
})

test('an invitation can be withdrawn and declined, and expires after thirty days', async () => {
  const invite = () => sub.call(spaceInvitations.create, { spaceId: space, account: 'berta' })
  await invite()
  expect(
    (await sub.call(spaceInvitations.remove, { spaceId: space, account: 'Berta' })).success,
  ).toBe(true)
  expect(await berta.refused(spaceInvitations.accept, { spaceId: space })).toMatchObject({
    code: 'notFound',
  })
  await invite()
  expect((await berta.call(spaceInvitations.decline, { spaceId: space })).success).toBe(true)
  expect((await berta.call(spaceInvitations.mine, {})).data).toEqual([])
  await invite()
  const { shift, back } = passing(31 * 86_400_000)
  shift()
  const later = await signedIn(server, people.berta)
  expect((await later.call(spaceInvitations.mine, {})).data).toEqual([])
  expect(await later.refused(spaceInvitations.accept, { spaceId: space })).toMatchObject({
    code: 'notFound',
  })
  back()
})

test('withdrawing an invitation keeps invitations to other spaces', async () => {
  const other = await createSpace(carl, 'Of Carl')
  await sub.call(spaceInvitations.create, { spaceId: space, account: 'berta' })
  await carl.call(spaceInvitations.create, { spaceId: other, account: 'berta' })
  await sub.call(spaceInvitations.remove, { spaceId: space, account: 'berta' })
  expect((await berta.call(spaceInvitations.accept, { spaceId: other })).success).toBe(true)
})

test('members and invitations per space are limited, and spaces per owner', async () => {
  const { db } = server.database
  const { members, invitations, owned } = spaceLimits
  const now = sql`${server.services.clock().toISOString()}::timestamptz`
  const spaceColumns = sql`${space}::bigint, ${people.anna.userId}::bigint, ${now}`
  const invite = (account: string) => sub.call(spaceInvitations.create, { spaceId: space, account })
  await invite('berta')
  await db.execute(sql`insert into space_members (owner_id, user_id, space_id, space_owner_id, joined_at)
    select -n, -n, ${spaceColumns} from generate_series(2, ${members}::int) n`)
  await db.execute(
    sql`insert into space_invitations (name, space_id, space_owner_id, at) select 'n' || n, ${spaceColumns} from generate_series(2, ${invitations}::int) n`,
  )
  const bertas = sql`${people.berta.userId}::bigint`
  await db.execute(
    sql`insert into spaces (owner_id, user_id, name, created_at) select ${bertas}, ${bertas}, 'One', ${now} from generate_series(1, ${owned}::int)`,
  )
  expect((await berta.call(spaceInvitations.accept, { spaceId: space })).msg).toBe(
    'This space is full: it can have at most 100 people.',
  )
  expect([(await invite('n2')).success, (await invite('dora')).msg]).toEqual([
    true,
    expect.stringContaining('at most 100 pending invitations'),
  ])
  expect((await berta.call(spaces.create, { name: 'One more' })).msg).toBe(
    'You can have at most 50 spaces.',
  )
  await db.execute(sql`delete from space_members where user_id = -2`)
  expect((await berta.call(spaceInvitations.accept, { spaceId: space })).success).toBe(true)
  expect((await invite('dora')).success).toBe(true)
  await db.execute(sql`delete from spaces where user_id = ${bertas}`)
})

test('members edit contacts, the owner and main account manage members, only the owner deletes', async () => {
  await share(sub, space, 'berta', berta)
  await share(sub, space, 'carl', carl)
  const id = await createContact(berta, space, 'From Berta')
  for (const caller of [sub, anna, carl])
    expect((await caller.call(contacts.edit, { id, title: 'Seen', step: 'won' })).success).toBe(
      true,
    )
  const forHosts = [
    (caller: Caller) => caller.refused(spaces.edit, { id: space, name: 'Mine now' }),
    (caller: Caller) =>
      caller.refused(spaceInvitations.create, { spaceId: space, account: 'dora' }),
    (caller: Caller) => caller.refused(spaceInvitations.page, { spaceId: space }),
    (caller: Caller) =>
      caller.refused(spaceInvitations.remove, { spaceId: space, account: 'dora' }),
    (caller: Caller) =>
      caller.refused(spaceMembers.remove, { spaceId: space, userId: people.carl.userId }),
    (caller: Caller) => caller.refused(spaces.remove, { id: space }),
  ]
  for (const call of forHosts) expect(await call(berta)).toMatchObject({ code: 'notAllowed' })
  expect((await anna.call(spaces.edit, { id: space, name: 'Exports 2', version: 1 })).success).toBe(
    true,
  )
  expect(
    (await anna.call(spaceMembers.remove, { spaceId: space, userId: people.carl.userId })).success,
  ).toBe(true)
  expect(await anna.refused(spaces.remove, { id: space })).toMatchObject({ code: 'notAllowed' })
  expect(
    await anna.refused(spaceMembers.remove, { spaceId: space, userId: people.sub.userId }),
  ).toMatchObject({ code: 'notAllowed' })
  expect(await carl.refused(contacts.page, { spaceId: space })).toMatchObject({ code: 'notFound' })
  expect((await sub.call(spaces.remove, { id: space })).success).toBe(true)
  for (const caller of [sub, anna, berta]) expect(await spaceSeenBy(caller)).toBeUndefined()
  expect(await berta.refused(contacts.get, { id })).toMatchObject({ code: 'notFound' })
})

test('a member may leave a space, its owner may not', async () => {
  await share(sub, space, 'berta', berta)
  expect((await berta.call(spaces.leave, { id: space })).success).toBe(true)
  expect(await berta.refused(contacts.page, { spaceId: space })).toMatchObject({ code: 'notFound' })
  expect(await sub.refused(spaces.leave, { id: space })).toMatchObject({ code: 'notAllowed' })
  expect(await membersSeenBy(sub)).toEqual(['annasub owner'])
})

test('a main account may leave a sub-account’s space, and comes back as an invited member', async () => {
  const id = await createContact(sub, space, 'Maria')
  expect((await anna.call(spaces.leave, { id: space })).success).toBe(true)
  expect(await spaceSeenBy(anna)).toBeUndefined()
  expect(await anna.refused(contacts.page, { spaceId: space })).toMatchObject({ code: 'notFound' })
  expect(await anna.refused(contacts.get, { id })).toMatchObject({ code: 'notFound' })
  expect(await anna.refused(spaces.leave, { id: space })).toMatchObject({ code: 'notFound' })
  expect(await titlesIn(sub, space)).toEqual(['Maria'])
  await share(sub, space, 'anna', anna)
  expect(await spaceSeenBy(anna)).toMatchObject({ role: 'member', contactCount: 1 })
  expect(await anna.refused(spaces.edit, { id: space, name: 'Mine' })).toMatchObject({
    code: 'notAllowed',
  })
  expect((await anna.call(spaces.leave, { id: space })).success).toBe(true)
  expect(await spaceSeenBy(anna)).toBeUndefined()
})

test('a main account that left a space gets it with the sub-account’s deletion', async () => {
  const leaver = await addPerson(server.database.db, { account: 'heir', owner: people.anna })
  space = await createSpace(await signedIn(server, leaver), 'Inherited')
  await anna.call(spaces.leave, { id: space })
  expect(await spaceSeenBy(anna)).toBeUndefined()
  await anna.call(subAccounts.remove, { userId: leaver.userId })
  expect(await spaceSeenBy(anna)).toMatchObject({ role: 'owner' })
})

test('foreign, deleted and unknown spaces get the same response', async () => {
  const foreign = await createContact(sub, space, 'Secret')
  const deletedSpace = await createSpace(berta, 'Gone')
  await berta.call(spaces.remove, { id: deletedSpace })
  const calls: ((caller: Caller, id: string) => Promise<{ text: string }>)[] = [
    (caller, id) => caller.call(spaces.edit, { id, name: 'Mine now' }),
    (caller, id) => caller.call(spaces.remove, { id }),
    (caller, id) => caller.call(spaces.leave, { id }),
    (caller, id) => caller.call(spaceMembers.page, { spaceId: id }),
    (caller, id) => caller.call(spaceMembers.remove, { spaceId: id, userId: people.sub.userId }),
    (caller, id) => caller.call(spaceInvitations.page, { spaceId: id }),
    (caller, id) => caller.call(spaceInvitations.create, { spaceId: id, account: 'berta' }),
    (caller, id) => caller.call(spaceInvitations.remove, { spaceId: id, account: 'berta' }),
    (caller, id) => caller.call(spaceInvitations.accept, { spaceId: id }),
    (caller, id) => caller.call(spaceInvitations.decline, { spaceId: id }),
    (caller, id) => caller.call(contacts.page, { spaceId: id, title: 'S' }),
    (caller, id) => caller.call(contacts.create, { spaceId: id, title: 'Mine now' }),
  ]
  const ofContact: typeof calls = [
    (caller, id) => caller.call(contacts.get, { id }),
    (caller, id) => caller.call(contacts.edit, { id, title: 'Mine now', step: 'won' }),
    (caller, id) => caller.call(contacts.remove, { id }),
  ]
  for (const caller of [berta, sibling]) {
    for (const [foreignCalls, foreignId] of [
      [calls, space],
      [ofContact, foreign],
    ] as const) {
      for (const call of foreignCalls) {
        const answers = new Set<string>()
        for (const id of [
          foreignId,
          deletedSpace,
          '999999',
          'no-id',
          '-1',
          '99999999999999999999999',
        ])
          answers.add((await call(caller, id)).text.replaceAll(id, 'ID'))
        expect([...answers]).toEqual([
          expect.stringMatching(/^\{"success":false,"data":\{"code":"notFound"\},"msg":"[^"]+"\}$/),
        ])
      }
    }
  }
  expect(await titlesIn(sub, space)).toEqual(['Secret'])
  expect(await spaceSeenBy(sub)).toMatchObject({ name: 'Exports', contactCount: 1 })
})

test('spaces of a deleted sub-account pass to the main account, and its memberships end', async () => {
  const leaver = await addPerson(server.database.db, { account: 'leaver', owner: people.anna })
  const session = await signedIn(server, leaver)
  await share(sub, space, 'leaver', session)
  const [leaversSpace, bertasSpace] = [
    await createSpace(session, 'Left behind'),
    await createSpace(berta, 'Open'),
  ]
  await share(session, leaversSpace, 'berta', berta)
  await createContact(session, leaversSpace, 'Kept')
  await berta.call(spaceInvitations.create, { spaceId: bertasSpace, account: 'leaver' })
  expect((await anna.call(subAccounts.remove, { userId: leaver.userId })).success).toBe(true)
  expect([
    await membersSeenBy(sub),
    (await berta.call(spaceInvitations.page, { spaceId: bertasSpace })).data.total,
  ]).toEqual([['annasub owner'], 0])
  space = leaversSpace
  expect(await spaceSeenBy(anna)).toMatchObject({
    role: 'owner',
    ownerName: 'anna',
    memberCount: 2,
  })
  expect(await membersSeenBy(berta)).toEqual(['anna owner', 'berta member'])
  expect(await titlesIn(berta, leaversSpace)).toEqual(['Kept'])
})

test('an edit with any other version than the current one is refused', async () => {
  expect((await sub.call(spaces.edit, { id: space, name: 'One', version: 1 })).success).toBe(true)
  for (const version of [1, -1, Number.MAX_SAFE_INTEGER])
    expect(await anna.refused(spaces.edit, { id: space, name: 'Two', version })).toMatchObject({
      code: 'changedElsewhere',
    })
  expect((await anna.call(spaces.edit, { id: space, name: 'Three' })).success).toBe(true)
})

test('a repeated invitation sends a second notice only after twelve hours, also if withdrawn between', async () => {
  space = await createSpace(sub, 'Notified once')
  const person = await addPerson(server.database.db, { account: 'guest@example.com' })
  const guest = await signedIn(server, person)
  const invitedNotices = async (caller: Caller) =>
    (await caller.call(notices.page, { pageSize: 100 })).data.rows.filter(({ content }) =>
      content.includes('Notified once'),
    )
  for (const account of [person.account, person.account, 'carl'])
    await sub.call(spaceInvitations.create, { spaceId: space, account })
  await expect.poll(async () => (await invitedNotices(carl)).length).toBe(1)
  expect(await invitedNotices(guest)).toEqual([
    expect.objectContaining({ type: 'spaceInvited', content: expect.stringContaining('annasub') }),
  ])
  const invitation = { spaceId: space, account: person.account }
  await sub.call(spaceInvitations.remove, invitation)
  await sub.call(spaceInvitations.create, invitation)
  const { shift, back } = passing(spaceLimits.noticeHours * 3_600_000 + 1_000)
  shift()
  const later = [await signedIn(server, people.sub), await signedIn(server, person)] as const
  for (let n = 0; n < 2; n++) await later[0].call(spaceInvitations.create, invitation)
  await expect.poll(async () => (await invitedNotices(later[1])).length).toBe(2)
  back()
})

test('one name receives ten invitations a day from one account group and thirty from all', async () => {
  const { receivedDaily, sentDailyToOne } = spaceLimits
  const account = 'flooded@example.com'
  const invite = (by: Caller, spaceId: string) =>
    by.call(spaceInvitations.create, { spaceId, account })
  const hosts: [Caller, string][] = []
  for (let n = 0; n < receivedDaily / sentDailyToOne; n++) {
    const person = await addPerson(server.database.db, { account: `host${n}@example.com` })
    const host = await signedIn(server, person)
    hosts.push([host, await createSpace(host, 'Crowded')])
  }
  const [[first, firstSpace]] = hosts as [[Caller, string]]
  for (const [host, spaceId] of hosts) {
    const answers = []
    for (let n = 0; n < sentDailyToOne; n++) answers.push((await invite(host, spaceId)).success)
    expect(answers).not.toContain(false)
  }
  const refused = await invite(first, firstSpace)
  expect([refused.status, refused.msg]).toEqual([
    429,
    'This person can’t receive more invitations today. Please try again tomorrow.',
  ])
  expect((await invite(sub, space)).status).toBe(429)
  const other = { spaceId: space, account: 'somebody-else@example.com' }
  expect((await sub.call(spaceInvitations.create, other)).success).toBe(true)
  const { shift, back } = passing(86_400_000)
  shift()
  expect((await invite(await signedIn(server, people.sub), space)).success).toBe(true)
  back()
})

const passing = (ms: number) => ({
  shift: () => void server.passTime(ms),
  back: () => void server.passTime(-ms),
})
