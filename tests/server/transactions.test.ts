/** Transactions whose statements travel together: all or nothing, whatever fails wherever. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openMemoryDb } from '#server/platform/db/open-memory.ts'
import type { Database, Db } from '#server/platform/db/open.ts'
import { pipeline, transaction } from '#server/platform/db/db.ts'
import { statement } from '#server/platform/db/prepared-statement.ts'
import { ApiError } from '#server/http/errors.ts'
import { freshDb } from '#tests/support/server/postgres.ts'

type Place = { db: Db; close: () => Promise<void> }

let real: Database
let memory: Place
beforeAll(async () => {
  real = await freshDb(3)
  memory = await openMemoryDb()
  for (const { db } of [real, memory])
    await db.execute(sql`create table written (n int primary key)`)
})
afterAll(() => Promise.all([real.close(), memory.close()]))
beforeEach(async () => {
  for (const { db } of [real, memory]) await db.execute(sql`delete from written`)
})

const write = statement<object>(
  'tests_write',
  sql`insert into written (n) values (${sql.placeholder('n')}::int)`,
)
const read = statement<{ n: number }>('tests_read', sql`select n from written order by n`)
const fail = statement<object>('tests_fail', sql`select 1 / 0`)
const stored = async ({ db }: Place) => (await read(db, {})).map(({ n }) => n)
const put = (tx: Db, n: number) => pipeline(tx, () => write(tx, { n }))
/** Fails on the way to the driver: PostgreSQL hears nothing of it. */
const unsent = (tx: Db) =>
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

const places: [string, () => Place][] = [
  ['PostgreSQL', () => real],
  ['PGlite', () => memory],
]

const terminate = statement<object>(
  'tests_terminate',
  sql`select pg_terminate_backend(pg_backend_pid())`,
)

test.each(['40001', '40P01', 'the connection'])(
  'repeatable work runs again after %s, other work does not',
  async (reason) => {
    for (const isRepeatable of [true, false]) {
      let runs = 0
      const work = async (tx: Db) => {
        runs += 1
        await put(tx, isRepeatable ? 10 : 20)
        if (runs > 1) return 'done'
        return reason === 'the connection'
          ? terminate(tx, {})
          : tx.execute(
              sql.raw(`do $$ begin raise exception 'no' using errcode = '${reason}'; end $$`),
            )
      }
      const ended = transaction(real.db, work, { isRepeatable })
      if (isRepeatable) expect(await ended).toBe('done')
      else await expect(ended).rejects.toThrow()
      expect(runs).toBe(isRepeatable ? 2 : 1)
    }
    expect(await stored(real)).toEqual([10])
  },
)

test('after the commit was sent nothing runs again, since it may be committed', async () => {
  await real.db.execute(
    sql.raw(`create function end_connection() returns trigger language plpgsql as $$ begin
      perform pg_terminate_backend(pg_backend_pid()); return null; end $$`),
  )
  await real.db.execute(
    sql.raw(`create constraint trigger at_commit after insert on written
      deferrable initially deferred for each row execute function end_connection()`),
  )
  let runs = 0
  const work = async (tx: Db) => {
    runs += 1
    await put(tx, 1)
  }
  await expect(transaction(real.db, work, { isRepeatable: true })).rejects.toThrow()
  expect(runs).toBe(1)
  await real.db.execute(sql`drop trigger at_commit on written`)
})

test.each(places)('%s keeps all of it, and answers what the work answers', async (_name, place) => {
  const answered = await transaction(place().db, async (tx) => {
    await put(tx, 1)
    await write(tx, { n: 2 })
    await put(tx, 3)
    return (await read(tx, {})).length
  })
  expect([answered, await stored(place())]).toEqual([3, [1, 2, 3]])
})

test.each(places)('%s keeps nothing of what is refused, and goes on', async (_name, place) => {
  const refusing = transaction(place().db, async (tx) => {
    await put(tx, 1)
    throw new ApiError('notEnough')
  })
  await expect(refusing).rejects.toBeInstanceOf(ApiError)
  await transaction(place().db, (tx) => put(tx, 2))
  expect(await stored(place())).toEqual([2])
})

const failing: [string, (tx: Db) => Promise<unknown>, RegExp][] = [
  [
    'the last statement',
    (tx) => put(tx, 1).then(() => pipeline(tx, () => fail(tx, {}))),
    /division by zero/,
  ],
  [
    'the first statement',
    (tx) => pipeline(tx, () => fail(tx, {})).then(() => put(tx, 1)),
    /division by zero/,
  ],
  [
    'a statement that was waited for',
    (tx) => put(tx, 1).then(() => fail(tx, {})),
    /division by zero/,
  ],
  ['what stands there already', (tx) => put(tx, 1).then(() => put(tx, 1)), /duplicate key/],
  ['a statement that never left', (tx) => put(tx, 1).then(() => unsent(tx)), /not sent/],
  [
    'the first one, which never left',
    (tx) => unsent(tx).then(() => write(tx, { n: 1 })),
    /not sent/,
  ],
]

test.each(
  places.flatMap(([name, place]) =>
    failing.map(([what, work, says]) => [name, what, place, work, says] as const),
  ),
)('%s keeps nothing when it fails by %s, and says why', async (_name, _what, place, work, says) => {
  expect(await reasonOf(transaction(place().db, work))).toMatch(says)
  expect(await stored(place())).toEqual([])
})

test('a failure on the way is the reason, whatever fails because of it, and can’t be overlooked', async () => {
  const after = (tx: Db) => pipeline(tx, () => fail(tx, {})).then(() => read(tx, {}))
  expect(await reasonOf(transaction(real.db, after))).toBe('division by zero')
  const careless = async (tx: Db) => {
    await put(tx, 1)
    await after(tx).catch(() => {})
    await write(tx, { n: 2 }).catch(() => {})
    return 'fine'
  }
  expect(await reasonOf(transaction(real.db, careless))).toBe('division by zero')
  const deaf = async (tx: Db) => void (await fail(tx, {}).catch(() => {}))
  expect(await reasonOf(transaction(real.db, deaf))).toMatch(/rolled back/)
  expect(await stored(real)).toEqual([])
})

test('part of a transaction may fail by itself', async () => {
  await transaction(real.db, async (tx) => {
    await put(tx, 1)
    const part = transaction(tx, async (inner) => {
      await put(inner, 2)
      await pipeline(inner, () => fail(inner, {}))
    })
    expect(await reasonOf(part)).not.toBe('done')
    await put(tx, 3)
  })
  expect(await stored(real)).toEqual([1, 3])
})

test('what travelled while a part was undone is not taken for done', async () => {
  const astray = transaction(real.db, async (tx) => {
    await put(tx, 1)
    await reasonOf(
      transaction(
        tx,
        async (inner) =>
          void (await Promise.all([pipeline(tx, () => fail(tx, {})), write(inner, { n: 2 })])),
      ),
    )
    await put(tx, 3)
  })
  expect(await reasonOf(astray)).toBe('division by zero')
  expect(await stored(real)).toEqual([])
})

const backend = statement<{ pid: number }>('tests_backend', sql`select pg_backend_pid() as pid`)
const sleep = statement<object>('tests_sleep', sql`select pg_sleep(60)`)
/** As when PostgreSQL goes down, or an administrator ends the connection. */
async function cut(tx: Db): Promise<void> {
  const [{ pid }] = (await backend(tx, {})) as [{ pid: number }]
  await real.db.execute(sql`select pg_terminate_backend(${pid}, 5000)`)
}

const lost: [string, (tx: Db) => Promise<unknown>][] = [
  ['before its next statement', (tx) => cut(tx).then(() => write(tx, { n: 2 }))],
  ['before its commit', cut],
  ['while it waits', (tx) => Promise.all([cut(tx), sleep(tx, {})])],
  [
    'with its last statement and the commit on their way',
    (tx) => Promise.race([cut(tx).then(() => sleep(tx, {})), pipeline(tx, () => sleep(tx, {}))]),
  ],
]

test.each(lost)(
  'a connection that is lost %s takes nothing along, and is replaced',
  async (_when, work) => {
    const after = (tx: Db) => write(tx, { n: 1 }).then(() => work(tx))
    expect(await reasonOf(transaction(real.db, after))).not.toBe('done')
    expect(await reasonOf(transaction(real.db, after))).not.toBe('done')
    const again = Array.from({ length: 6 }, (_, n) => transaction(real.db, (tx) => put(tx, 10 + n)))
    await Promise.all(again)
    expect(await stored(real)).toEqual([10, 11, 12, 13, 14, 15])
  },
)

test('many at once on few connections keep theirs apart', async () => {
  const works = Array.from({ length: 60 }, (_, n) =>
    transaction(real.db, async (tx) => {
      await put(tx, n)
      await read(tx, {})
      await put(tx, n + 100)
      if (n % 3 === 0) await pipeline(tx, () => fail(tx, {}))
    }).then(
      () => n,
      () => -1,
    ),
  )
  const done = (await Promise.all(works)).filter((n) => n >= 0)
  expect(done).toEqual(Array.from({ length: 60 }, (_, n) => n).filter((n) => n % 3 !== 0))
  expect(await stored(real)).toEqual([...done, ...done.map((n) => n + 100)])
})
