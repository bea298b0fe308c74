/** The audit log: which calls it records, by whom, on whom, in the transaction of the act, and for how long. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { apiKeys } from '#contract/api-keys.ts'
import { auditLog } from '#contract/audit-log.ts'
import { businessLimits } from '#contract/business-limits.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { twoFactor } from '#contract/two-factor.ts'
import { cleanUp } from '#server/jobs.ts'
import { collectionTables } from '#server/features/collections/table.ts'
import { everyEndpoint } from '#tests/support/fuzz/endpoints.ts'
import {
  cases,
  done,
  entriesOf,
  newGroup,
  newKey,
  type Group,
} from '#tests/support/server/audited-calls.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const server = await serverWithCatalogue()
const { db } = server.database
const { page } = auditLog.calls

test('every declared call has a case below', () => {
  const declared = everyEndpoint.filter(([, { audit }]) => audit).map(([name]) => name)
  const ofTwoFactor = ['secondStep.confirm', 'secondStep.disable', 'secondStep.renewCodes']
  expect([...Object.keys(cases), ...ofTwoFactor].toSorted()).toEqual(declared.toSorted())
})

test.each(Object.entries(cases))(
  '%s is recorded with who did it, on what, and nothing private',
  async (name, { act, make, object, isOnMember, details }) => {
    const group = await newGroup(server)
    const { main, member } = group
    await make(group)
    const [entry] = await entriesOf(group.asMain)
    expect(entry, name).toMatchObject({ act, actorId: main.userId, actorName: expect.any(String) })
    if (object !== undefined) expect(entry!.object).toBe(object)
    if (isOnMember) {
      expect(entry!.subjectId).toBe(member.userId)
      expect(entry!.subjectName).toBe(member.account)
    }
    expect(JSON.parse(entry!.details ?? '{}')).toEqual(details ?? {})
    expect(JSON.stringify(entry)).not.toMatch(/Private|another-secret|yq_|whsec_|nobody-knows/i)
  },
)

test('two-factor is recorded of each person of the account', () => {
  for (const endpoint of [twoFactor.confirm, twoFactor.disable] as Endpoint[])
    expect(endpoint.audit?.act).toMatch(/^twoFactor/)
})

test('an entry names the deputy who did it, and only the main account reads it', async () => {
  const { asMain, asDeputy, asMember, deputy, member } = await newGroup(server)
  await done(asDeputy, subAccounts.distribute, { childUserId: member.userId, changeCharNum: 5 })
  expect((await entriesOf(asMain))[0]).toMatchObject({
    act: 'quotaDistributed',
    actorId: deputy.userId,
    actorName: deputy.account,
    subjectName: member.account,
  })
  for (const asCaller of [asDeputy, asMember])
    expect((await asCaller.call(page, {})).success).toBe(false)
  const other = await newGroup(server)
  expect(JSON.stringify(await entriesOf(other.asMain))).not.toContain(member.account)
})

test('a refused act leaves no entry, and a repeated one leaves one', async () => {
  const { asMain, member } = await newGroup(server)
  const before = (await entriesOf(asMain)).length
  const tooMuch = { childUserId: member.userId, changeCharNum: 9_999_999 }
  expect((await asMain.call(subAccounts.distribute, tooMuch)).success).toBe(false)
  const revoked = await newKey({ asMain } as Group)
  await done(asMain, apiKeys.calls.revoke, { id: revoked })
  await done(asMain, apiKeys.calls.revoke, { id: revoked })
  const { userId } = member
  await done(asMain, subAccounts.changeEnabled, { userId, enabled: 0 })
  expect((await entriesOf(asMain)).length - before).toBe(3)
})

test('concurrent acts are all recorded and counted', async () => {
  const { asMain, member } = await newGroup(server)
  const before = (await asMain.call(page, {})).data.total
  await Promise.all(
    Array.from({ length: 12 }, () =>
      done(asMain, subAccounts.distribute, { childUserId: member.userId, changeCharNum: 1 }),
    ),
  )
  expect((await asMain.call(page, {})).data.total).toBe(before + 12)
})

test('entries are found by who, what, on whom and when', async () => {
  const { asMain, asDeputy, deputy, member } = await newGroup(server)
  await done(asDeputy, subAccounts.distribute, { childUserId: member.userId, changeCharNum: 5 })
  await newKey({ asMain } as Group)
  const actsOf = async (query: object) =>
    (await done(asMain, page, query)).rows.map(({ act }) => act)
  expect(await actsOf({ actor: deputy.account })).toEqual(['quotaDistributed'])
  expect(await actsOf({ act: 'keyIssued' })).toEqual(['keyIssued'])
  expect(await actsOf({ subject: member.account })).toEqual(['quotaDistributed'])
  expect(await actsOf({ subject: 'shop' })).toEqual(['keyIssued'])
  expect(await actsOf({ createDateTimeEnd: '2020-01-01 00:00:00' })).toEqual([])
})

test('a deleted sub-account keeps its login name in the entry of its deletion alone', async () => {
  const { asMain, asDeputy, deputy, member } = await newGroup(server)
  await done(asDeputy, subAccounts.distribute, { childUserId: member.userId, changeCharNum: 5 })
  const count = (await entriesOf(asMain)).length
  await done(asMain, subAccounts.remove, { childrenIds: [deputy.userId, member.userId] })
  const entries = await entriesOf(asMain)
  expect(entries).toHaveLength(count + 2)
  expect(new Set(entries.slice(0, 2).map(({ subjectName }) => subjectName))).toEqual(
    new Set([deputy.account, member.account]),
  )
  expect(JSON.stringify(entries.slice(2))).not.toMatch(
    new RegExp(`${deputy.account}|${member.account}`),
  )
})

test('the owner reads whom a deputy deleted, by the login name', async () => {
  const { asMain, asDeputy, deputy, member } = await newGroup(server)
  await done(asMain, subAccounts.edit, { userId: member.userId, nickname: 'Private', enabled: 1 })
  await done(asDeputy, subAccounts.remove, { userId: member.userId })
  const [entry] = await entriesOf(asMain)
  expect(entry).toMatchObject({
    act: 'subAccountDeleted',
    actorName: deputy.account,
    subjectId: member.userId,
    subjectName: member.account,
  })
  expect(JSON.stringify(await entriesOf(asMain))).not.toContain('Private')
})

test('entries are deleted by age', async () => {
  const { asMain, main } = await newGroup(server)
  await newKey({ asMain } as Group)
  const table = collectionTables['auditLog']!
  const days = businessLimits.auditLog.keepDays + 1
  await db
    .update(table)
    .set({ createdAt: new Date(server.now() - days * 86_400_000) })
    .where(eq(table.ownerId, main.ownerId))
  await cleanUp({ ...server.services, db })
  expect((await asMain.call(page, {})).data).toMatchObject({ total: 0, rows: [] })
})
