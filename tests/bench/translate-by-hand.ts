/**
 * The baseline of a translation, sent by the driver alone: characters are reserved, and after the
 * channel's answer charged, counted and logged.
 */
import type { Pool, PoolClient } from 'pg'

const statement = (name: string, text: string) => (client: PoolClient, values: unknown[]) =>
  client.query<Record<string, string>>({ name, text, values })

const insertKey = statement(
  'translate_claim',
  'insert into idempotency (owner_id, user_id, key, request_hash, at) values ($1, $1, $2, $2, $3)',
)
const insertSignature = statement(
  'translate_sign',
  'insert into seen_signatures (owner_id, user_id, signed_hash, at) values ($1, $1, $2, $3)',
)
const readUser = statement(
  'translate_member',
  `select g.billing_mode, u.channel_id, b.expires_at from users u join member_groups g on g.id = u.member_group_id join balances b using (owner_id, user_id)
   where owner_id = $1 and user_id = $1`,
)
const reserve = statement(
  'translate_take',
  'update balances set reserved_chars = reserved_chars + $2, translating = translating + 1 where owner_id = $1 and user_id = $1 and chars - reserved_chars >= $2 returning 1',
)
const insertReservation = statement(
  'translate_lease',
  'insert into reservations (owner_id, id, user_id, chars, ends_at) values ($1, $2, $1, $3, $4)',
)
const deleteReservation = statement(
  'translate_end',
  'delete from reservations where owner_id = $1 and id = $2',
)
const charge = statement(
  'translate_pay',
  `update balances set chars = chars - $2, reserved_chars = reserved_chars - $2, translating = translating - 1, used_chars = used_chars + $2
   where owner_id = $1 and user_id = $1 returning chars`,
)
const nextNumbers = statement(
  'translate_number',
  `insert into log_counters as c (owner_id, user_id, log, last, at) values ($1, $1, 'account', 1, $2), ($1, $1, 'account:TRANSLATION_CONSUME', 1, $2), ($1, $1, 'translation', 1, $2)
   on conflict (owner_id, user_id, log) do update set last = c.last + 1, at = greatest(c.at, excluded.at) returning log, last, at`,
)
const insertTranslation = statement(
  'translate_log',
  `insert into translation_log (owner_id, user_id, seq, at, chars, mode, channel_id, ip, client_type, source, target) values ($1, $1, $2, $3, $4, 'char', 1, '192.0.2.1', 'web', 'zh', 'en')`,
)
const countUsageDay = statement(
  'translate_day',
  `insert into usage_days as d (owner_id, user_id, day, channel_id, source, target, client_type, chars, count)
   values ($1, $1, ($2::timestamptz at time zone 'Asia/Shanghai')::date, 1, 'zh', 'en', 'web', $3, 1)
   on conflict (owner_id, user_id, day, channel_id, source, target, client_type, key_id) do update set chars = d.chars + excluded.chars, count = d.count + 1`,
)
const insertLogRow = statement(
  'translate_write',
  `insert into account_log (owner_id, user_id, seq, log_type, type_seq, at, char_change, before_chars, last_chars, before_voices, last_voices, before_images, last_images,
     consume_channel_id, consume_translation_seq, consumer_ip)
   values ($1, $1, $2, 'TRANSLATION_CONSUME', $3, $4, -$5::bigint, $6::bigint + $5, $6, 0, 0, 0, 0, 1, $7, '192.0.2.1')`,
)
const storeResponse = statement(
  'translate_keep',
  'update idempotency set status = 200, answer = $3 where owner_id = $1 and user_id = $1 and key = $2',
)

/** `withKeys`: also stores idempotency key and signature. */
export async function translateByHand(
  pool: Pool,
  ownerId: string,
  chars: number,
  withKeys: boolean,
): Promise<void> {
  const key = crypto.randomUUID()
  const id = crypto.randomUUID()
  await inTransaction(pool, async (client) => {
    if (withKeys) await insertKey(client, [ownerId, key, new Date()])
    if (withKeys) await insertSignature(client, [ownerId, key, new Date()])
    await readUser(client, [ownerId])
    if ((await reserve(client, [ownerId, chars])).rows.length === 0)
      throw new Error('The balance is too low.')
    await insertReservation(client, [ownerId, id, chars, new Date(Date.now() + 90_000)])
  })
  await inTransaction(pool, async (client) => {
    await deleteReservation(client, [ownerId, id])
    const remaining = (await charge(client, [ownerId, chars])).rows[0]!['chars']
    const numbers = new Map(
      (await nextNumbers(client, [ownerId, new Date()])).rows.map((row) => [row['log'], row]),
    )
    const [account, type, translation] = [
      'account',
      'account:TRANSLATION_CONSUME',
      'translation',
    ].map((name) => numbers.get(name)!)
    const at = translation!['at']
    await insertTranslation(client, [ownerId, translation!['last'], at, chars])
    await countUsageDay(client, [ownerId, at, chars])
    await insertLogRow(client, [
      ownerId,
      account!['last'],
      type!['last'],
      at,
      chars,
      remaining,
      translation!['last'],
    ])
    if (withKeys)
      await storeResponse(client, [
        ownerId,
        key,
        '{"success":true,"data":{"translated":"Hello","chars":2,"tranChannelId":"1"},"msg":"Done"}',
      ])
  })
}

async function inTransaction(
  pool: Pool,
  work: (client: PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await work(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
