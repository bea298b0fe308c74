/** `/readyz`: success only while the process can work, with the cause of a failure in the log. */
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { reconcile } from '#server/features/ledger/reconciliation/job.ts'
import { users } from '#contract/users.ts'
import { addPeople } from '#tests/support/actors/people.ts'
import { isOnCitus, nameIn } from '#tests/support/server/postgres.ts'
import { signedIn, startServer, type TestServer } from '#tests/support/server/server.ts'

async function readyz({ origin }: TestServer) {
  const response = await fetch(`${origin}/readyz`)
  return {
    status: response.status,
    ...((await response.json()) as { success: boolean; data: Record<string, unknown> }),
  }
}

test('with a read-only database the process is not ready, and the log names the check', async () => {
  const server = await startServer()
  expect(await readyz(server)).toMatchObject({ status: 200, success: true, data: { ok: true } })
  await setReadOnly(server.database.url, true)
  // The ended connections fail once more before the pool replaces them.
  const readyzLater = () => (server.passTime(6_000), readyz(server))
  await expect.poll(readyzLater).toMatchObject({
    status: 503,
    success: false,
    data: { ok: false },
  })
  await expect
    .poll(() =>
      server
        .lines()
        .filter((line) => line.includes('readiness check failed') && line.includes('writes'))
        .join(),
    )
    .toContain('25006')
  await setReadOnly(server.database.url, false)
  await expect.poll(readyzLater).toMatchObject({ status: 200, data: { ok: true } })
  expect(server.lines().some((line) => line.includes('readiness check passes again'))).toBe(true)
  await server.close()
})

test('the heartbeat allocates a page each time and leaves no row', async () => {
  const server = await startServer()
  const valueOf = async (expression: string) =>
    (await server.database.db.execute<{ n: string }>(sql.raw(`select ${expression} as n`))).rows[0]!
      .n
  const pages = async () => Number(await valueOf(`pg_relation_size('heartbeats') / 8192`))
  for (const expected of [1, 2, 3]) {
    server.passTime(6_000)
    expect((await readyz(server)).status).toBe(200)
    expect(await pages()).toBe(expected)
  }
  await Promise.all(Array.from({ length: 20 }, () => readyz(server)))
  expect(await pages()).toBe(3)
  // Last, because reading the table reclaims its pages.
  expect(await valueOf('(select count(*) from heartbeats)')).toBe('0')
  await server.close()
})

test('without a ledger check for five minutes the process is not ready, except after the start', async () => {
  const server = await startServer()
  server.passTime(4 * 60_000)
  expect((await readyz(server)).status).toBe(200)
  server.passTime(2 * 60_000)
  expect((await readyz(server)).status).toBe(503)
  expect(server.lines().join()).toContain('"check":"ledger"')
  await reconcile(server.services)
  expect((await readyz(server)).status).toBe(200)
  server.passTime(5 * 60_000 + 1)
  expect((await readyz(server)).status).toBe(503)
  await server.close()
})

test('after an outage of six minutes the process is ready before the next ledger check', async () => {
  const server = await startServer()
  await reconcile(server.services)
  expect((await readyz(server)).status).toBe(200)
  await setReadOnly(server.database.url, true)
  server.passTime(6 * 60_000)
  await expect.poll(() => readyz(server)).toMatchObject({ status: 503 })
  await setReadOnly(server.database.url, false)
  await expect.poll(() => (server.passTime(1_000), readyz(server))).toMatchObject({ status: 200 })
  await server.close()
})

test('the response contains only whether the process is ready', async () => {
  const server = await startServer()
  expect((await readyz(server)).data).toEqual({ ok: true })
  await setReadOnly(server.database.url, true)
  server.passTime(6_000)
  expect((await readyz(server)).data).toEqual({ ok: false })
  await server.close()
})

/** Sets the database's default and ends its connections, which would keep the former setting. */
async function setReadOnly(url: string, isReadOnly: boolean): Promise<void> {
  const client = new Client(url)
  await client.connect()
  await client.query('set default_transaction_read_only = off')
  await client.query(
    `alter database ${nameIn(url)} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`,
  )
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
}

test('while the clocks of host and database differ the process is not ready', async () => {
  let isTrusted = true
  const server = await startServer({}, undefined, { isClockTrusted: () => isTrusted })
  expect(await readyz(server)).toMatchObject({ status: 200, data: { ok: true } })
  isTrusted = false
  expect(await readyz(server)).toMatchObject({ status: 503, data: { ok: false } })
  expect(server.lines().join()).toContain('"check":"clock"')
  isTrusted = true
  expect((await readyz(server)).status).toBe(200)
  await server.close()
})

// A pooler's and a cluster's backends are not those of the server's connections.
const hasOwnBackends = !process.env['TEST_POOLER'] && !isOnCitus()

test.skipIf(!hasOwnBackends).each([
  ['two of five connections', 'yiqiao', 2],
  ['a connection for short reads', 'yiqiao reads', 1],
])('the process is not ready while frozen: %s', async (_, application, count) => {
  const server = await startServer()
  const anna = await signedIn(server, (await addPeople(server.database.db)).anna)
  const useConnections = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () => server.database.db.execute(sql`select pg_sleep(0.5)`)),
    )
  await useConnections(5)
  expect((await anna.call(users.get, {})).success).toBe(true)
  expect((await readyz(server)).status).toBe(200)
  const { rows } = await server.database.db.execute<{ pid: number }>(
    sql`select pid from pg_stat_activity where datname = current_database()
      and application_name = ${application} and pid <> pg_backend_pid() order by backend_start limit ${count}`,
  )
  expect(rows).toHaveLength(count)
  for (const { pid } of rows) process.kill(pid, 'SIGSTOP')
  const calls = Promise.all([
    useConnections(server.database.connections().open),
    anna.call(users.get, {}),
  ])
  try {
    await expect.poll(() => readyz(server)).toMatchObject({ status: 503 })
    expect(server.lines().join()).toMatch(/"reason":"[^"]*no answer\./)
  } finally {
    for (const { pid } of rows) process.kill(pid, 'SIGCONT')
  }
  await calls
  await expect.poll(() => readyz(server)).toMatchObject({ status: 200 })
  await server.close()
})
