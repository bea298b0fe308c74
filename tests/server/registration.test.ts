/** Registration by a mailed code, invitations, and password resets. */
import { auditLog } from '#contract/audit-log.ts'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { businessLimits } from '#contract/business-limits.ts'
import { login } from '#contract/login.ts'
import { users as userCalls } from '#contract/users.ts'
import { accountLog, balances, inviteCodes, mailCodes, users } from '#server/schema.ts'
import { password } from '#tests/support/actors/people.ts'
import { serverWithPeople } from '#tests/support/server/server-with-people.ts'
import { caller, signIn } from '#tests/support/server/server.ts'

const { server, people } = await serverWithPeople()

const visitor = () => caller(server, null)
const form = (name: string, vcode: string) => ({
  username: name,
  account: `${name}@example.com`,
  password,
  vcode,
  nickname: null,
})

const codeFor = (email: string): string => server.mailbox.codeFor(email)

async function requestCode(email: string): Promise<string> {
  expect((await visitor().call(login.sendVCode, { account: email })).success).toBe(true)
  return codeFor(email)
}

test('a visitor registers with the mailed code and gets the trial for thirty days', async () => {
  const vcode = await requestCode('dora@example.com')
  expect((await visitor().call(login.register, form('dora', vcode))).success).toBe(true)
  const dora = await signIn(server, 'Dora')
  const { data } = await dora.call(userCalls.get, {})
  expect(data).toMatchObject({
    account: 'dora@example.com',
    username: 'dora',
    memberGroupId: '1',
    memberAccount: { usableCharNum: businessLimits.freeTest.characters },
  })
  const [trial] = await server.database.db
    .select()
    .from(balances)
    .where(eq(balances.userId, String(data.userId)))
  expect(Math.round((trial!.expiresAt!.getTime() - Date.now()) / 86_400_000)).toBe(30)
  expect((await dora.call(login.checkAccount, { account: 'DORA@example.com' })).data).toBe(false)
})

test('an invitation in any case adds 10,000 characters and counts once; an unknown code is ignored', async () => {
  const { db } = server.database
  const [anna] = await db.select().from(users).where(eq(users.userId, people.anna.userId))
  await db
    .insert(inviteCodes)
    .values({ code: anna!.inviteCode!, ownerId: anna!.ownerId, userId: anna!.userId })
  await visitor().call(login.register, {
    ...form('emil', await requestCode('emil@example.com')),
    inviteCode: anna!.inviteCode!.toUpperCase(),
  })
  const { data } = await (await signIn(server, 'emil', 'en-US')).call(userCalls.get, {})
  expect(data.memberAccount.usableCharNum).toBe(
    businessLimits.freeTest.characters + businessLimits.inviteReward.characters,
  )
  const rewards = await db
    .select()
    .from(accountLog)
    .where(and(eq(accountLog.userId, String(data.userId)), eq(accountLog.logType, 'INVITE_REWARD')))
  expect(rewards).toHaveLength(1)
  const counted = await db.select().from(users).where(eq(users.userId, people.anna.userId))
  expect(counted[0]!.inviteCount).toBe(anna!.inviteCount + 1)
  const unknown = {
    ...form('fritz', await requestCode('fritz@example.com')),
    inviteCode: 'nobodys',
  }
  expect((await visitor().call(login.register, unknown)).success).toBe(true)
})

test('a wrong code, the sixth attempt and an expired code are refused', async () => {
  const vcode = await requestCode('hans@example.com')
  const wrongCode = String((Number(vcode) + 1) % 1_000_000).padStart(6, '0')
  for (let n = 0; n < 5; n++)
    expect((await visitor().refused(login.register, form('hans', wrongCode))).code).toBe('invalid')
  expect((await visitor().refused(login.register, form('hans', vcode))).code).toBe('invalid')
  const expired = await requestCode('ida@example.com')
  server.passTime(11 * 60_000)
  expect((await visitor().refused(login.register, form('ida', expired))).msg).toContain(
    'has expired',
  )
})

test('a second code is sent after one minute at the earliest', async () => {
  await requestCode('jan@example.com')
  const secondRequest = await visitor().refused(login.sendVCode, { account: 'JAN@example.com' })
  expect(secondRequest).toMatchObject({ status: 429, code: 'tooManyRequests' })
  server.passTime(61_000)
  expect((await visitor().call(login.sendVCode, { account: 'jan@example.com' })).success).toBe(true)
})

test('a taken name or e-mail is reported at its field', async () => {
  const vcode = await requestCode('kim@example.com')
  expect(
    (await visitor().refused(login.register, { ...form('kim', vcode), username: 'Anna' })).fields,
  ).toHaveProperty('username')
  expect(
    (
      await visitor().refused(login.register, {
        ...form('kim', vcode),
        account: 'ANNA@example.com',
      })
    ).fields,
  ).toHaveProperty('account')
})

test('the e-mail of a username is masked, in full for its owner, and null if unknown', async () => {
  const find = async (accountOrEmail: string) =>
    (await visitor().call(login.findEmail, { accountOrEmail })).data
  expect(await find('anna')).toBe('A***@example.com')
  expect(await find('anna@EXAMPLE.com')).toBe('Anna@example.com')
  expect([await find('nobody'), await find('annasub')]).toEqual([null, null])
})

test('a password reset by user name and code ends every session', async () => {
  const before = await signIn(server, 'berta')
  expect((await visitor().call(login.sendVCode, { account: 'berta' })).success).toBe(true)
  const vcode = codeFor('berta@example.com')
  expect(
    (await visitor().call(login.resetPassword, { email: 'berta', vcode, password: 'another-one' }))
      .success,
  ).toBe(true)
  expect((await before.send('GET', '/user/get')).status).toBe(700)
  expect(
    (await visitor().call(login.login, { account: 'berta', password: 'another-one' })).success,
  ).toBe(true)
  const after = await signIn(server, 'berta', 'en-US', 'another-one')
  expect((await after.call(auditLog.calls.page, {})).data.rows).toMatchObject([
    { act: 'passwordReset', actorName: 'berta', subjectId: null },
  ])
  expect(
    (await visitor().refused(login.resetPassword, { email: 'berta', vcode, password: 'third-one' }))
      .code,
  ).toBe('invalid')
})

test('a password change needs the current password and ends every session', async () => {
  const [carl, otherSession] = [await signIn(server, 'carl'), await signIn(server, 'carl')]
  expect(
    (await carl.refused(userCalls.changePassword, { oldPassword: 'wrong!', password: 'changed-1' }))
      .msg,
  ).toBe('The current password is wrong.')
  expect(
    (await carl.call(userCalls.changePassword, { oldPassword: password, password: 'changed-1' }))
      .success,
  ).toBe(true)
  for (const session of [carl, otherSession])
    expect((await session.send('GET', '/user/get')).status).toBe(700)
  expect(
    (await visitor().call(login.login, { account: 'carl', password: 'changed-1' })).success,
  ).toBe(true)
})

test('stored users and codes contain no code in plain text, and no log line the password', async () => {
  const vcode = await requestCode('lena@example.com')
  await visitor().call(login.register, { ...form('lena', vcode), password: 'very-secret-words' })
  const stored = JSON.stringify([
    await server.database.db.select().from(mailCodes),
    await server.database.db.select().from(users),
  ])
  expect(stored).not.toContain(vcode)
  expect(stored + server.lines().join('\n')).not.toContain('very-secret-words')
})
