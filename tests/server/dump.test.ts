/**
 * After a journey through everything that is secret: neither the log nor another answer tells any
 * of it, and a dump of the database lets nobody in.
 */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { login } from '#contract/login.ts'
import { orders } from '#contract/orders.ts'
import { twoFactor } from '#contract/two-factor.ts'
import { authSign, authToken } from '#contract/signing.ts'
import { spaceInvitations } from '#contract/workspace.ts'
import { users } from '#contract/users.ts'
import { nodeCrypto } from '#server/platform/crypto/crypto.ts'
import { createEncryption } from '#server/platform/crypto/encryption.ts'
import { codeAt, fromBase32, enableTwoFactor } from '#tests/support/actors/authenticator.ts'
import { addPeople, password } from '#tests/support/actors/people.ts'
import {
  caller,
  signIn,
  startServer,
  type Caller,
  type ApiErrorData,
  type TestServer,
} from '#tests/support/server/server.ts'
import { spaceOf } from '#tests/support/actors/workspaces.ts'
import { allRows } from '#tests/support/server/database-state.ts'

let server: TestServer
/** What nobody else may learn, with the only calls whose answers tell it. */
const secrets = new Map<string, { text: string; toldBy?: string }>()
const answers: { path: string; text: string }[] = []
let dump: Record<string, Record<string, unknown>[]>
let nora: Caller
const email = 'nora@example.com'
const second = 1_000

beforeAll(async () => {
  server = await startServer({}, undefined, { crypto: nodeCrypto })
  const plainFetch = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string, how?: RequestInit) => {
    const response = await plainFetch(address, how)
    answers.push({ path: new URL(address).pathname, text: await response.clone().text() })
    return response
  })
  await addPeople(server.database.db)
  await journey()
  const rows = await allRows(server.database.db)
  dump = Object.fromEntries(
    Object.entries(rows).map(([table, all]) => [
      table,
      all.map((row) => JSON.parse(row) as Record<string, unknown>),
    ]),
  )
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await server.close()
})

async function journey(): Promise<void> {
  const note = (name: string, text: string, toldBy?: string) =>
    void secrets.set(name, toldBy ? { text, toldBy } : { text })
  const visitor = caller(server, null)
  await visitor.call(login.sendVCode, { account: email })
  const vcode = server.mailbox.codeFor(email)
  note('mailed code', vcode)
  const chosen = 'chosen by Nora 1'
  note('password chosen', chosen)
  expect(
    (
      await visitor.call(login.register, {
        username: 'nora',
        account: email,
        password: chosen,
        vcode,
      })
    ).success,
  ).toBe(true)
  const first = await visitor.call(login.login, { account: 'nora', password: chosen })
  note('sk', first.data.sk, '/api/login/login')
  nora = caller(server, first.data)
  note('token', nora.headers()['auth-token']!)
  note('new password', password)
  expect((await nora.call(users.changePassword, { oldPassword: chosen, password })).success).toBe(
    true,
  )
  nora = await signIn(server, 'nora')
  note('sk of the next session', nora.signer!.sk, '/api/login/login')
  const { secret, recoveryCodes } = await enableTwoFactor(server, nora)
  note('secret of the second step', secret, '/api/secondStep/begin')
  for (const [index, code] of recoveryCodes.entries())
    note(`recovery code ${index}`, code, '/api/secondStep/confirm')
  const halfway = await visitor.call(login.login, { account: 'nora', password })
  const { challenge } = halfway.data as unknown as { challenge: string }
  note('challenge', challenge, '/api/login/login')
  server.passTime(31 * second)
  const code = codeAt(secret, server.now())
  note('code of the app', code)
  const through = await visitor.call(twoFactor.signIn, { challenge, code })
  expect(through.success).toBe(true)
  note('sk after the second step', through.data.sk, '/api/login/secondStep')
  nora = caller(server, through.data)
  await nora.call(
    orders.pay,
    { memberGroupId: '2', salesNum: 1, payChannel: 'WC_NATIVE' },
    { 'idempotency-key': 'wish-of-nora' },
  )
  await nora.call(spaceInvitations.create, {
    spaceId: await spaceOf(nora, 'Ours'),
    account: 'anna',
  })
  await nora.call(users.cancel, { userPassword: 'not her password' })
  note('password tried in vain', 'not her password')
  server.passTime(61 * second)
  await visitor.call(login.sendVCode, { account: email })
  note('mailed code that is still good', server.mailbox.codeFor(email))
  await visitor.call(login.resetPassword, { email, vcode: '000000', password: 'never became hers' })
  note('password that was refused', 'never became hers')
}

/**
 * Six digits stand in many a number, so codes are looked for where nothing but digits stands before
 * and after.
 */
const holds = (text: string, secret: string): boolean =>
  /^\d+$/.test(secret)
    ? new RegExp(`(?<![\\d.])${secret}(?!\\d)`).test(text)
    : text.includes(secret)

test('no line of the log tells a secret or whose address is whose', () => {
  const lines = server.lines()
  expect(lines.length).toBeGreaterThan(10)
  for (const [name, { text }] of secrets)
    expect(
      lines.filter((line) => holds(line, text)),
      name,
    ).toEqual([])
  expect(lines.filter((line) => line.includes(email))).toEqual([])
})

test('no answer tells a secret but the one that is to', () => {
  expect(answers.length).toBeGreaterThan(10)
  for (const [name, { text, toldBy }] of secrets)
    for (const answer of answers)
      if (answer.path !== toldBy)
        expect(holds(answer.text, text), `${name} in the answer of ${answer.path}`).toBe(false)
})

test('a dump holds no secret, in no spelling', () => {
  for (const [name, { text }] of secrets) {
    const bytes = [Buffer.from(text), ...(/^[A-Z2-7]{16,}$/.test(text) ? [fromBase32(text)] : [])]
    const spellings = [
      text,
      ...bytes.flatMap((of) => [
        of.toString('hex'),
        of.toString('base64').replace(/=+$/, ''),
        of.toString('base64url'),
      ]),
    ]
    for (const [table, rows] of Object.entries(dump))
      for (const row of rows)
        for (const [column, value] of Object.entries(row)) {
          // Ids, times and quantities of their own may have the digits of a code.
          if (
            typeof value === 'number' ||
            (typeof value === 'string' && /^[\d:TZ+. -]+$/.test(value) && value !== text)
          )
            continue
          const cell = typeof value === 'string' ? value : JSON.stringify(value)
          const found = spellings.find((spelling) => spelling.length >= 6 && holds(cell, spelling))
          expect(found, `${name} in ${table}.${column}: ${cell.slice(0, 200)}`).toBeUndefined()
        }
  }
})

test('nothing in a dump is a token or makes one', async () => {
  const texts = new Set<string>(
    Object.values(dump).flatMap((rows) =>
      rows.flatMap((row) => Object.values(row).filter((value) => typeof value === 'string')),
    ),
  )
  const userIds = dump['users']!.map(({ user_id }) => String(user_id as number))
  const session = dump['sessions']!.map((row) => String(row['token_hash']))
  expect(session.length).toBeGreaterThan(0)
  const tokens = [...texts]
    .filter((text) => /^[\w-]{16,100}$/.test(text))
    .flatMap((text) => [
      text.toUpperCase().slice(0, 32),
      nodeCrypto.md5(text).toUpperCase(),
      ...userIds.map((userId) => authToken(nodeCrypto.md5, { sk: text, userId })),
    ])
  const hashes = new Set(tokens.map((token) => nodeCrypto.sha256(token)))
  expect(session.filter((hash) => hashes.has(hash))).toEqual([])
  // And at the door itself, with what stands for the session.
  const token = session[0]!.slice(0, 32).toUpperCase()
  const now = String(server.now())
  const headers = {
    authorization: `Bearer ${token}`,
    'auth-token': token,
    'auth-timestamp': now,
    'auth-sign': authSign(nodeCrypto.md5, token, now),
  }
  expect((await fetch(`${server.api}/user/get`, { headers })).status).toBe(700)
})

test('the code that is still good can’t be found by trying all of them against a dump', () => {
  const [code] = dump['mail_codes']!.filter((row) => row['email'] === email)
  const [salt, mark] = [String(code!['salt']), String(code!['code_hash'])]
  const { text } = secrets.get('mailed code that is still good')!
  const guesses = [
    text,
    salt + text,
    text + salt,
    `${salt}:${text}`,
    `${text}:${salt}`,
    `${email}:${text}`,
    `${email}:${salt}:${text}`,
  ]
  const hashes = guesses.flatMap((guess) =>
    ['md5', 'sha1', 'sha256', 'sha512'].map((how) => createHash(how).update(guess).digest()),
  )
  expect(
    hashes.flatMap((hash) => [hash.toString('hex'), hash.toString('base64url')]),
  ).not.toContain(mark)
})

test('passwords are hashed slowly, each with a salt of its own', () => {
  const hashOf = (row: Record<string, unknown>) => String(row['password_hash'])
  const hashes = dump['users']!.map(hashOf)
  // The test's own accounts share a cheap hash; hers was made by the server, of the same password.
  const cheap = hashOf(dump['users']!.find((row) => row['username'] === 'anna')!)
  const hers = hashOf(dump['users']!.find((row) => row['username'] === 'nora')!)
  for (const hash of hashes.filter((one) => one !== cheap))
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(hers).not.toBe(cheap)
  expect(hashes.filter((hash) => hash === hers)).toHaveLength(1)
})

test('who has a dump and not the server’s key can’t go on from a password that was never given', async () => {
  const row = dump['users']!.find(({ username }) => username === 'nora')!
  const claim = {
    ownerId: String(row['owner_id']),
    userId: String(row['user_id']),
    password: nodeCrypto.sha256(String(row['password_hash'])).slice(0, 16),
    clientType: 'web',
    until: server.now() + 60 * second,
  }
  const forged = await createEncryption(new Uint8Array(32).fill(8)).encrypt(
    JSON.stringify(claim),
    'challenge',
  )
  const { text: secret } = secrets.get('secret of the second step')!
  server.passTime(31 * second)
  const reply = await caller(server, null).call(twoFactor.signIn, {
    challenge: forged,
    code: codeAt(secret, server.now()),
  })
  expect((reply.data as unknown as ApiErrorData).code).toBe('secondStepOver')
})
