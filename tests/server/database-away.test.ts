/** The database is unavailable for a time, as during a failover: calls get 503 and recover. */
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import { orders } from '#contract/orders.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { transaction } from '#server/platform/db/db.ts'
import { openDb } from '#server/platform/db/open.ts'
import { addPeople } from '#tests/support/actors/people.ts'
import { openNoticeStream } from '#tests/support/server/event-stream.ts'
import { activityView } from '#tests/support/server/database-state.ts'
import { freshDb, isOnCitus, nameIn } from '#tests/support/server/postgres.ts'
import { caller, signedIn, startServer } from '#tests/support/server/server.ts'

const unavailable = { status: 503, data: { code: 'unavailable' } }

test('while the database is away calls get 503 with Retry-After, and later succeed', async () => {
  const fresh = await freshDb(2)
  const relay = await startRelay(socketIn(fresh.url))
  const url = `postgres://postgres@127.0.0.1:${relay.port}/${nameIn(fresh.url)}`
  const database = { ...openDb(url, { connections: 8 }), url }
  const server = await startServer({}, database)
  const { anna, sub } = await addPeople(database.db)
  const owner = await signedIn(server, anna)
  const reader = await openNoticeStream(server.api, await signedIn(server, sub))
  const key = { 'idempotency-key': 'across-the-outage' }
  const distribute = () =>
    owner.call(subAccounts.distribute, { childUserId: sub.userId, changeCharNum: 7 }, key)

  const first = { childUserId: sub.userId, changeCharNum: 5 }
  expect((await owner.call(subAccounts.distribute, first)).success).toBe(true)
  // Its notice is written shortly after the response.
  await relay.cut()
  const replies = [
    await distribute(),
    await owner.call(orders.page, {}),
    await owner.call(users.get, {}),
  ]
  for (const reply of replies) {
    expect(reply).toMatchObject(unavailable)
    expect(reply.headers.get('retry-after')).toBe('5')
    expect(reply.msg).toBe('The service is not available at the moment. Please try again in 5 s.')
  }
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(503)
  const failed = server.lines().filter((line) => line.includes('"code":"unavailable"'))
  expect(failed).toHaveLength(3)
  for (const line of failed) expect(line).toContain('"level":"warn"')

  await relay.restore()
  await vi.waitFor(async () => expect((await distribute()).success).toBe(true), 30_000)
  // The same idempotency key again.
  expect((await distribute()).success).toBe(true)
  const titles = () => reader.notices().map(({ type }) => type)
  await vi.waitFor(() => expect(titles()).toHaveLength(2), 30_000)
  const { rows } = await database.db.execute(
    sql`select 1 from account_log where user_id = ${sub.userId} and log_type = 'DISTRIBUTION'`,
  )
  expect(rows).toHaveLength(2)
  await reader.close()
  await server.close()
  await database.close()
  await relay.cut()
  await fresh.close()
})

// Behind a pooler, connections are not the server's own, and the setting of the database is not theirs.
test.skipIf(process.env['TEST_POOLER'])(
  'a call given up by a statement or lock timeout gets 503, and repeated under its key applies once',
  async () => {
    const fresh = await freshDb(2)
    const { anna, sub } = await addPeople(fresh.db)
    await fresh.db.execute(
      sql.raw(`alter database ${nameIn(fresh.url)} set lock_timeout = '500ms'`),
    )
    const database = { ...openDb(fresh.url, { connections: 8 }), url: fresh.url }
    const server = await startServer({}, database)
    const owner = await signedIn(server, anna)
    const distribute = (key: string) =>
      owner.call(
        subAccounts.distribute,
        { childUserId: sub.userId, changeCharNum: 7 },
        { 'idempotency-key': key },
      )
    /** Distributes while another connection holds the row of the balance. */
    const distributeLocked = (key: string, meanwhile: () => Promise<unknown>) =>
      transaction(fresh.db, async (tx) => {
        await tx.execute(sql`select from balances where owner_id = ${anna.ownerId} for update`)
        const [reply] = await Promise.all([distribute(key), meanwhile()])
        return reply
      })
    const cancelWaiting = () =>
      vi.waitFor(async () => {
        const { rows } = await fresh.db.execute(
          `select pg_cancel_backend(${isOnCitus() ? 'global_pid' : 'pid'}) from ${activityView()}
            where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(rows).not.toEqual([])
      }, 10_000)

    for (const [key, meanwhile] of [
      ['statement', cancelWaiting],
      ['lock', async () => {}],
    ] as const) {
      const givenUp = await distributeLocked(key, meanwhile)
      expect(givenUp).toMatchObject(unavailable)
      expect(givenUp.headers.get('retry-after')).toBe('5')
      const repeated = await distribute(key)
      expect(repeated.success).toBe(true)
      expect((await distribute(key)).text).toBe(repeated.text)
    }
    const { rows } = await fresh.db.execute(
      sql`select 1 from account_log where user_id = ${sub.userId} and log_type = 'DISTRIBUTION'`,
    )
    expect(rows).toHaveLength(2)
    await server.close()
    await database.close()
    await fresh.close()
  },
)

// Behind a pooler, the setting stays on the pooler's connections, which the server can't replace.
test.skipIf(process.env['TEST_POOLER'])(
  'a read-only database is unavailable, and its connections are replaced',
  async () => {
    const server = await startServer()
    const { anna, sub } = await addPeople(server.database.db)
    const owner = await signedIn(server, anna)
    const distribute = async (n: number) =>
      owner.call(subAccounts.distribute, { childUserId: sub.userId, changeCharNum: n })
    const { db } = server.database
    // Makes every connection of the pool read-only, as if a proxy had led it to a replica.
    await Promise.all(
      Array.from({ length: 4 }, () =>
        db.execute(
          sql`select set_config('default_transaction_read_only', 'on', false), pg_sleep(0.2)`,
        ),
      ),
    )
    expect(await distribute(1)).toMatchObject(unavailable)
    await vi.waitFor(async () => expect((await distribute(2)).success).toBe(true), 30_000)
    await server.close()
  },
)

test('a replica in recovery is not used, not even for reads', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'yq-replica-'))
  const primary = await startEmbedded(folder)
  await primary.create('app')
  await primary.stop()
  writeFileSync(join(folder, 'postgres', 'cluster', 'standby.signal'), '')
  const replica = await startEmbedded(folder)
  const url = replica.url('app')
  const client = new Client(url)
  await client.connect()
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await client.end()
  const database = openDb(url)
  const server = await startServer({}, { ...database, url })
  const visitor = caller(server, { sk: 'any', userId: '1' })
  expect(await visitor.call(users.get, {})).toMatchObject(unavailable)
  await expect(database.ping()).rejects.toThrow('The database answers as a read-only replica.')
  await server.close()
  await database.close()
  await replica.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a commit without confirmation by the synchronous replica is an error', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'yq-unconfirmed-'))
  const postgres = await startEmbedded(folder, {
    settings: { synchronous_standby_names: 'absent', synchronous_commit: 'local' },
  })
  await postgres.create('app')
  const { db, close } = openDb(postgres.url('app'))
  await db.execute(sql`create table written (n int)`)
  let runs = 0
  const write = transaction(
    db,
    async (tx) => {
      runs += 1
      await tx.execute(sql`insert into written values (1)`)
      await tx.execute(sql`set local synchronous_commit = on`)
    },
    { isRepeatable: true },
  )
  const cancel = sql`select count(pg_cancel_backend(pid))::int as n from pg_stat_activity where wait_event = 'SyncRep'`
  const cancelled = async () => (await db.execute<{ n: number }>(cancel)).rows[0]!.n
  const waiting = vi.waitFor(async () => expect(await cancelled()).toBe(1), 30_000)
  await expect(write).rejects.toThrow('The commit was not confirmed by the synchronous replica.')
  await waiting
  expect(runs).toBe(1)
  expect((await db.execute(sql`select n from written`)).rows).toEqual([{ n: 1 }])
  await close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

const socketIn = (url: string) => {
  const parameters = new URLSearchParams(url.slice(url.indexOf('?')))
  return join(parameters.get('host')!, `.s.PGSQL.${parameters.get('port')}`)
}

/** Forwards TCP connections to a socket; `cut` ends all and refuses new ones. */
async function startRelay(path: string) {
  const openSockets = new Set<Socket>()
  const listener = createServer((from) => {
    const to = connect(path)
    for (const socket of [from, to]) {
      openSockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        openSockets.delete(socket)
        from.destroy()
        to.destroy()
      })
    }
    from.pipe(to).pipe(from)
  })
  const start = async (port: number) => {
    listener.listen(port, '127.0.0.1')
    await once(listener, 'listening')
    return (listener.address() as AddressInfo).port
  }
  const port = await start(0)
  return {
    port,
    restore: () => start(port),
    async cut() {
      listener.close()
      for (const socket of openSockets) socket.destroy()
      await new Promise((resolve) => setTimeout(resolve, 50))
    },
  }
}
