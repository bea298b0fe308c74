/** The report of `npm run ledger:verify`: every invariant over the whole database. */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { accountLog, balances, orders, translationLog } from '#server/schema.ts'
import {
  runChecks,
  inSnapshot,
  invariants,
} from '#server/features/ledger/reconciliation/run-checks.ts'

/**
 * Writes the report line by line and returns the number of violations. Runs in a read-only
 * snapshot.
 */
export function verify(db: Db, zone: string, write: (line: string) => void): Promise<number> {
  const began = performance.now()
  const width = Math.max(...invariants.map(({ name }) => name.length)) + 2
  return inSnapshot(db, async (tx) => {
    write(await sizes(tx))
    const found = await runChecks(tx, { whole: true, zone }, ({ name, holds }, broken) => {
      write(`  ${name.padEnd(width)}${broken.length === 0 ? 'ok    ' : 'WRONG '} ${holds}`)
    })
    for (const line of await figures(tx)) write(line)
    for (const { sentence } of found) write(`- ${sentence}`)
    const seconds = ((performance.now() - began) / 1_000).toFixed(1)
    write(
      found.length === 0
        ? `No contradiction. ${seconds} s.`
        : `${found.length} contradictions. ${seconds} s.`,
    )
    return found.length
  })
}

const whole = (number: string | number) => Number(number).toLocaleString('en')

async function sizes(tx: Db): Promise<string> {
  const { rows } = await tx.execute<
    Record<string, string>
  >(sql`select (select count(*) from ${balances}) as accounts, (select count(*) from ${accountLog}) as rows,
    (select count(*) from ${translationLog}) as translations, (select count(*) from ${orders}) as orders`)
  const { accounts = 0, rows: logged = 0, translations = 0, orders: ordered = 0 } = rows[0] ?? {}
  return `${whole(accounts)} accounts, ${whole(logged)} rows of the account log, ${whole(translations)} translations, ${whole(ordered)} orders`
}

/** Totals by log type; transfers add up to zero, the rest to the balances. */
async function figures(tx: Db): Promise<string[]> {
  const { rows: types } = await tx.execute<
    Record<'type' | 'chars' | 'voices' | 'images', string>
  >(sql`select log_type as type, sum(char_change) as chars,
    sum(voice_change) as voices, sum(image_change) as images from ${accountLog} group by 1 order by 1`)
  const { rows: locked } = await tx.execute<
    Record<'type' | 'chars' | 'voices' | 'images', string>
  >(sql`select 'held' as type, coalesce(sum(chars), 0) as chars,
    coalesce(sum(voices), 0) as voices, coalesce(sum(images), 0) as images from ${balances}`)
  const line = (cells: string[]) =>
    `  ${cells[0]!.padEnd(32)}${cells
      .slice(1)
      .map((cell) => cell.padStart(20))
      .join('')}`
  const lines = [...types, ...locked].map(({ type, chars, voices, images }) =>
    line([type, whole(chars), whole(voices), whole(images)]),
  )
  return [line(['', 'characters', 'voice units', 'images']), ...lines]
}
