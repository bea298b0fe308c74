/** Result of the last ledger check, for operators and for each owner. */
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import { sql } from 'drizzle-orm'
import type { Reconciliation } from '#contract/ledger.ts'
import type { Db } from '#server/platform/db/open.ts'
import { users } from '#server/features/accounts/table.ts'
import {
  ledgerCheckpoints,
  lastCheckName,
  ledgerChecks,
  ledgerFindings,
} from '#server/features/ledger/reconciliation/table.ts'
import { accountLog, balances } from '#server/features/ledger/table.ts'
import { prepareStatement } from '#server/platform/db/prepared-statement.ts'
import { wireTime } from '#server/platform/db/time.ts'

/** `checkedAt` is a wire time. `lastRunAt` also advances with each batch of a running check. */
type LedgerState = {
  checkedAt: string | null
  ok: boolean
  findings: number
  lastRunAt: Date | null
}

const zone = sql.placeholder('zone')
const owner = sql`${sql.placeholder('ownerId')}::bigint`
const lastCheck = sql`(select ${wireTime(sql`at`, zone)} from ${ledgerChecks} where name = ${lastCheckName})`

const stateStatement = prepareStatement<{
  checked: string | null
  ran: string | null
  findings: string
}>(
  'ledger_state',
  sql`select ${lastCheck} as checked, (select extract(epoch from max(at)) from ${ledgerChecks}) as ran, (select count(*) from ${ledgerFindings} where ${acrossOwners('operators see the number of all findings')}) as findings`,
)

export async function readLedgerState(db: Db, timeZone: string): Promise<LedgerState> {
  const [state] = await stateStatement(db, { zone: timeZone })
  const findings = Number(state?.findings)
  const lastRunAt = state?.ran ? new Date(Number(state.ran) * 1_000) : null
  return { checkedAt: state?.checked ?? null, ok: findings === 0, findings, lastRunAt }
}

type Sums = Record<
  | 'accounts'
  | 'rows'
  | 'findings'
  | 'chars'
  | 'voices'
  | 'images'
  | 'changed_chars'
  | 'changed_voices'
  | 'changed_images',
  string
>

/**
 * Sums the checkpoint and the rows after it, next to the balances, in one snapshot. Excludes
 * deleted accounts, which are empty. The `order by` makes PostgreSQL use the primary key; another
 * index would read all rows of each account.
 */
const sumsStatement = prepareStatement<Sums & { checked: string | null }>(
  'reconciliation',
  sql`with mine as (select b.* from ${balances} b join ${users} u on u.owner_id = ${owner} and u.user_id = b.user_id where u.erased_at is null
      and b.owner_id = ${sql.placeholder('ownerId')}::bigint and ${sql.placeholder('userId')}::bigint in (b.owner_id, b.user_id)),
    since as (select sum(coalesce(k.seq, 0) + l.rows) as rows, sum(coalesce(k.changed_chars, 0) + l.chars) as chars, sum(coalesce(k.changed_voices, 0) + l.voices) as voices,
        sum(coalesce(k.changed_images, 0) + l.images) as images
      from mine b left join ${ledgerCheckpoints} k on k.owner_id = ${owner} and k.user_id = b.user_id cross join lateral (select count(*) as rows, coalesce(sum(char_change), 0) as chars,
        coalesce(sum(voice_change), 0) as voices, coalesce(sum(image_change), 0) as images from (select * from ${accountLog} l
        where l.owner_id = ${owner} and l.user_id = b.user_id and l.seq > coalesce(k.seq, 0) order by l.seq) l) l),
    held as (select count(*) as accounts, sum(chars) as chars, sum(voices) as voices, sum(images) as images from mine)
    select ${lastCheck} as checked, h.accounts, h.chars, h.voices, h.images, s.rows, s.chars as changed_chars, s.voices as changed_voices, s.images as changed_images,
      (select count(*) from ${ledgerFindings} f where f.owner_id = ${sql.placeholder('ownerId')}::bigint
        and (f.user_id is null or ${sql.placeholder('userId')}::bigint in (f.owner_id, f.user_id))) as findings
    from since s, held h`,
)

/** Every account starts at zero, so the changes must add up to the balance. */
export async function readReconciliation(
  db: Db,
  { ownerId, userId }: UserKey,
  timeZone: string,
): Promise<Reconciliation> {
  const [sums] = await sumsStatement(db, { ownerId, userId, zone: timeZone })
  const totalsOf = (unit: 'chars' | 'voices' | 'images') => ({
    started: 0,
    changes: Number(sums![`changed_${unit}`]),
    balance: Number(sums![unit]),
  })
  const all = { chars: totalsOf('chars'), voices: totalsOf('voices'), images: totalsOf('images') }
  const findings = Number(sums!.findings)
  const addsUp = Object.values(all).every(
    ({ started, changes, balance }) => started + changes === balance,
  )
  return {
    checkedAt: sums!.checked,
    ok: findings === 0 && addsUp,
    findings,
    accounts: Number(sums!.accounts),
    rows: Number(sums!.rows),
    ...all,
  }
}
