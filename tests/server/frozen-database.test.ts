/** A database that stops responding without closing connections, as when its machine fails. */
import { createServer, createConnection, type Socket } from 'node:net'
import { once } from 'node:events'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isDatabaseUnavailable } from '#server/platform/db/availability.ts'
import { transaction } from '#server/platform/db/db.ts'
import { openDb, type Database, type Db } from '#server/platform/db/open.ts'
import { toApiError } from '#server/http/errors.ts'
import { freshUrl } from '#tests/support/server/postgres.ts'

const timeouts = { statement: 300, read: 300, listen: 300 }
let proxy: Awaited<ReturnType<typeof startProxy>>
let database: Database
/** Options for a pooler: no pipelining and no prepared statements. */
let pooled: Database

beforeAll(async () => {
  const url = new URL((await freshUrl()).replace('@/', '@localhost/'))
  const name = url.pathname.slice(1)
  const [host, port] = ['host', 'port'].map((name) => url.searchParams.get(name))
  proxy = await startProxy(`${host}/.s.PGSQL.${port ?? 5432}`)
  const address = `postgres://postgres@127.0.0.1:${proxy.port}/${name}?sslmode=disable`
  database = openDb(address, { connections: 5, answerTimeouts: timeouts })
  pooled = openDb(address, { connections: 5, directUrl: address, answerTimeouts: timeouts })
})
afterAll(async () => {
  await Promise.all([database.close(), pooled.close()])
  proxy.close()
})

/** Forwards bytes to PostgreSQL; `freeze` stops forwarding on all open connections. */
async function startProxy(socket: string) {
  const openPairs = new Set<[Socket, Socket]>()
  const server = createServer((client) => {
    const postgres = createConnection(socket)
    const pair: [Socket, Socket] = [client, postgres]
    openPairs.add(pair)
    client.on('data', (data) => postgres.write(data))
    postgres.on('data', (data) => client.write(data))
    const end = () => pair.forEach((socket) => socket.destroy())
    for (const socket of pair) socket.on('error', () => {}).on('close', end)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    freeze() {
      for (const pair of openPairs)
        for (const socket of pair) socket.removeAllListeners('data').resume()
    },
    close() {
      for (const pair of openPairs) for (const socket of pair) socket.destroy()
      server.close()
    },
  }
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
const read = (source: Database) => source.reads.rows<{ one: number }>('one', 'select 1 as one', [])
const write = (target: Database) =>
  transaction(target.db, async (tx) => (await tx.execute(sql`select 1 as one`)).rows)

test.each([
  ['directly', () => database],
  ['with the options for a pooler', () => pooled],
])('calls %s fail as unavailable, and later ones use new connections', async (_, databaseOf) => {
  const db = databaseOf()
  expect([await read(db), await write(db)]).toEqual([[{ one: 1 }], [{ one: 1 }]])
  proxy.freeze()
  const reasons = await Promise.all([failure(read(db)), failure(write(db))])
  // With the options for a pooler both share a connection, so one of them gets a new one.
  const failed = reasons.filter((reason) => reason !== undefined)
  expect(failed).toHaveLength(db === pooled ? 1 : 2)
  for (const reason of failed) {
    expect(isDatabaseUnavailable(reason)).toBe(true)
    expect(toApiError(reason)).toMatchObject({ code: 'unavailable', status: 503 })
  }
  expect([await read(db), await write(db)]).toEqual([[{ one: 1 }], [{ one: 1 }]])
  await db.ping()
})

test('events arrive again after the listening connection froze', async () => {
  let events = 0
  const leave = database.events.listen(() => (events += 1))
  await expect.poll(() => events).toBeGreaterThan(0)
  proxy.freeze()
  const before = events
  await expect
    .poll(() => {
      database.events.publish({ ownerId: '7', about: ['notice'] })
      return events
    })
    .toBeGreaterThan(before + 1)
  leave()
})

test('a long transaction has a longer timeout than others', async () => {
  const sleep = async (tx: Db) => (await tx.execute(sql`select pg_sleep(1), 1 as one`)).rows
  for (const db of [database.db, pooled.db]) {
    // The connection of the previous test is frozen.
    await failure(transaction(db, sleep, { isLong: true }))
    expect(await transaction(db, sleep, { isLong: true })).toMatchObject([{ one: 1 }])
    expect(isDatabaseUnavailable(await failure(transaction(db, sleep)))).toBe(true)
    expect(await write(db === database.db ? database : pooled)).toEqual([{ one: 1 }])
  }
})

test('a statement timeout and an SQL error do not count as an unavailable database', async () => {
  const divisionByZero = failure(database.db.execute(sql`select 1 / 0`))
  expect(isDatabaseUnavailable(await divisionByZero)).toBe(false)
  const timedOut = failure(
    transaction(database.db, async (tx) => {
      await tx.execute(sql`set local statement_timeout = 50`)
      await tx.execute(sql`select pg_sleep(1)`)
    }),
  )
  expect(isDatabaseUnavailable(await timedOut)).toBe(false)
})
