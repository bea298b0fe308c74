/** SECRET_KEY is replaced while users sign in: data encrypted with the former key keeps working. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { businessLimits } from '#contract/business-limits.ts'
import { login } from '#contract/login.ts'
import { twoFactor } from '#contract/two-factor.ts'
import { users } from '#contract/users.ts'
import { createEncryption } from '#server/platform/crypto/encryption.ts'
import {
  formerAddresses,
  idempotency,
  inviteCodes,
  secretKeys,
  twoFactorSecrets,
} from '#server/schema.ts'
import * as tables from '#server/schema.ts'
import { encryptedTexts } from '#server/jobs.ts'
import { unlimitedRates } from '#server/http/limits/call-limits.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { startServer, type RunningServer } from '#server/start.ts'
import { codeAt, enableTwoFactor } from '#tests/support/actors/authenticator.ts'
import { addPerson, password } from '#tests/support/actors/people.ts'
import { codeIn, readMail, smtpServer } from '#tests/support/server/mail.ts'
import { ops } from '#tests/support/server/ops.ts'
import { freshDb } from '#tests/support/server/postgres.ts'
import { caller, signIn, type ApiErrorData } from '#tests/support/server/server.ts'

const keyOf = (seed: number) => Buffer.alloc(32, seed).toString('base64')
const [firstKey, secondKey, thirdKey] = [keyOf(1), keyOf(2), keyOf(3)]
const dataDir = mkdtempSync(join(tmpdir(), 'yq-keys-'))
const database = await freshDb()
const { db } = database
let smtp: Awaited<ReturnType<typeof smtpServer>>
const running: RunningServer[] = []

beforeAll(async () => {
  smtp = await smtpServer()
  await ensureCatalogue(db)
})
afterEach(stopAll)
afterAll(async () => {
  await smtp.close()
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

type KeySettings = { SECRET_KEY: string; SECRET_KEY_PREVIOUS?: string }

async function startWith(keys: KeySettings) {
  const server = await startServer(
    {
      APP_MODE: 'production',
      ALLOW_DATABASE_OWNER: 'yes',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      MAIL_URL: smtp.url,
      MAIL_FROM: 'service@example.com',
      PUBLIC_URL: 'https://www.example.com',
      TRUST_PROXY: '1',
      DRAIN_SECONDS: '0',
      PORT: '0',
      METRICS_PORT: '0',
      LOG_LEVEL: 'error',
      ...keys,
    },
    () => {},
    undefined,
    unlimitedRates,
  )
  running.push(server)
  const target = { api: `${server.address}/api`, now: () => Date.now() }
  const visitor = () => caller(target, null)
  const metrics = async () => (await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`)).text()
  return {
    target,
    visitor,
    metrics,
    async challengeFor(account: string): Promise<string> {
      const { data } = await visitor().call(login.login, { account, password })
      return (data as unknown as ApiErrorData & { challenge: string }).challenge
    },
    async answer(challenge: string, code: string): Promise<boolean> {
      const { success, data } = await visitor().call(twoFactor.signIn, { challenge, code })
      return success && (await caller(target, data).call(users.get, {})).status === 200
    },
  }
}
type Server = Awaited<ReturnType<typeof startWith>>

async function stopAll(): Promise<void> {
  for (const server of running.splice(0)) await server.stop()
}

async function replaceServer(keys: KeySettings): Promise<Server> {
  await stopAll()
  return startWith(keys)
}

/** Makes used time steps valid again, so that a test need not wait for the next code. */
const reuseCodes = () => db.update(twoFactorSecrets).set({ lastStep: 0 })

async function signsIn(server: Server, account: string, secret: string): Promise<boolean> {
  await reuseCodes()
  return server.answer(await server.challengeFor(account), codeAt(secret, Date.now()))
}

async function mailedCode(server: Server, account: string): Promise<string> {
  const before = smtp.received.length
  expect((await server.visitor().call(login.sendVCode, { account })).success).toBe(true)
  await expect.poll(() => smtp.received.length).toBeGreaterThan(before)
  const mail = smtp.received
    .slice(before)
    .map(readMail)
    .find((mail) => codeIn(mail.text) !== '')
  return codeIn(mail?.text)
}

async function register(server: Server, account: string, inviteCode: string): Promise<number> {
  await db.execute(sql`delete from throttles`)
  const name = account.split('@')[0]!
  const vcode = await mailedCode(server, account)
  const { success, msg } = await server.visitor().call(login.register, {
    account,
    username: `${name}${Math.floor(performance.now())}`,
    password,
    vcode,
    inviteCode,
    browserId: `browser-${account}-${performance.now()}`,
  })
  expect([success, msg]).toEqual([true, expect.any(String)])
  const signedInUser = await signIn(server.target, account)
  return (await signedInUser.call(users.get, {})).data.memberAccount.usableCharNum
}

const cancelAccount = async (server: Server, account: string) =>
  (await (await signIn(server.target, account)).call(users.cancel, { userPassword: password }))
    .success

/** Moves the retirement of the former key eleven minutes into the past. */
const passSettlingTime = () =>
  db.execute(
    sql`update secret_keys set retired_at = retired_at - interval '11 minutes' where retired_at is not null`,
  )
const neededKeys = async () =>
  (await db.select().from(secretKeys)).filter(
    ({ retiredAt, reencryptedAt }) => retiredAt !== null && reencryptedAt === null,
  ).length
const startError = (keys: KeySettings) =>
  startWith(keys).then(
    () => 'started',
    (reason: unknown) => (reason as Error).message,
  )

test('codes, recovery codes and used addresses work before, during and after a key rotation', async () => {
  await addPerson(db, { account: 'ada@example.com', username: 'ada' })
  const inviter = await addPerson(db, { account: 'inviter@example.com', username: 'inviter' })
  const inviteCode = `invite${inviter.userId}`
  await db
    .insert(inviteCodes)
    .values({ code: inviteCode, ownerId: inviter.ownerId, userId: inviter.userId })
  let server = await startWith({ SECRET_KEY: firstKey })
  const { secret, recoveryCodes: codes } = await enableTwoFactor(
    server.target,
    await signIn(server.target, 'ada'),
  )
  expect(await register(server, 'leaver@example.com', inviteCode)).toBe(
    businessLimits.freeTest.characters + businessLimits.inviteReward.characters,
  )
  expect(await cancelAccount(server, 'leaver@example.com')).toBe(true)
  const sealedBefore = (await db.select().from(twoFactorSecrets))[0]!.sealedSecret
  const openChallenge = await server.challengeFor('ada')
  const stored = { ownerId: inviter.ownerId, userId: inviter.userId, key: 'kept' }
  await db.insert(idempotency).values({
    ...stored,
    requestHash: 'x',
    status: 200,
    answer: await createEncryption(Uint8Array.from(Buffer.from(firstKey, 'base64'))).encrypt(
      '{"success":true}',
      `response:${inviter.ownerId}:${inviter.userId}:kept`,
    ),
    at: new Date(),
  })
  const mailed = await mailedCode(server, 'inviter@example.com')

  server = await replaceServer({ SECRET_KEY: secondKey, SECRET_KEY_PREVIOUS: firstKey })
  await reuseCodes()
  expect(await server.answer(openChallenge, codeAt(secret, Date.now()))).toBe(true)
  expect(await server.answer(await server.challengeFor('ada'), codes[0]!)).toBe(true)
  const reset = { email: 'inviter@example.com', vcode: mailed, password: 'another-password-1' }
  expect((await server.visitor().call(login.resetPassword, reset)).success).toBe(true)
  await expect.poll(server.metrics).toContain('yiqiao_secret_keys_reencrypted 2\n')
  expect((await db.select().from(twoFactorSecrets))[0]!.sealedSecret).not.toBe(sealedBefore)
  expect(await signsIn(server, 'ada', secret)).toBe(true)
  expect(await server.metrics()).toContain('yiqiao_secret_keys_needed 1\n')
  expect((await ops({ DATABASE_URL: database.url }, 'secret-keys', 'list')).stdout).toContain(
    'keep as SECRET_KEY_PREVIOUS',
  )
  await stopAll()
  expect(await startError({ SECRET_KEY: secondKey })).toMatch(/^SECRET_KEY_PREVIOUS is not set to/)

  await passSettlingTime()
  server = await startWith({ SECRET_KEY: secondKey, SECRET_KEY_PREVIOUS: firstKey })
  await expect.poll(neededKeys).toBe(0)
  expect(await server.metrics()).toContain('yiqiao_secret_keys_needed 0\n')
  expect((await ops({ DATABASE_URL: database.url }, 'secret-keys', 'list')).stdout).toContain(
    'may be removed',
  )

  server = await replaceServer({ SECRET_KEY: secondKey })
  expect(await signsIn(server, 'ada', secret)).toBe(true)
  expect(await server.answer(await server.challengeFor('ada'), codes[0]!)).toBe(false)
  expect(await server.answer(await server.challengeFor('ada'), codes[1]!)).toBe(true)
  expect(await register(server, 'leaver@example.com', inviteCode)).toBe(0)

  server = await replaceServer({ SECRET_KEY: thirdKey, SECRET_KEY_PREVIOUS: secondKey })
  await expect.poll(server.metrics).toContain('yiqiao_secret_keys_reencrypted 3\n')
  await stopAll()
  await passSettlingTime()
  server = await startWith({ SECRET_KEY: thirdKey, SECRET_KEY_PREVIOUS: secondKey })
  await expect.poll(neededKeys).toBe(0)
  server = await replaceServer({ SECRET_KEY: thirdKey })
  expect(await signsIn(server, 'ada', secret)).toBe(true)
  expect(await server.answer(await server.challengeFor('ada'), codes[2]!)).toBe(true)
  expect(await cancelAccount(server, 'leaver@example.com')).toBe(true)
  await db.delete(formerAddresses)
  expect(await register(server, 'leaver@example.com', inviteCode)).toBe(
    businessLimits.freeTest.characters,
  )
  await stopAll()

  expect(await startError({ SECRET_KEY: firstKey })).toMatch(
    /^SECRET_KEY is not the one that this database was used with: its id is \S+, and that of the database’s key is \S+\. Set SECRET_KEY to that key; .* npm run ops -- secret-keys forget/,
  )
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from secret_keys where retired_at is null`,
  )
  const forget = ['secret-keys', 'forget', rows[0]!.id]
  expect((await ops({ DATABASE_URL: database.url }, ...forget)).code).toBe(3)
  expect((await ops({ DATABASE_URL: database.url }, ...forget, '--yes')).code).toBe(0)
  server = await startWith({ SECRET_KEY: keyOf(9) })
  expect(
    (await server.visitor().call(login.checkAccount, { account: 'ada@example.com' })).data,
  ).toBe(false)
})

test('each column with encrypted texts is re-encrypted', () => {
  const columns = Object.values(tables)
    .filter((table) => is(table, PgTable))
    .flatMap((table) =>
      Object.keys(getTableColumns(table))
        .filter((name) => name.startsWith('sealed'))
        .map((name) => `${getTableName(table)}.${name}`),
    )
  expect(columns.toSorted()).toEqual([
    'secret_keys.sealedHashKey',
    'two_factor_secrets.sealedSecret',
    'webhook_endpoints.sealedFormerSecret',
    'webhook_endpoints.sealedSecret',
  ])
  // The job itself re-encrypts `secret_keys`; `encryptedTexts` has the other tables and the stored
  // responses.
  expect(encryptedTexts).toHaveLength(new Set(columns.map((name) => name.split('.')[0])).size)
})

test('two processes with different current keys decrypt each other’s data', async () => {
  await stopAll()
  await db.execute(sql`delete from secret_keys`)
  await db.execute(sql`delete from two_factor_secrets`)
  await db.execute(sql`delete from idempotency`)
  await addPerson(db, { account: 'bob@example.com', username: 'bob' })
  const first = await startWith({ SECRET_KEY: firstKey, SECRET_KEY_PREVIOUS: secondKey })
  const second = await startWith({ SECRET_KEY: secondKey, SECRET_KEY_PREVIOUS: firstKey })
  const { secret, recoveryCodes: codes } = await enableTwoFactor(
    first.target,
    await signIn(first.target, 'bob'),
  )
  await reuseCodes()
  expect(await second.answer(await first.challengeFor('bob'), codeAt(secret, Date.now()))).toBe(
    true,
  )
  await reuseCodes()
  expect(await first.answer(await second.challengeFor('bob'), codeAt(secret, Date.now()))).toBe(
    true,
  )
  expect(await second.answer(await first.challengeFor('bob'), codes[0]!)).toBe(true)
  expect(await first.answer(await second.challengeFor('bob'), codes[0]!)).toBe(false)
})

test('without registered keys, a key that decrypts none of the secrets is refused', async () => {
  await stopAll()
  await db.execute(sql`delete from secret_keys`)
  expect(await startError({ SECRET_KEY: thirdKey })).toMatch(
    /^SECRET_KEY \(its id is \S+\) decrypts none of the secrets in the database\./,
  )
  expect(await startError({ SECRET_KEY: firstKey, SECRET_KEY_PREVIOUS: firstKey })).toMatch(
    /^SECRET_KEY_PREVIOUS is the same key as SECRET_KEY\./,
  )
  expect(await startError({ SECRET_KEY: firstKey, SECRET_KEY_PREVIOUS: secondKey })).toBe('started')
})
