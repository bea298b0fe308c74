/** Rows by the million, made inside PostgreSQL: for measuring. Numbers, counters and balances stay right. */
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../open.ts'
import { accountLogOf, type Who } from '../running-numbers.ts'
import { balances } from '../schema/balances.ts'
import { loginNames } from '../schema/directory.ts'
import { users } from '../schema/users.ts'

export type Bulk = Who & {
  rows: number
  /** The rows are spread evenly over so many days before `until`. */
  days: number
  until?: Date
}

/** A main account that signs in by `name`, with nothing but what the caller adds. */
export async function bulkOwner(db: Db, name: string, passwordHash: string, memberGroupId = '2', channelId = '1'): Promise<Who> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`select nextval('user_ids')::text as id`)
    const id = rows[0]!.id
    const who = { ownerId: id, userId: id }
    await tx.insert(users).values({ ...who, account: name, username: name, passwordHash, memberGroupId, channelId })
    await tx.insert(balances).values(who)
    await tx.insert(loginNames).values({ ...who, name: name.toLowerCase(), kind: 'username' })
    return who
  })
}

/** Sub-accounts `<prefix>1`, `<prefix>2` … */
export async function bulkSubAccounts(
  db: Db,
  { ownerId, prefix, many, passwordHash }: { ownerId: string; prefix: string; many: number; passwordHash: string },
) {
  await unhurried(db, [
    sql`with made as (insert into users (owner_id, account, nickname, password_hash)
      select ${ownerId}, ${prefix}::text || n, ${prefix}::text || ' ' || n, ${passwordHash} from generate_series(1, ${many}::int) n returning user_id, account),
    named as (insert into login_names (name, kind, owner_id, user_id) select lower(account), 'account', ${ownerId}::bigint, user_id from made)
    insert into balances (owner_id, user_id, chars) select ${ownerId}, user_id, 10000 from made`,
  ])
}

export async function bulkLoginLog(db: Db, bulk: Bulk): Promise<void> {
  const { ownerId, userId } = bulk
  await unhurried(db, [
    sql`with ${numbered(bulk, 'login')}
      insert into login_log (owner_id, user_id, seq, at, ip, client_type)
      select ${ownerId}, ${userId}, before + n, ${spread(bulk)}, '198.51.100.' || n % 250, (array['web', 'windows', 'mac', 'android', 'ios'])[1 + n % 5] from numbers`,
    sql`update users set last_login_at = (select max(at) from login_log where owner_id = ${ownerId} and user_id = ${userId})
      where owner_id = ${ownerId} and user_id = ${userId}`,
  ])
}

export async function bulkTranslationLog(db: Db, bulk: Bulk): Promise<void> {
  const { ownerId, userId, rows } = bulk
  await unhurried(db, [
    sql`with ${numbered(bulk, 'translation')}
      insert into translation_log (owner_id, user_id, seq, at, chars, mode, channel_id, ip, client_type, source, target)
      select ${ownerId}, ${userId}, before + n, ${spread(bulk)}, 10, 'time', 1, '198.51.100.' || n % 250, 'web', 'zh', 'en' from numbers`,
    sql`update balances set used_chars = used_chars + ${rows * 10}::bigint where owner_id = ${ownerId} and user_id = ${userId}`,
  ])
}

/** One adjustment that gives all, then `rows` − 1 translations that use it up, ten characters each. */
export async function bulkAccountLog(db: Db, bulk: Bulk): Promise<void> {
  const { ownerId, userId, rows } = bulk
  const all = (rows - 1) * 10
  const total = sql`${all}::bigint`
  const row = (logType: string, change: SQL, before: SQL, last: SQL, typeSeq: SQL, n: SQL) => sql`
    select ${ownerId}::bigint, ${userId}::bigint, before + n, ${logType}::text, ${typeSeq}, ${spread(bulk)}, ${change}, chars + ${before}, chars + ${last}, voices, voices, images, images
    from numbers, balances where owner_id = ${ownerId} and user_id = ${userId} and ${n}`
  await unhurried(db, [
    sql`with ${numbered(bulk, 'account')}, given as (${counter(bulk, accountLogOf('SYS_ADJUST'), 1)}), used as (${counter(bulk, accountLogOf('TRANSLATION_CONSUME'), rows - 1)})
      insert into account_log (owner_id, user_id, seq, log_type, type_seq, at, char_change, before_chars, last_chars, before_voices, last_voices, before_images, last_images)
      ${row('SYS_ADJUST', total, sql`0`, total, sql`(select before from given) + 1`, sql`n = 1`)} union all
      ${row('TRANSLATION_CONSUME', sql`-10`, sql`${total} - (n - 2) * 10`, sql`${total} - (n - 1) * 10`, sql`(select before from used) + n - 1`, sql`n > 1`)}`,
  ])
}

/** Raises a counter by `many`; `before` is what it was. Whatever was written last is not later than what is written now. */
function counter({ ownerId, userId, until = new Date() }: Bulk, log: string, many: number): SQL {
  return sql`insert into log_counters as c (owner_id, user_id, log, last, at) values (${ownerId}, ${userId}, ${log}, ${many}, ${until.toISOString()}::timestamptz)
    on conflict (owner_id, user_id, log) do update set last = c.last + ${many}, at = greatest(c.at, excluded.at) returning last - ${many} as before`
}

/** `numbers`: n from 1 to `rows`, beside the last number there `before` was. */
function numbered(bulk: Bulk, log: string): SQL {
  return sql`taken as (${counter(bulk, log, bulk.rows)}),
    numbers as (select before, n from taken, generate_series(1, ${bulk.rows}::bigint) n)`
}

function spread({ rows, days, until = new Date() }: Bulk): SQL {
  return sql`${until.toISOString()}::timestamptz - (${rows} - n) * (interval '1 day' * ${days} / ${rows})`
}

/** The pool gives a statement thirty seconds; these may need more. */
async function unhurried(db: Db, statements: SQL[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    for (const statement of statements) await tx.execute(statement)
  })
}
