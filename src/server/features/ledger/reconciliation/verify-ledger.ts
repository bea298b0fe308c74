/** Checks the whole ledger and describes what was checked, for the command. */
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { orders } from '#server/features/orders/table.ts'
import { translationLog } from '#server/features/translation/table.ts'
import { accountLog, balances } from '#server/features/ledger/table.ts'
import { checkReason } from '#server/features/ledger/reconciliation/checkpoints.ts'
import {
  invariants,
  runChecks,
  inSnapshot,
} from '#server/features/ledger/reconciliation/run-checks.ts'

/**
 * Writes the report line by line and returns the number of violations. Runs in a read-only
 * snapshot.
 */
export function verifyLedger(db: Db, zone: string, write: (line: string) => void): Promise<number> {
  const startedAt = performance.now()
  const width = Math.max(...invariants.map(({ name }) => name.length)) + 2
  return inSnapshot(db, async (tx) => {
    write(await describeSizes(tx))
    const found = await runChecks(tx, { full: true, zone }, ({ name, condition }, broken) => {
      write(`  ${name.padEnd(width)}${broken.length === 0 ? 'ok    ' : 'WRONG '} ${condition}`)
    })
    for (const line of await formatTotals(tx)) write(line)
    for (const { sentence } of found) write(`- ${sentence}`)
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
    write(
      found.length === 0
        ? `No contradiction. ${seconds} s.`
        : `${found.length} contradictions. ${seconds} s.`,
    )
    return found.length
  })
}

const formatInteger = (number: string | number) => Number(number).toLocaleString('en')

async function describeSizes(tx: Db): Promise<string> {
  const { rows } = await tx.execute<
    Record<string, string>
  >(sql`select (select count(*) from ${balances} where ${acrossOwners(checkReason)}) as accounts, (select count(*) from ${accountLog}) as rows,
    (select count(*) from ${translationLog}) as translations, (select count(*) from ${orders}) as orders`)
  const { accounts = 0, rows: logged = 0, translations = 0, orders: ordered = 0 } = rows[0] ?? {}
  return `${formatInteger(accounts)} accounts, ${formatInteger(logged)} rows of the account log, ${formatInteger(translations)} translations, ${formatInteger(ordered)} orders`
}

/** Totals by log type; transfers add up to zero, the rest to the balances. */
async function formatTotals(tx: Db): Promise<string[]> {
  const { rows: typeTotals } = await tx.execute<
    Record<'type' | 'chars' | 'voices' | 'images', string>
  >(sql`select log_type as type, sum(char_change) as chars,
    sum(voice_change) as voices, sum(image_change) as images from ${accountLog} where ${acrossOwners(checkReason)} group by 1 order by 1`)
  const { rows: balanceTotals } = await tx.execute<
    Record<'type' | 'chars' | 'voices' | 'images', string>
  >(sql`select 'held' as type, coalesce(sum(chars), 0) as chars,
    coalesce(sum(voices), 0) as voices, coalesce(sum(images), 0) as images from ${balances} where ${acrossOwners(checkReason)}`)
  const formatLine = (cells: string[]) =>
    `  ${cells[0]!.padEnd(32)}${cells
      .slice(1)
      .map((cell) => cell.padStart(20))
      .join('')}`
  const lines = [...typeTotals, ...balanceTotals].map(({ type, chars, voices, images }) =>
    formatLine([type, formatInteger(chars), formatInteger(voices), formatInteger(images)]),
  )
  return [formatLine(['', 'characters', 'voice units', 'images']), ...lines]
}
