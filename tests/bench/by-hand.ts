/**
 * The baseline of a distribution, sent by the driver alone: one statement, and so one round trip,
 * that moves the quota, writes a numbered log row for each side and stores the idempotency key.
 */
import type { Pool } from 'pg'

export type AccountGroup = { ownerId: string; subId: string }

/** Each step reads from the one before, so nothing is written if the balance is too low. */
const moveQuota = `
  debited as (update balances set chars = chars - $3::bigint
    where owner_id = $1::bigint and user_id = $1 and chars >= $3 returning chars),
  credited as (update balances b set chars = b.chars + $3 from debited
    where b.owner_id = $1 and b.user_id = $2::bigint returning b.chars),
  numbers as (insert into log_counters as c (owner_id, user_id, log, last, at)
    select $1, users.user_id, logs.log, 1, $4::timestamptz
    from credited, unnest(array[$1, $2]) users(user_id), unnest(array['account', 'account:DISTRIBUTION']) logs(log)
    order by users.user_id, logs.log
    on conflict (owner_id, user_id, log) do update set last = c.last + 1, at = greatest(c.at, excluded.at)
    returning user_id, log, last, at)`
/** The idempotency key and the signature, as the server stores them. */
const storeKeys = `
  stored_key as (insert into idempotency (owner_id, user_id, key, request_hash, status, answer, at)
    select $1, $1, $5::text, $5, 200, '{"success":true,"data":null,"msg":"Done"}', $4 from credited),
  stored_signature as (insert into seen_signatures (owner_id, user_id, signed_hash, at) select $1, $1, $5, $4 from credited)`
const insertLogRows = `
  insert into account_log (owner_id, user_id, seq, log_type, type_seq, at, char_change, before_chars, last_chars,
    before_voices, last_voices, before_images, last_images, manager_id, manager_name, parent_name, child_name, transfer_id)
  select $1, n.user_id, n.last, 'DISTRIBUTION', t.last, n.at, side.change, side.last_chars - side.change, side.last_chars,
    0, 0, 0, 0, $1, 'main', 'main', 'sub', $6::uuid
  from debited, credited,
    lateral (values ($1, -$3, debited.chars), ($2, $3, credited.chars)) side(user_id, change, last_chars)
    join numbers n on n.user_id = side.user_id and n.log = 'account'
    join numbers t on t.user_id = side.user_id and t.log = 'account:DISTRIBUTION'`

/** `withKeys`: also stores idempotency key and signature. */
export async function distributeByHand(
  pool: Pool,
  { ownerId, subId }: AccountGroup,
  chars: number,
  withKeys: boolean,
): Promise<void> {
  const { rowCount } = await pool.query({
    name: withKeys ? 'distribute_with_keys' : 'distribute',
    text: withKeys
      ? `with ${moveQuota}, ${storeKeys} ${insertLogRows}`
      : `with ${moveQuota} ${insertLogRows.replace('$6', '$5')}`,
    values: [
      ownerId,
      subId,
      chars,
      new Date(),
      ...(withKeys ? [crypto.randomUUID()] : []),
      crypto.randomUUID(),
    ],
  })
  if (rowCount !== 2) throw new Error('The balance is too low.')
}
