/** Secrets appear in no log line, no other response and no database dump. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '#contract/login.ts'
import { orders } from '#contract/orders.ts'
import { twoFactor } from '#contract/two-factor.ts'
import { computeAuthSign, computeAuthToken } from '#contract/signing.ts'
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
  type CalledServer,
  type TestServer,
} from '#tests/support/server/server.ts'
import { createSpace } from '#tests/support/actors/workspaces.ts'
import { allRows } from '#tests/support/server/database-state.ts'

let server: TestServer & Pick<CalledServer, 'onReply'>
/** Secrets by name. `revealedBy`: path of the only endpoint whose response may contain the text. */
const secrets = new Map<string, { text: string; revealedBy?: string }>()
const answers: { path: string; text: string }[] = []
let dump: Record<string, Record<string, unknown>[]>
let nora: Caller
const email = 'nora@example.com'
const secondMs = 1_000

beforeAll(async () => {
  server = {
    ...(await startServer({}, undefined, { crypto: nodeCrypto })),
    onReply: (path, text) => answers.push({ path: `/api${path.split('?')[0]}`, text }),
  }
  await addPeople(server.database.db)
  await runScenario()
  const rows = await allRows(server.database.db)
  dump = Object.fromEntries(
    Object.entries(rows).map(([table, all]) => [
      table,
      all.map((row) => JSON.parse(row) as Record<string, unknown>),
    ]),
  )
})
afterAll(async () => {
  await server.close()
})

async function runScenario(): Promise<void> {
  const recordSecret = (name: string, text: string, revealedBy?: string) =>
    void secrets.set(name, revealedBy ? { text, revealedBy } : { text })
  const visitor = caller(server, null)
  await visitor.call(login.sendVCode, { account: email })
  const vcode = server.mailbox.codeFor(email)
  recordSecret('mailed code', vcode)
  const firstPassword = 'chosen by Nora 1'
  recordSecret('password chosen', firstPassword)
  expect(
    (
      await visitor.call(login.register, {
        username: 'nora',
        account: email,
        password: firstPassword,
        vcode,
      })
    ).success,
  ).toBe(true)
  const first = await visitor.call(login.login, { account: 'nora', password: firstPassword })
  recordSecret('sk', first.data.sk, '/api/login/login')
  nora = caller(server, first.data)
  recordSecret('token', nora.headers()['auth-token']!)
  recordSecret('new password', password)
  expect(
    (await nora.call(users.changePassword, { oldPassword: firstPassword, password })).success,
  ).toBe(true)
  nora = await signIn(server, 'nora')
  recordSecret('sk of the next session', nora.signer!.sk, '/api/login/login')
  const { secret, recoveryCodes } = await enableTwoFactor(server, nora)
  recordSecret('secret of the second step', secret, '/api/secondStep/begin')
  for (const [index, code] of recoveryCodes.entries())
    recordSecret(`recovery code ${index}`, code, '/api/secondStep/confirm')
  const pendingSignIn = await visitor.call(login.login, { account: 'nora', password })
  const { challenge } = pendingSignIn.data as unknown as { challenge: string }
  recordSecret('challenge', challenge, '/api/login/login')
  server.passTime(31 * secondMs)
  const code = codeAt(secret, server.now())
  recordSecret('code of the app', code)
  const signedInReply = await visitor.call(twoFactor.signIn, { challenge, code })
  expect(signedInReply.success).toBe(true)
  recordSecret('sk after the second step', signedInReply.data.sk, '/api/login/secondStep')
  nora = caller(server, signedInReply.data)
  await nora.call(
    orders.pay,
    { memberGroupId: '2', salesNum: 1, payChannel: 'WC_NATIVE' },
    { 'idempotency-key': 'wish-of-nora' },
  )
  await nora.call(spaceInvitations.create, {
    spaceId: await createSpace(nora, 'Ours'),
    account: 'anna',
  })
  await nora.call(users.cancel, { userPassword: 'not her password' })
  recordSecret('password tried in vain', 'not her password')
  server.passTime(61 * secondMs)
  await visitor.call(login.sendVCode, { account: email })
  recordSecret('mailed code that is still good', server.mailbox.codeFor(email))
  await visitor.call(login.resetPassword, { email, vcode: '000000', password: 'never became hers' })
  recordSecret('password that was refused', 'never became hers')
}

/**
 * Whether a text contains a secret. Digits match as a whole number, since longer numbers may
 * contain six digits by chance.
 */
const containsSecret = (text: string, secret: string): boolean =>
  /^\d+$/.test(secret)
    ? new RegExp(`(?<![\\d.])${secret}(?!\\d)`).test(text)
    : text.includes(secret)

test('no log line contains a secret or the e-mail address', () => {
  const lines = server.lines()
  expect(lines.length).toBeGreaterThan(10)
  for (const [name, { text }] of secrets)
    expect(
      lines.filter((line) => containsSecret(line, text)),
      name,
    ).toEqual([])
  expect(lines.filter((line) => line.includes(email))).toEqual([])
})

test('no response contains a secret but the one that issues it', () => {
  expect(answers.length).toBeGreaterThan(10)
  for (const [name, { text, revealedBy }] of secrets)
    for (const received of answers)
      if (received.path !== revealedBy)
        expect(
          containsSecret(received.text, text),
          `${name} in the answer of ${received.path}`,
        ).toBe(false)
})

test('a dump contains no secret, in any encoding', () => {
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
          // Ids, times and amounts may contain the digits of a code by chance.
          if (
            typeof value === 'number' ||
            (typeof value === 'string' && /^[\d:TZ+. -]+$/.test(value) && value !== text)
          )
            continue
          const cell = typeof value === 'string' ? value : JSON.stringify(value)
          const found = spellings.find(
            (spelling) => spelling.length >= 6 && containsSecret(cell, spelling),
          )
          expect(found, `${name} in ${table}.${column}: ${cell.slice(0, 200)}`).toBeUndefined()
        }
  }
})

test('no value in a dump is a session token or can be turned into one', async () => {
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
      ...userIds.map((userId) => computeAuthToken(nodeCrypto.md5, { sk: text, userId })),
    ])
  const hashes = new Set(tokens.map((token) => nodeCrypto.sha256(token)))
  expect(session.filter((hash) => hashes.has(hash))).toEqual([])
  // Also tries a token hash as a token.
  const token = session[0]!.slice(0, 32).toUpperCase()
  const now = String(server.now())
  const headers = {
    authorization: `Bearer ${token}`,
    'auth-token': token,
    'auth-timestamp': now,
    'auth-sign': computeAuthSign(nodeCrypto.md5, token, now),
  }
  expect((await fetch(`${server.api}/user/get`, { headers })).status).toBe(700)
})

test('a valid code cannot be found by hashing guesses against a dump', () => {
  const [code] = dump['mail_codes']!.filter((row) => row['email'] === email)
  const [salt, codeHash] = [String(code!['salt']), String(code!['code_hash'])]
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
    ['md5', 'sha1', 'sha256', 'sha512'].map((algorithm) =>
      createHash(algorithm).update(guess).digest(),
    ),
  )
  expect(
    hashes.flatMap((hash) => [hash.toString('hex'), hash.toString('base64url')]),
  ).not.toContain(codeHash)
})

test('passwords are hashed slowly, each with a salt of its own', () => {
  const hashOf = (row: Record<string, unknown>) => String(row['password_hash'])
  const hashes = dump['users']!.map(hashOf)
  // The accounts of the fixtures share a cheap hash; the server made this one, of the same
  // password.
  const cheap = hashOf(dump['users']!.find((row) => row['username'] === 'anna')!)
  const norasHash = hashOf(dump['users']!.find((row) => row['username'] === 'nora')!)
  for (const hash of hashes.filter((one) => one !== cheap))
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(norasHash).not.toBe(cheap)
  expect(hashes.filter((hash) => hash === norasHash)).toHaveLength(1)
})

test('a forged two-factor challenge is refused without the server’s encryption key', async () => {
  const row = dump['users']!.find(({ username }) => username === 'nora')!
  const claim = {
    ownerId: String(row['owner_id']),
    userId: String(row['user_id']),
    password: nodeCrypto.sha256(String(row['password_hash'])).slice(0, 16),
    clientType: 'web',
    until: server.now() + 60 * secondMs,
  }
  const forged = await createEncryption(new Uint8Array(32).fill(8)).encrypt(
    JSON.stringify(claim),
    'challenge',
  )
  const { text: secret } = secrets.get('secret of the second step')!
  server.passTime(31 * secondMs)
  const reply = await caller(server, null).call(twoFactor.signIn, {
    challenge: forged,
    code: codeAt(secret, server.now()),
  })
  expect((reply.data as unknown as ApiErrorData).code).toBe('secondStepOver')
})
