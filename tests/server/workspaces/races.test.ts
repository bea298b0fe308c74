/** Concurrent actions on one space: nothing is lost, applied twice or left behind. */
import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import {
  contactCollection,
  spaceInvitations,
  spaceMembers as memberCalls,
  spaces as spaceCalls,
} from '#contract/workspace.ts'
import { notices as noticeCalls } from '#contract/notices.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { contacts, spaceMembers, spaces } from '#server/schema.ts'
import { addPerson } from '#tests/support/actors/people.ts'
import { signedIn } from '#tests/support/server/server.ts'
import { serverWithPeople } from '#tests/support/server/server-with-people.ts'
import { createContact, share, createSpace } from '#tests/support/actors/workspaces.ts'

const { server, people } = await serverWithPeople()
const anna = await signedIn(server, people.anna)
const berta = await signedIn(server, people.berta)
let space: string
beforeEach(async () => {
  space = await createSpace(anna, 'Contended')
})

const times = <T>(many: number, make: (at: number) => T): T[] =>
  Array.from({ length: many }, (_, at) => make(at))
const codes = (replies: { success: boolean; data: unknown }[]) =>
  replies.map(({ success, data }) => (success ? 'done' : (data as { code: string }).code))
const inDatabase = async () => {
  const { db } = server.services
  const ofSpace = eq(contacts.spaceId, space)
  const [row] = await db.select().from(spaces).where(eq(spaces.id, space))
  return {
    counted: row?.contacts,
    contacts: await db.$count(contacts, ofSpace),
    members: await db.$count(spaceMembers, eq(spaceMembers.spaceId, space)),
  }
}

test('an invitation accepted ten times at once adds one member and notifies the owner once', async () => {
  await anna.call(spaceInvitations.create, { spaceId: space, account: 'berta' })
  await anna.call(spaceInvitations.create, { spaceId: space, account: 'berta@example.com' })
  const replies = await Promise.all(
    times(10, () => berta.call(spaceInvitations.accept, { spaceId: space })),
  )
  expect(new Set(codes(replies))).toEqual(new Set(['done']))
  expect(await inDatabase()).toMatchObject({ members: 2 })
  const invitedNotices = async () =>
    (await anna.call(noticeCalls.page, {})).data.rows.filter(({ type }) => type === 'spaceJoined')
  await expect.poll(async () => (await invitedNotices()).length).toBe(1)
  expect((await invitedNotices())[0]!.content).toContain('berta')
})

test('of withdrawing and accepting an invitation at once, one succeeds', async () => {
  for (let round = 0; round < 5; round++) {
    space = await createSpace(anna, 'Contended')
    await anna.call(spaceInvitations.create, { spaceId: space, account: 'berta' })
    const replies = await Promise.all([
      anna.call(spaceInvitations.remove, { spaceId: space, account: 'berta' }),
      berta.call(spaceInvitations.accept, { spaceId: space }),
    ])
    expect(codes(replies).toSorted()).toEqual(['done', 'notFound'])
    expect((await inDatabase()).members).toBe(replies[1].success ? 2 : 1)
  }
})

test('a space deleted while its contacts change leaves no rows', async () => {
  await share(anna, space, 'berta', berta)
  const ids = await Promise.all(times(6, (at) => createContact(anna, space, `Before ${at}`)))
  const replies = await Promise.all([
    ...times(15, (at) =>
      berta.call(contactCollection.calls.create, { spaceId: space, title: `Added ${at}` }),
    ),
    ...ids
      .slice(0, 3)
      .map((id) => berta.call(contactCollection.calls.edit, { id, title: 'Changed', step: 'won' })),
    anna.call(spaceCalls.remove, { id: space }),
    ...ids.slice(3).map((id) => berta.call(contactCollection.calls.remove, { id })),
    berta.call(spaceCalls.leave, { id: space }),
    anna.call(spaceInvitations.create, { spaceId: space, account: 'carl' }),
  ])
  expect(codes(replies).filter((code) => code !== 'done' && code !== 'notFound')).toEqual([])
  expect(await inDatabase()).toEqual({ counted: undefined, contacts: 0, members: 0 })
})

test('concurrent additions and deletions keep the contact count exact', async () => {
  await share(anna, space, 'berta', berta)
  const ids = await Promise.all(times(8, (at) => createContact(anna, space, `Going ${at}`)))
  await Promise.all([
    ...times(10, (at) =>
      berta.call(contactCollection.calls.create, { spaceId: space, title: `Coming ${at}` }),
    ),
    ...ids.flatMap((id) => [
      anna.call(contactCollection.calls.remove, { id }),
      berta.call(contactCollection.calls.remove, { ids }),
    ]),
  ])
  expect(await inDatabase()).toMatchObject({ counted: 10, contacts: 10 })
})

test('of two concurrent edits of one version, one succeeds', async () => {
  await share(anna, space, 'berta', berta)
  const id = await createContact(anna, space, 'Fought over')
  const replies = await Promise.all(
    [anna, berta].map((caller, at) =>
      caller.call(contactCollection.calls.edit, {
        id,
        title: `Edit ${at}`,
        step: 'won',
        version: 1,
      }),
    ),
  )
  expect(codes(replies).toSorted()).toEqual(['changedElsewhere', 'done'])
})

test('of leaving and being removed at once, one succeeds', async () => {
  await share(anna, space, 'berta', berta)
  const replies = await Promise.all([
    berta.call(spaceCalls.leave, { id: space }),
    anna.call(memberCalls.remove, { spaceId: space, userId: people.berta.userId }),
  ])
  expect(codes(replies).toSorted()).toEqual(['done', 'notFound'])
  expect((await inDatabase()).members).toBe(1)
})

test('a sub-account deleted while it creates and joins spaces leaves no space without an owner', async () => {
  const { db } = server.services
  for (let round = 0; round < 4; round++) {
    const leaver = await addPerson(db, { account: `opener${round}`, owner: people.anna })
    const session = await signedIn(server, leaver)
    await anna.call(spaceInvitations.create, { spaceId: space, account: leaver.account })
    const replies = await Promise.all([
      ...times(4, (at) => session.call(spaceCalls.create, { name: `Late ${at}` })),
      anna.call(subAccounts.remove, { userId: leaver.userId }),
      session.call(spaceInvitations.accept, { spaceId: space }),
      ...times(4, (at) => session.call(spaceCalls.create, { name: `Later ${at}` })),
    ])
    expect(
      codes(replies).filter((code) => !['done', 'notFound', 'sessionEnded'].includes(code)),
    ).toEqual([])
    expect(
      await db.$count(
        spaces,
        and(eq(spaces.ownerId, people.anna.userId), eq(spaces.userId, leaver.userId)),
      ),
    ).toBe(0)
    expect(await db.$count(spaceMembers, eq(spaceMembers.userId, leaver.userId))).toBe(0)
  }
})
