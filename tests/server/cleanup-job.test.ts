/** The clean-up job deletes expired rows and keeps all others. */
import { eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { times } from '#contract/limits.ts'
import { login } from '#contract/login.ts'
import { computeAuthSign, signatureHeaders } from '#contract/signing.ts'
import { spaceInvitations } from '#contract/workspace.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { sessions } from '#server/schema.ts'
import { isFormerEmail, recordFormerEmail } from '#server/features/accounts/former-emails.ts'
import { cleanUp } from '#server/jobs.ts'
import { nodeCrypto } from '#server/platform/crypto/crypto.ts'
import { createEncryption } from '#server/platform/crypto/encryption.ts'
import { password, balanceOf } from '#tests/support/actors/people.ts'
import { serverWithPeople } from '#tests/support/server/server-with-people.ts'
import { caller, signedIn } from '#tests/support/server/server.ts'
import { createSpace } from '#tests/support/actors/workspaces.ts'

const day = 24 * 3_600_000

const { server, people } = await serverWithPeople()

/** Advances the clock, runs the clean-up and the work, and resets the clock. */
async function afterCleanUp<T>(ms: number, work: () => Promise<T>): Promise<T> {
  server.passTime(ms)
  await cleanUp(server.services)
  const result = await work()
  server.passTime(-ms)
  return result
}
const charsOfSub = async () =>
  (await balanceOf(server.database.db, people.sub.ownerId, people.sub.userId)).chars
const transferInput = () => ({ childUserId: people.sub.userId, changeCharNum: 5 })

test('a session is kept for seven idle days and deleted after them', async () => {
  const anna = await signedIn(server, people.anna)
  expect(
    (await afterCleanUp(times.sessionIdleTimeout - 60_000, () => anna.call(users.get, {}))).success,
  ).toBe(true)
  const sessionCount = () =>
    server.database.db.$count(sessions, eq(sessions.userId, people.anna.userId))
  expect(await afterCleanUp(2 * times.sessionIdleTimeout, sessionCount)).toBe(0)
})

test('an idempotency key returns its stored response for a day', async () => {
  const anna = await signedIn(server, people.anna)
  const distribute = () =>
    anna.call(subAccounts.distribute, transferInput(), { 'idempotency-key': 'kept' })
  const [charsBefore, first] = [await charsOfSub(), await distribute()]
  const repeated = await afterCleanUp(times.idempotencyKeyLifetime - 60_000, distribute)
  expect(repeated.text).toBe(first.text)
  expect(await charsOfSub()).toBe(charsBefore + 5)
})

test('a signature with a future timestamp is remembered until that timestamp expires', async () => {
  const anna = await signedIn(server, people.anna)
  const [charsBefore, ahead] = [await charsOfSub(), times.signatureWindow - 5_000]
  const headers = anna.headers()
  const timestamp = String(server.now() + ahead)
  const signed = {
    ...headers,
    [signatureHeaders.timestamp]: timestamp,
    [signatureHeaders.sign]: computeAuthSign(
      nodeCrypto.md5,
      headers[signatureHeaders.token]!,
      timestamp,
    ),
  }
  const send = () => anna.send('POST', subAccounts.distribute.path, transferInput(), signed)
  expect((await send()).success).toBe(true)
  expect((await afterCleanUp(ahead + times.signatureWindow - 60_000, send)).data).toEqual({
    code: 'duplicate',
  })
  expect(await charsOfSub()).toBe(charsBefore + 5)
})

test('the clean-up keeps the throttle of password guesses', async () => {
  const visitor = caller(server, null)
  const guess = () => visitor.refused(login.login, { account: 'berta', password: 'a wrong guess' })
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  for (let tries = 0; tries < 5; tries++) await guess()
  expect((await afterCleanUp(0, guess)).code).toBe('tooManyTries')
  now.mockRestore()
})

test('a mailed code is valid for ten minutes', async () => {
  const email = 'mailed@example.com'
  await caller(server, null).call(login.sendVCode, { account: email })
  const form = {
    username: 'mailed',
    account: email,
    password,
    vcode: server.mailbox.codeFor(email),
    nickname: null,
  }
  expect(
    (
      await afterCleanUp(times.codeLifetime - 60_000, () =>
        caller(server, null).call(login.register, form),
      )
    ).success,
  ).toBe(true)
})

test('an invitation to a space can be accepted for thirty days', async () => {
  const anna = await signedIn(server, people.anna)
  const spaceId = await createSpace(anna, 'Shared')
  await anna.call(spaceInvitations.create, { spaceId, account: 'berta' })
  const accept = async () =>
    (await signedIn(server, people.berta)).call(spaceInvitations.accept, { spaceId })
  expect((await afterCleanUp(30 * day - 60_000, accept)).success).toBe(true)
})

test('the e-mail address of a cancelled account is remembered for a year', async () => {
  const { db, encryption, clock } = server.services
  await recordFormerEmail(db, encryption, 'left@example.com', clock())
  const isKnown = () => isFormerEmail(db, encryption, 'left@example.com')
  expect(await afterCleanUp(364 * day, isKnown)).toBe(true)
  expect(await afterCleanUp(366 * day, isKnown)).toBe(false)
})

test('a failed step of the clean-up is logged with its cause, and later steps still run', async () => {
  const { db } = server.database
  await recordFormerEmail(
    db,
    createEncryption(new Uint8Array(32).fill(7)),
    'left@example.com',
    server.services.clock(),
  )
  for (const table of ['sessions', 'throttles', 'mail_codes'])
    await db.execute(sql.raw(`alter table ${table} rename to gone_${table}`))
  server.passTime(500 * day)
  await cleanUp(server.services)
  server.passTime(-500 * day)
  for (const table of ['sessions', 'throttles', 'mail_codes'])
    await db.execute(sql.raw(`alter table gone_${table} rename to ${table}`))
  expect((await db.execute(sql`select 1 from former_addresses`)).rows).toEqual([])
  const failed = server.lines().filter((line) => line.includes('housekeeping failed'))
  expect(failed.map((line) => (JSON.parse(line) as { step: string }).step)).toEqual([
    'sessions',
    'throttles',
    'codes',
  ])
  for (const line of failed) expect(line).toContain('42P01')
})
