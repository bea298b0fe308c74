/** Generates millions of consistent rows inside PostgreSQL for benchmarks. */
import { transaction } from '#server/platform/db/db.ts'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import { accountLogCounter } from '#server/platform/db/running-numbers.ts'
import { balances } from '#server/features/ledger/table.ts'
import { loginNames, users } from '#server/features/accounts/table.ts'
import { fillUsageDays } from '#server/seed/insert.ts'

type BulkRequest = UserKey & {
  rows: number
  /** The rows are spread evenly over this many days before `until`. */
  days: number
  until?: Date
}

/** Main account with login name `name` and an empty balance. */
export async function insertBulkOwner(
  db: Db,
  name: string,
  passwordHash: string,
  memberGroupId = '2',
  channelId = '1',
): Promise<UserKey> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`select nextval('user_ids')::text as id`)
    const id = rows[0]!.id
    const user = { ownerId: id, userId: id }
    await tx
      .insert(users)
      .values({ ...user, account: name, username: name, passwordHash, memberGroupId, channelId })
    await tx.insert(balances).values(user)
    await tx.insert(loginNames).values({ ...user, name: name.toLowerCase(), kind: 'username' })
    return user
  })
}

/** Sub-accounts `<prefix>1`, `<prefix>2` … */
export async function insertBulkSubAccounts(
  db: Db,
  {
    ownerId,
    prefix,
    count,
    passwordHash,
  }: { ownerId: string; prefix: string; count: number; passwordHash: string },
) {
  await runWithoutTimeout(db, [
    sql`with made as (insert into users (owner_id, account, nickname, password_hash)
      select ${ownerId}, ${prefix}::text || n, ${prefix}::text || ' ' || n, ${passwordHash} from generate_series(1, ${count}::int) n returning user_id, account),
    named as (insert into login_names (name, kind, owner_id, user_id) select lower(account), 'account', ${ownerId}::bigint, user_id from made)
    insert into balances (owner_id, user_id, chars) select ${ownerId}, user_id, 10000 from made`,
  ])
}

export async function insertBulkLoginLog(db: Db, bulk: BulkRequest): Promise<void> {
  const { ownerId, userId } = bulk
  await runWithoutTimeout(db, [
    createPartitionsStatement(bulk, 'login_log'),
    sql`with ${createNumbersCte(bulk, 'login')}
      insert into login_log (owner_id, user_id, seq, at, ip, client_type)
      select ${ownerId}, ${userId}, before + n, ${spreadTimes(bulk)}, '198.51.100.' || n % 250, (array['web', 'windows', 'mac', 'android', 'ios'])[1 + n % 5] from numbers`,
    sql`update users set last_login_at = (select max(at) from login_log where owner_id = ${ownerId} and user_id = ${userId})
      where owner_id = ${ownerId} and user_id = ${userId}`,
  ])
}

export async function insertBulkTranslationLog(db: Db, bulk: BulkRequest): Promise<void> {
  const { ownerId, userId, rows } = bulk
  await runWithoutTimeout(db, async (tx) => {
    await tx.execute(createPartitionsStatement(bulk, 'translation_log'))
    await tx.execute(sql`with ${createNumbersCte(bulk, 'translation')}
      insert into translation_log (owner_id, user_id, seq, at, chars, mode, channel_id, ip, client_type, source, target)
      select ${ownerId}, ${userId}, before + n, ${spreadTimes(bulk)}, 10, 'time', 1, '198.51.100.' || n % 250, 'web', 'zh', 'en' from numbers`)
    await tx.execute(
      sql`update balances set used_chars = used_chars + ${rows * 10}::bigint where owner_id = ${ownerId} and user_id = ${userId}`,
    )
    await fillUsageDays(tx, ownerId)
  })
}

/** Adjustments: the first credits the total, each further one debits ten characters. */
export async function insertBulkAccountLog(db: Db, bulk: BulkRequest): Promise<void> {
  const { ownerId, userId, rows } = bulk
  const total = sql`${(rows - 1) * 10}::bigint`
  const remaining = sql`${total} - (n - 1) * 10`
  await runWithoutTimeout(db, async (tx) => {
    // Two statements, because a split database refuses both in one.
    const [before, typeBefore] = [
      await reserveNumbers(tx, bulk, 'account'),
      await reserveNumbers(tx, bulk, accountLogCounter('SYS_ADJUST')),
    ]
    await tx.execute(sql`insert into account_log (owner_id, user_id, seq, log_type, type_seq, at, char_change, before_chars, last_chars, before_voices, last_voices, before_images, last_images)
      select b.owner_id, b.user_id, ${before}::bigint + n, 'SYS_ADJUST', ${typeBefore}::bigint + n, ${spreadTimes(bulk)},
        case when n = 1 then ${total} else -10 end, chars + case when n = 1 then 0 else ${remaining} + 10 end, chars + ${remaining}, voices, voices, images, images
      from generate_series(1, ${rows}::bigint) n, balances b where owner_id = ${ownerId} and user_id = ${userId}`)
  })
}

/** Advances a log counter by `rows`; `before` is its previous value. Its time never decreases. */
function advanceCounter(
  { ownerId, userId, rows: count, until = new Date() }: BulkRequest,
  log: string,
): SQL {
  return sql`insert into log_counters as c (owner_id, user_id, log, last, at) values (${ownerId}, ${userId}, ${log}, ${count}, ${until.toISOString()}::timestamptz)
    on conflict (owner_id, user_id, log) do update set last = c.last + ${count}, at = greatest(c.at, excluded.at) returning last - ${count} as before`
}

async function reserveNumbers(tx: Db, bulk: BulkRequest, log: string): Promise<string> {
  const { rows } = await tx.execute<{ before: string }>(advanceCounter(bulk, log))
  return rows[0]!.before
}

/** CTE `numbers`: n from 1 to `rows`, with `before`, the previous counter value. */
function createNumbersCte(bulk: BulkRequest, log: string): SQL {
  return sql`taken as (${advanceCounter(bulk, log)}),
    numbers as (select before, n from taken, generate_series(1, ${bulk.rows}::bigint) n)`
}

const createPartitionsStatement = ({ days, until = new Date() }: BulkRequest, log: string): SQL =>
  sql`select make_log_months(${log}, ${until.toISOString()}::timestamptz - ${days} * interval '1 day', ${until.toISOString()}::timestamptz)`

function spreadTimes({ rows, days, until = new Date() }: BulkRequest): SQL {
  return sql`${until.toISOString()}::timestamptz - (${rows} - n) * (interval '1 day' * ${days} / ${rows})`
}

/** Disables the pool's statement timeout of 30 seconds. */
async function runWithoutTimeout(
  db: Db,
  work: readonly SQL[] | ((tx: Db) => Promise<void>),
): Promise<void> {
  await transaction(
    db,
    async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`)
      if (typeof work === 'function') await work(tx)
      else for (const statement of work) await tx.execute(statement)
    },
    { isLong: true },
  )
}
