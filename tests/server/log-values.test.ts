/**
 * The log contains the cause of each error in PostgreSQL's words, but no value of the failed calls.
 */
import { readFileSync } from 'node:fs'
import { sql, type SQL } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '#contract/login.ts'
import { orders } from '#contract/orders.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { translation } from '#contract/translation.ts'
import { users } from '#contract/users.ts'
import { handlers } from '#server/handlers.ts'
import type { Db } from '#server/platform/db/open.ts'
import { startJob } from '#server/platform/job-loop.ts'
import { sendDueMails } from '#server/platform/mail/outbox.ts'
import { describeError, redact, traceError } from '#server/platform/log.ts'
import { demoPassword } from '#server/seed/demo.ts'
import { addPeople, password, type Person } from '#tests/support/actors/people.ts'
import {
  caller,
  signedIn,
  startServer,
  type Caller,
  type TestServer,
} from '#tests/support/server/server.ts'
import { demoDatabase } from '#tests/support/server/demo-database.ts'
import { freshUrl, isOnCitus } from '#tests/support/server/postgres.ts'
import { serverProcess } from '#tests/support/server/server-process.ts'
import { contacts, createSpace } from '#tests/support/actors/workspaces.ts'

let server: TestServer
let anna: Person
let annaCaller: Caller
let space: string
let round = 0
const secrets = new Set<string>([
  password,
  'Wrong-guess-77',
  'Fresh-secret-88',
  'Text-to-be-translated-99',
  'Guest Person-55',
  '+86 555 0100 222',
  'from-the-vault',
])

beforeAll(async () => {
  server = await startServer()
  anna = (await addPeople(server.database.db)).anna
  annaCaller = await signedIn(server, anna)
  space = await createSpace(annaCaller, 'Customers')
  secrets.add(annaCaller.signer!.sk)
  secrets.add('anna@example.com').add('carl@example.com')
})
afterAll(() => server.close())

/** Calls many endpoints. Returns the statuses. */
async function callManyEndpoints(): Promise<number[]> {
  const tag = `${(round += 1)}`
  const email = `reader-${tag}@post.example.org`
  secrets.add(email)
  const visitor = caller(server, null)
  const statuses: number[] = []
  const call = async (...args: Parameters<Caller['call']>) => {
    const reply = await annaCaller.call(...args)
    statuses.push(reply.status)
  }
  const callAsVisitor = async (...args: Parameters<Caller['call']>) =>
    statuses.push((await visitor.call(...args)).status)
  await callAsVisitor(login.sendVCode, { account: email })
  const vcode = server.mailbox.codeFor(email) || '314159'
  if (vcode !== '314159') secrets.add(vcode)
  await callAsVisitor(login.register, {
    username: `reader${tag}`,
    account: email,
    password: 'Fresh-secret-88',
    vcode,
    nickname: null,
  })
  await callAsVisitor(login.login, { account: 'carl@example.com', password: 'Wrong-guess-77' })
  await callAsVisitor(login.login, { account: 'anna@example.com', password })
  await callAsVisitor(login.checkAccount, { account: email })
  await call(translation.text, { source: 'zh', target: 'en', text: 'Text-to-be-translated-99' })
  await call(contacts.create, {
    spaceId: space,
    title: 'Guest Person-55',
    cellphone: '+86 555 0100 222',
  })
  await call(subAccounts.create, {
    account: `child-${tag}@post.example.org`,
    password: 'Fresh-secret-88',
  })
  await call(orders.pay, { memberGroupId: '2', salesNum: 1, payChannel: 'WC_NATIVE' })
  secrets.add(`child-${tag}@post.example.org`)
  await fetch(`${server.origin}/UserCenterIndex?t=${annaCaller.signer!.sk}`)
  await fetch(`${server.origin}/api/unknown/${email}/${annaCaller.signer!.sk}`)
  return statuses
}

const tables = [
  'users',
  'login_names',
  'mail_codes',
  'sessions',
  'throttles',
  'balances',
  'account_log',
  'translation_log',
  'contacts',
  'orders',
  'login_log',
]

function expectNoSecrets(lines: readonly string[]): void {
  const leaks = [...secrets].flatMap((secret) =>
    lines.filter((line) => line.includes(secret)).map((line) => `${secret} in ${line}`),
  )
  expect(leaks).toEqual([])
}

test(
  'errors of a missing table are logged with PostgreSQL’s code, and without values',
  { timeout: 300_000 },
  async () => {
    const { db } = server.database
    for (const table of ['sessions', 'balances', 'contacts']) {
      await db.execute(sql.raw(`alter table ${table} rename to gone_${table}`))
      const statuses = await callManyEndpoints()
      await db.execute(sql.raw(`alter table gone_${table} rename to ${table}`))
      expect(statuses, table).toContain(500)
      const failed = server
        .lines()
        .filter(
          (line) =>
            line.includes(`relation \\"${table}\\" does not exist`) && line.includes('42P01'),
        )
      expect(failed.length, table).toBeGreaterThan(0)
      server.passTime(120_000)
    }
    expectNoSecrets(server.lines())
  },
)

test(
  'row values quoted by a constraint or trigger stay out of the log',
  { timeout: 300_000 },
  async () => {
    const { db } = server.database
    // A cluster loses the code of what fails while it copies rows to their machine.
    const forced = isOnCitus() ? /23514|XX000/ : /23514/
    await db.execute(
      sql.raw(`create function quote_row() returns trigger language plpgsql as $$ begin
      raise exception 'forced failure' using errcode = '23514', detail = new::text, hint = new::text; end $$`),
    )
    for (const table of tables) {
      await db.execute(
        sql.raw(
          `create trigger quoting before insert or update on ${table} for each row execute function quote_row()`,
        ),
      )
      const before = server.lines().length
      await callManyEndpoints()
      await db.execute(sql.raw(`drop trigger quoting on ${table}`))
      const failed = server
        .lines()
        .slice(before)
        .filter((line) => line.includes('forced failure') && forced.test(line))
      expect(failed.length, table).toBeGreaterThan(0)
      server.passTime(120_000)
    }
    expectNoSecrets(server.lines())
  },
)

test('address, subject and code in a mail server’s reply stay out of the log', async () => {
  const { db } = server.database
  const smtpError = Object.assign(
    new Error(
      '550 5.1.1 <Dora.Known@Post.example.org>: user dora.known is unknown; subject 271828',
    ),
    {
      responseCode: 550,
      command: 'RCPT TO',
      code: 'EENVELOPE',
    },
  )
  const now = sql`${server.services.clock().toISOString()}::timestamptz`
  const { rows } = await db.execute<{ id: string }>(
    sql`insert into mails (message_id, "to", subject, text, html, created_at, due_at)
      values (gen_random_uuid(), 'dora.known@post.example.org', '271828', 'x', 'x', ${now}, ${now}) returning id::text as id`,
  )
  await sendDueMails(server.services, { send: () => Promise.reject(smtpError), close: () => {} })
  const line = server.lines().find((text) => text.includes(`"mail":${rows[0]!.id},`))
  expect(line).toContain('550')
  expect(line).toContain('EENVELOPE')
  expect(line).not.toMatch(/dora|known@|271828/i)
})

test('an error of PostgreSQL is described with code and message, without values', async () => {
  const { db } = server.database
  const failure = async (statement: string) =>
    db.execute(sql.raw(statement)).then(String, (reason: unknown) => describeError(reason))
  expect(await failure(`select 'from-the-vault'::int`)).toMatch(
    /invalid input syntax for type integer: "…" \(code 22P02/,
  )
  expect(await failure(`select 'from-the-vault'::timestamptz`)).toContain('22007')
  expect(
    await failure(
      `insert into throttles (key, count, resets_at) values ('from-the-vault', 1, now()), ('from-the-vault', 1, now())`,
    ),
  ).toMatch(
    /duplicate key value violates unique constraint "throttles_pkey" \(code 23505, .*table throttles, constraint throttles_pkey/,
  )
  for (const text of [
    `select 'from-the-vault'::int`,
    `select 'from-the-vault'::timestamptz`,
    `select nothing from users where account = 'from-the-vault'`,
  ])
    expect(await failure(text)).not.toContain('vault')
})

test('a failing statement is logged with code, constraint and SQL text, in handlers and jobs', async () => {
  const failures = {
    23505: sql`insert into throttles (key, count, resets_at)
      select ${'from-the-vault'}, 1, now() from generate_series(1, 2)`,
    42601: sql`select ${'from-the-vault'} fro users wher`,
    22007: sql`select ${'from-the-vault'}::text::timestamptz`,
    22003: sql`select ${'271828182845904523536'}::text::bigint`,
  }
  let failingStatement = failures[23505]
  const failing = await startServer({}, server.database, {
    handlers: {
      ...handlers,
      users: { ...handlers.users, get: (_, { db }) => fail(db, failingStatement) },
    },
  })
  const fail = async (db: Db, statement: SQL) => (await db.execute(statement)) as never
  const failingCaller = caller({ ...failing, now: failing.now }, annaCaller.signer)
  for (const [code, statement] of Object.entries(failures)) {
    failingStatement = statement
    expect((await failingCaller.call(users.get, {})).status).toBe(500)
    const job = startJob(
      {
        name: 'failing',
        failureEvent: `job ${code}`,
        firstDelay: 0,
        interval: 60_000,
        round: () => fail(server.database.db, statement),
      },
      failing.services,
    )
    await expect.poll(() => failing.lines().join()).toContain(`job ${code}`)
    await job.stop()
  }
  const logged = failing.lines().map((line) => JSON.parse(line) as Record<string, unknown>)
  for (const event of ['request', 'job'])
    for (const [code, constraint, statement] of [
      ['23505', 'throttles_pkey', 'select $1, 1, now() from generate_series(1, 2)'],
      ['42601', undefined, 'select $1 fro users wher'],
      ['22007', undefined, 'select $1::text::timestamptz'],
      ['22003', undefined, 'select $1::text::bigint'],
    ]) {
      const line = logged.find(
        (text) => String(text['event']).startsWith(event) && text['sqlState'] === code,
      )
      expect(line?.['constraint'], code).toBe(constraint)
      expect(line?.['statement'], code).toContain(statement)
      expect(line?.['reason'], code).toContain(`code ${code}`)
    }
  expectNoSecrets(failing.lines())
  expect(failing.lines().join()).not.toMatch(/271828/)
  await failing.close()
})

test('secrets in URLs, e-mail addresses and parser quotes are removed from other errors', () => {
  const nested = new TypeError('fetch failed', {
    cause: new Error(
      'connect to https://u:from-the-vault@api.example.com/v1?key=from-the-vault failed',
    ),
  })
  expect(describeError(nested)).toBe(
    'TypeError: fetch failed <- Error: connect to https://api.example.com/v1 failed',
  )
  const parsing = (() => {
    try {
      JSON.parse('{"password":"from-the-vault",}')
    } catch (error) {
      return describeError(error)
    }
    return ''
  })()
  expect(parsing).toMatch(/^SyntaxError: /)
  expect(parsing).not.toContain('vault')
  expect(redact('postgres://app:p@ss/from-the-vault@db.example.com:5432/app is down')).toBe(
    'postgres://db.example.com:5432/app is down',
  )
  expect(describeError('ask anna@example.com or carl%40example.com')).toBe('ask …@… or …@…')
  const forgedTrace = new Error('Failed query: x\nparams: a\n    at from-the-vault (secret.ts:1:1)')
  expect(traceError(forgedTrace)).toMatch(/^Error: Failed query\n\s+at /)
  expect(traceError(forgedTrace)).not.toContain('vault')
})

test(
  'a server process logs why calls fail, without their values',
  { timeout: 120_000 },
  async () => {
    const env = await demoDatabase()
    const running = serverProcess({ ...env, APP_MODE: 'demo' })
    const api = `${await running.address()}/api`
    const visitor = caller({ api, now: Date.now }, null)
    const client = new Client(env.DATABASE_URL)
    await client.connect()
    for (const table of ['login_names', 'sessions']) {
      await client.query(`alter table ${table} rename to gone`)
      await visitor.call(login.sendVCode, { account: 'process-reader@post.example.org' })
      await visitor.call(login.login, {
        account: 'process-reader@post.example.org',
        password: 'from-the-vault',
      })
      await visitor.call(login.login, { account: 'demo@example.com', password: demoPassword })
      await client.query(`alter table gone rename to ${table}`)
      await expect.poll(running.output).toContain(`relation \\"${table}\\" does not exist`)
    }
    await client.end()
    expect(await running.end('SIGTERM')).toBe(0)
    const logged = running
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    for (const value of ['process-reader', 'from-the-vault', demoPassword, 'demo@example.com'])
      expect(logged.join('\n')).not.toContain(value)
  },
)

test(
  'a start that fails prints the cause without the values of the statement',
  { timeout: 60_000 },
  async () => {
    const url = await freshUrl()
    const client = new Client(url)
    await client.connect()
    await client.query('create view users as select 1 as n')
    await client.end()
    const processOnWrongTables = serverProcess({ DATABASE_URL: url, APP_MODE: 'demo' })
    expect(await processOnWrongTables.end()).toBe(1)
    expect(processOnWrongTables.output()).toContain('relation "users" already exists (code 42P07')
    expect(processOnWrongTables.output()).not.toContain('params:')
  },
)

test('no server module formats an error by itself', () => {
  const modules = import.meta.glob('../../src/server/**/*.ts')
  expect(Object.keys(modules).length).toBeGreaterThan(100)
  for (const file of Object.keys(modules)) {
    if (file.endsWith('/platform/log.ts')) continue
    const source = readFileSync(new URL(file, import.meta.url), 'utf8')
    expect(source, file).not.toMatch(
      /String\((?:reason|error|failure|why)\)|reason: (?:reason|error|failure)\.message|\.stack\b(?!s)/,
    )
  }
})
