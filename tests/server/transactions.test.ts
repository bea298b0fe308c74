/** Transactions with pipelined statements: atomic for failures at every point. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openMemoryDb } from '#server/platform/db/open-memory.ts'
import type { Database, Db } from '#server/platform/db/open.ts'
import { pipeline, transaction } from '#server/platform/db/db.ts'
import { prepareStatement } from '#server/platform/db/prepared-statement.ts'
import { ApiError } from '#server/http/errors.ts'
import { freshDb } from '#tests/support/server/postgres.ts'

type Place = { db: Db; close: () => Promise<void> }

let postgres: Database
let memory: Place
beforeAll(async () => {
  postgres = await freshDb(3)
  memory = await openMemoryDb()
  for (const { db } of [postgres, memory])
    await db.execute(sql`create table written (n int primary key)`)
})
afterAll(() => Promise.all([postgres.close(), memory.close()]))
beforeEach(async () => {
  for (const { db } of [postgres, memory]) await db.execute(sql`delete from written`)
})

const write = prepareStatement<object>(
  'tests_write',
  sql`insert into written (n) values (${sql.placeholder('n')}::int)`,
)
const read = prepareStatement<{ n: number }>('tests_read', sql`select n from written order by n`)
const fail = prepareStatement<object>('tests_fail', sql`select 1 / 0`)
const storedNumbers = async ({ db }: Place) => (await read(db, {})).map(({ n }) => n)
const writeNumber = (tx: Db, n: number) => pipeline(tx, () => write(tx, { n }))
/** A statement that fails before it is sent to PostgreSQL. */
const writeUnsent = (tx: Db) =>
  pipeline(tx, () =>
    write(tx, {
      get n(): number {
        throw new Error('not sent')
      },
    }),
  )
const reasonOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (reason: Error) => (reason.cause instanceof Error ? reason.cause : reason).message,
  )

const databases: [string, () => Place][] = [
  ['PostgreSQL', () => postgres],
  ['PGlite', () => memory],
]

const terminate = prepareStatement<object>(
  'tests_terminate',
  sql`select pg_terminate_backend(pg_backend_pid())`,
)

test.each(['40001', '40P01', 'the connection'])(
  'a repeatable transaction is retried after %s, others are not',
  async (reason) => {
    for (const isRepeatable of [true, false]) {
      let runs = 0
      const work = async (tx: Db) => {
        runs += 1
        await writeNumber(tx, isRepeatable ? 10 : 20)
        if (runs > 1) return 'done'
        return reason === 'the connection'
          ? terminate(tx, {})
          : tx.execute(
              sql.raw(`do $$ begin raise exception 'no' using errcode = '${reason}'; end $$`),
            )
      }
      const outcome = transaction(postgres.db, work, { isRepeatable })
      if (isRepeatable) expect(await outcome).toBe('done')
      else await expect(outcome).rejects.toThrow()
      expect(runs).toBe(isRepeatable ? 2 : 1)
    }
    expect(await storedNumbers(postgres)).toEqual([10])
  },
)

test('a transaction is not retried once its commit was sent', async () => {
  await postgres.db.execute(
    sql.raw(`create function end_connection() returns trigger language plpgsql as $$ begin
      perform pg_terminate_backend(pg_backend_pid()); return null; end $$`),
  )
  await postgres.db.execute(
    sql.raw(`create constraint trigger at_commit after insert on written
      deferrable initially deferred for each row execute function end_connection()`),
  )
  let runs = 0
  const work = async (tx: Db) => {
    runs += 1
    await writeNumber(tx, 1)
  }
  await expect(transaction(postgres.db, work, { isRepeatable: true })).rejects.toThrow()
  expect(runs).toBe(1)
  await postgres.db.execute(sql`drop trigger at_commit on written`)
})

test.each(databases)(
  '%s commits all statements and returns the result',
  async (_name, openedDb) => {
    const result = await transaction(openedDb().db, async (tx) => {
      await writeNumber(tx, 1)
      await write(tx, { n: 2 })
      await writeNumber(tx, 3)
      return (await read(tx, {})).length
    })
    expect([result, await storedNumbers(openedDb())]).toEqual([3, [1, 2, 3]])
  },
)

test.each(databases)(
  '%s rolls back a refused transaction and continues',
  async (_name, openedDb) => {
    const refusing = transaction(openedDb().db, async (tx) => {
      await writeNumber(tx, 1)
      throw new ApiError('notEnough')
    })
    await expect(refusing).rejects.toBeInstanceOf(ApiError)
    await transaction(openedDb().db, (tx) => writeNumber(tx, 2))
    expect(await storedNumbers(openedDb())).toEqual([2])
  },
)

const failures: [string, (tx: Db) => Promise<unknown>, RegExp][] = [
  [
    'the last statement',
    (tx) => writeNumber(tx, 1).then(() => pipeline(tx, () => fail(tx, {}))),
    /division by zero/,
  ],
  [
    'the first statement',
    (tx) => pipeline(tx, () => fail(tx, {})).then(() => writeNumber(tx, 1)),
    /division by zero/,
  ],
  ['an awaited statement', (tx) => writeNumber(tx, 1).then(() => fail(tx, {})), /division by zero/],
  ['a duplicate key', (tx) => writeNumber(tx, 1).then(() => writeNumber(tx, 1)), /duplicate key/],
  [
    'a statement that was not sent',
    (tx) => writeNumber(tx, 1).then(() => writeUnsent(tx)),
    /not sent/,
  ],
  [
    'the first statement, which was not sent',
    (tx) => writeUnsent(tx).then(() => write(tx, { n: 1 })),
    /not sent/,
  ],
]

test.each(
  databases.flatMap(([name, openedDb]) =>
    failures.map(
      ([description, work, message]) => [name, description, openedDb, work, message] as const,
    ),
  ),
)(
  '%s rolls back a transaction that fails by %s, with its cause',
  async (_name, _what, openedDb, work, message) => {
    expect(await reasonOf(transaction(openedDb().db, work))).toMatch(message)
    expect(await storedNumbers(openedDb())).toEqual([])
  },
)

test('a transaction is rolled back if the driver refuses its last statement', async () => {
  const another = prepareStatement<object>('tests_write', sql`select 2`)
  const work = async (tx: Db) => {
    await writeNumber(tx, 1)
    await pipeline(tx, () => another(tx, {}))
  }
  await transaction(postgres.db, (tx) => writeNumber(tx, 0))
  expect(await reasonOf(transaction(postgres.db, work))).toMatch(/must be unique/)
  expect(await storedNumbers(postgres)).toEqual([0])
})

test('the first failure is the cause of a rollback, and cannot be ignored', async () => {
  const after = (tx: Db) => pipeline(tx, () => fail(tx, {})).then(() => read(tx, {}))
  expect(await reasonOf(transaction(postgres.db, after))).toBe('division by zero')
  const ignoringFailures = async (tx: Db) => {
    await writeNumber(tx, 1)
    await after(tx).catch(() => {})
    await write(tx, { n: 2 }).catch(() => {})
    return 'fine'
  }
  expect(await reasonOf(transaction(postgres.db, ignoringFailures))).toBe('division by zero')
  const ignoringFailure = async (tx: Db) => void (await fail(tx, {}).catch(() => {}))
  expect(await reasonOf(transaction(postgres.db, ignoringFailure))).toMatch(/rolled back/)
  expect(await storedNumbers(postgres)).toEqual([])
})

test('a savepoint may fail by itself', async () => {
  await transaction(postgres.db, async (tx) => {
    await writeNumber(tx, 1)
    const part = transaction(tx, async (inner) => {
      await writeNumber(inner, 2)
      await pipeline(inner, () => fail(inner, {}))
    })
    expect(await reasonOf(part)).not.toBe('done')
    await writeNumber(tx, 3)
  })
  expect(await storedNumbers(postgres)).toEqual([1, 3])
})

test('a statement sent while a savepoint was rolled back fails the transaction', async () => {
  const outer = transaction(postgres.db, async (tx) => {
    await writeNumber(tx, 1)
    await reasonOf(
      transaction(
        tx,
        async (inner) =>
          void (await Promise.all([pipeline(tx, () => fail(tx, {})), write(inner, { n: 2 })])),
      ),
    )
    await writeNumber(tx, 3)
  })
  expect(await reasonOf(outer)).toBe('division by zero')
  expect(await storedNumbers(postgres)).toEqual([])
})

const backendPid = prepareStatement<{ pid: number }>(
  'tests_backend',
  sql`select pg_backend_pid() as pid`,
)
const sleep = prepareStatement<object>('tests_sleep', sql`select pg_sleep(60)`)
/** Terminates the connection of a transaction, as a failing PostgreSQL would. */
async function endConnection(tx: Db): Promise<void> {
  const [{ pid }] = (await backendPid(tx, {})) as [{ pid: number }]
  await postgres.db.execute(sql`select pg_terminate_backend(${pid}, 5000)`)
}

const connectionLosses: [string, (tx: Db) => Promise<unknown>][] = [
  ['before its next statement', (tx) => endConnection(tx).then(() => write(tx, { n: 2 }))],
  ['before its commit', endConnection],
  ['during a statement', (tx) => Promise.all([endConnection(tx), sleep(tx, {})])],
  [
    'with its last statement and commit in flight',
    (tx) =>
      Promise.race([
        endConnection(tx).then(() => sleep(tx, {})),
        pipeline(tx, () => sleep(tx, {})),
      ]),
  ],
]

test.each(connectionLosses)(
  'a transaction whose connection ends %s is rolled back, and the connection replaced',
  async (_when, work) => {
    const after = (tx: Db) => write(tx, { n: 1 }).then(() => work(tx))
    expect(await reasonOf(transaction(postgres.db, after))).not.toBe('done')
    expect(await reasonOf(transaction(postgres.db, after))).not.toBe('done')
    const laterTransactions = Array.from({ length: 6 }, (_, n) =>
      transaction(postgres.db, (tx) => writeNumber(tx, 10 + n)),
    )
    await Promise.all(laterTransactions)
    expect(await storedNumbers(postgres)).toEqual([10, 11, 12, 13, 14, 15])
  },
)

test('concurrent transactions on three connections stay independent', async () => {
  const works = Array.from({ length: 60 }, (_, n) =>
    transaction(postgres.db, async (tx) => {
      await writeNumber(tx, n)
      await read(tx, {})
      await writeNumber(tx, n + 100)
      if (n % 3 === 0) await pipeline(tx, () => fail(tx, {}))
    }).then(
      () => n,
      () => -1,
    ),
  )
  const done = (await Promise.all(works)).filter((n) => n >= 0)
  expect(done).toEqual(Array.from({ length: 60 }, (_, n) => n).filter((n) => n % 3 !== 0))
  expect(await storedNumbers(postgres)).toEqual([...done, ...done.map((n) => n + 100)])
})
