/**
 * A distribution as somebody would write it straight against the driver: claimed by a key, guarded,
 * numbered, logged on both sides.
 */
import type { Pool, PoolClient } from 'pg'

export type Family = { ownerId: string; subId: string }

const statement = (name: string, text: string) => (client: PoolClient, values: unknown[]) =>
  client.query<Record<string, string>>({ name, text, values })

const claim = statement(
  'hand_claim',
  `insert into idempotency (owner_id, user_id, key, request_hash, status, answer, at) values ($1, $1, $2, $2, 200, '{"success":true,"data":null,"msg":"Done"}', $3)`,
)
const sign = statement(
  'hand_sign',
  'insert into seen_signatures (owner_id, user_id, sign, at) values ($1, $1, $2, $3)',
)
const take = statement(
  'hand_take',
  'update balances set chars = chars - $3 where owner_id = $1 and user_id = $2 and chars >= $3 returning chars',
)
const give = statement(
  'hand_give',
  'update balances set chars = chars + $3 where owner_id = $1 and user_id = $2 returning chars',
)
const number = statement(
  'hand_number',
  `insert into log_counters as c (owner_id, user_id, log, last, at)
   values ($1, $1, 'account', 1, $3), ($1, $1, 'account:DISTRIBUTION', 1, $3), ($1, $2, 'account', 1, $3), ($1, $2, 'account:DISTRIBUTION', 1, $3)
   on conflict (owner_id, user_id, log) do update set last = c.last + 1, at = greatest(c.at, excluded.at) returning user_id, log, last, at`,
)
const write = statement(
  'hand_write',
  `insert into account_log (owner_id, user_id, seq, log_type, type_seq, at, char_change, before_chars, last_chars, before_voices, last_voices, before_images, last_images,
     manager_id, manager_name, parent_name, child_name, transfer_id)
   values ($1, $1, $3, 'DISTRIBUTION', $4, $7, -$8::bigint, $9::bigint + $8, $9, 0, 0, 0, 0, $1, 'main', 'main', 'sub', $11),
     ($1, $2, $5, 'DISTRIBUTION', $6, $7, $8, $10::bigint - $8, $10, 0, 0, 0, 0, $1, 'main', 'main', 'sub', $11)`,
)

/** `remembered`: with the rows that keep it from being done twice, as the server writes them. */
export async function distributeByHand(
  pool: Pool,
  { ownerId, subId }: Family,
  chars: number,
  remembered: boolean,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const key = crypto.randomUUID()
    if (remembered) await claim(client, [ownerId, key, new Date()])
    if (remembered) await sign(client, [ownerId, key, new Date()])
    const taken = await take(client, [ownerId, ownerId, chars])
    if (taken.rows.length === 0) throw new Error('not enough')
    const given = await give(client, [ownerId, subId, chars])
    const numbers = (await number(client, [ownerId, subId, new Date()])).rows
    const of = (userId: string, log: string) =>
      numbers.find((row) => row['user_id'] === userId && row['log'] === log)!
    const [main, mainType] = [of(ownerId, 'account'), of(ownerId, 'account:DISTRIBUTION')]
    const [sub, subType] = [of(subId, 'account'), of(subId, 'account:DISTRIBUTION')]
    const seqs = [main['last'], mainType['last'], sub['last'], subType['last']]
    await write(client, [
      ownerId,
      subId,
      ...seqs,
      main['at'],
      chars,
      taken.rows[0]!['chars'],
      given.rows[0]!['chars'],
      crypto.randomUUID(),
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
