/** The shared pipelined connections for short reads: independent queries and reconnection. */
import { transaction } from '#server/platform/db/db.ts'
import { afterAll, expect, test } from 'vitest'
import { createPipelinedReader } from '#server/platform/db/pipelined-reader.ts'
import { freshDb } from '#tests/support/server/postgres.ts'

const database = await freshDb()
const errors: Error[] = []
const reads = createPipelinedReader(database.url, 4, {
  unanswered: 12_000,
  onError: (error) => errors.push(error),
})
afterAll(async () => {
  await reads.close()
  await database.close()
})

const echo = async (text: string) =>
  (await reads.rows<{ echoed: string }>('echo', 'select $1::text as echoed', [text]))[0]!.echoed
const waitingForLocks = async () => {
  const { rows } = await database.db.execute(
    "select 1 from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())",
  )
  return rows.length
}
const connectionPids = async () => {
  const { rows } = await database.db.execute<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'yiqiao reads' and datname = current_database()",
  )
  return rows.map(({ pid }) => pid)
}

test('a thousand concurrent queries get their own results, over at most four connections', async () => {
  const texts = Array.from({ length: 1_000 }, (_, index) => `text ${index}`)
  expect(await Promise.all(texts.map(echo))).toEqual(texts)
  expect((await connectionPids()).length).toBeLessThanOrEqual(4)
})

test('a failing query affects no other query', async () => {
  const pending = Array.from({ length: 20 }, (_, index) =>
    index % 2
      ? echo(`${index}`)
      : reads.rows('broken', 'select 1 / $1::int as x', [0]).catch((error: Error) => error.message),
  )
  const answers = await Promise.all(pending)
  for (const [index, response] of answers.entries())
    expect(response).toBe(index % 2 ? `${index}` : 'division by zero')
})

test('a slow query does not delay later queries, nor after a pause of the process', async () => {
  const pair = createPipelinedReader(database.url, 2, { unanswered: 12_000, onError: () => {} })
  let isWaiting = true
  const slow = await transaction(database.db, async (tx) => {
    await tx.execute('select pg_advisory_xact_lock(7)')
    const waiting = pair
      .rows('slow', 'select 1 from pg_advisory_xact_lock($1)', [7])
      .then(() => (isWaiting = false))
    await expect.poll(() => waitingForLocks()).toBe(1)
    const quick = Array.from({ length: 50 }, (_, index) => {
      if (index === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
      return pair.rows('quick', 'select $1::int', [index])
    })
    expect(await Promise.all(quick)).toHaveLength(50)
    expect(isWaiting).toBe(true)
    return { waiting }
  })
  await slow.waiting
  await pair.close()
})

test('terminated connections are replaced', async () => {
  await echo('before')
  const pids = await connectionPids()
  expect(pids.length).toBeGreaterThan(0)
  await database.db.execute(
    `select pg_terminate_backend(pid) from unnest(array[${pids.join(', ')}]) as pid`,
  )
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await echo('after')).toBe('after')
  expect((await connectionPids()).some((pid) => pids.includes(pid))).toBe(false)
})

test('a query is repeated when its connection is terminated', async () => {
  const waiting = reads.rows<{ echoed: string }>(
    'cut',
    "select pg_sleep($1), 'at last' as echoed",
    [0.4],
  )
  await new Promise((resolve) => setTimeout(resolve, 100))
  await database.db.execute(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'yiqiao reads'",
  )
  expect(await echo('still')).toBe('still')
  expect((await waiting)[0]!.echoed).toBe('at last')
})
