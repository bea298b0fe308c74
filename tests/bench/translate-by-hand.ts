/**
 * A translation as somebody would write it straight against the driver: claimed, set aside, and
 * after the channel's answer charged, counted and logged.
 */
import type { Pool, PoolClient } from 'pg'

const statement = (name: string, text: string) => (client: PoolClient, values: unknown[]) =>
  client.query<Record<string, string>>({ name, text, values })

const claim = statement(
  'hand_t_claim',
  'insert into idempotency (owner_id, user_id, key, request_hash, at) values ($1, $1, $2, $2, $3)',
)
const sign = statement(
  'hand_t_sign',
  'insert into seen_signatures (owner_id, user_id, sign, at) values ($1, $1, $2, $3)',
)
const member = statement(
  'hand_t_member',
  `select g.billing_mode, u.channel_id, b.expires_at from users u join member_groups g on g.id = u.member_group_id join balances b using (owner_id, user_id)
   where owner_id = $1 and user_id = $1`,
)
const take = statement(
  'hand_t_take',
  'update balances set reserved_chars = reserved_chars + $2, translating = translating + 1 where owner_id = $1 and user_id = $1 and chars - reserved_chars >= $2 returning 1',
)
const lease = statement(
  'hand_t_lease',
  'insert into reservations (owner_id, id, user_id, chars, ends_at) values ($1, $2, $1, $3, $4)',
)
const end = statement('hand_t_end', 'delete from reservations where owner_id = $1 and id = $2')
const pay = statement(
  'hand_t_pay',
  `update balances set chars = chars - $2, reserved_chars = reserved_chars - $2, translating = translating - 1, used_chars = used_chars + $2
   where owner_id = $1 and user_id = $1 returning chars`,
)
const number = statement(
  'hand_t_number',
  `insert into log_counters as c (owner_id, user_id, log, last, at) values ($1, $1, 'account', 1, $2), ($1, $1, 'account:TRANSLATION_CONSUME', 1, $2), ($1, $1, 'translation', 1, $2)
   on conflict (owner_id, user_id, log) do update set last = c.last + 1, at = greatest(c.at, excluded.at) returning log, last, at`,
)
const log = statement(
  'hand_t_log',
  `insert into translation_log (owner_id, user_id, seq, at, chars, mode, channel_id, ip, client_type, source, target) values ($1, $1, $2, $3, $4, 'char', 1, '192.0.2.1', 'web', 'zh', 'en')`,
)
const day = statement(
  'hand_t_day',
  `insert into usage_days as d (owner_id, user_id, day, channel_id, chars, count) values ($1, $1, ($2::timestamptz at time zone 'Asia/Shanghai')::date, 1, $3, 1)
   on conflict (owner_id, day, user_id, channel_id) do update set chars = d.chars + excluded.chars, count = d.count + 1`,
)
const apart = statement(
  'hand_t_apart',
  `insert into translation_days as d (owner_id, user_id, day, channel_id, source, target, client_type, chars, count)
   values ($1, $1, ($2::timestamptz at time zone 'Asia/Shanghai')::date, 1, 'zh', 'en', 'web', $3, 1)
   on conflict (owner_id, user_id, day, channel_id, source, target, client_type) do update set chars = d.chars + excluded.chars, count = d.count + 1`,
)
const month = statement(
  'hand_t_month',
  `insert into translation_months as d (owner_id, user_id, month, channel_id, source, target, client_type, chars, count)
   values ($1, $1, date_trunc('month', $2::timestamptz at time zone 'Asia/Shanghai')::date, 1, 'zh', 'en', 'web', $3, 1)
   on conflict (owner_id, user_id, month, channel_id, source, target, client_type) do update set chars = d.chars + excluded.chars, count = d.count + 1`,
)
const write = statement(
  'hand_t_write',
  `insert into account_log (owner_id, user_id, seq, log_type, type_seq, at, char_change, before_chars, last_chars, before_voices, last_voices, before_images, last_images,
     consume_channel_id, consume_translation_seq, consumer_ip)
   values ($1, $1, $2, 'TRANSLATION_CONSUME', $3, $4, -$5::bigint, $6::bigint + $5, $6, 0, 0, 0, 0, 1, $7, '192.0.2.1')`,
)
const keep = statement(
  'hand_t_keep',
  'update idempotency set status = 200, answer = $3 where owner_id = $1 and user_id = $1 and key = $2',
)

/** `remembered`: with the rows that keep it from being done twice, as the server writes them. */
export async function translateByHand(
  pool: Pool,
  ownerId: string,
  chars: number,
  remembered: boolean,
): Promise<void> {
  const key = crypto.randomUUID()
  const id = crypto.randomUUID()
  await inTransaction(pool, async (client) => {
    if (remembered) await claim(client, [ownerId, key, new Date()])
    if (remembered) await sign(client, [ownerId, key, new Date()])
    await member(client, [ownerId])
    if ((await take(client, [ownerId, chars])).rows.length === 0) throw new Error('not enough')
    await lease(client, [ownerId, id, chars, new Date(Date.now() + 90_000)])
  })
  await inTransaction(pool, async (client) => {
    await end(client, [ownerId, id])
    const left = (await pay(client, [ownerId, chars])).rows[0]!['chars']
    const numbers = new Map(
      (await number(client, [ownerId, new Date()])).rows.map((row) => [row['log'], row]),
    )
    const [account, type, translation] = [
      'account',
      'account:TRANSLATION_CONSUME',
      'translation',
    ].map((name) => numbers.get(name)!)
    const at = translation!['at']
    await log(client, [ownerId, translation!['last'], at, chars])
    await day(client, [ownerId, at, chars])
    await apart(client, [ownerId, at, chars])
    await month(client, [ownerId, at, chars])
    await write(client, [
      ownerId,
      account!['last'],
      type!['last'],
      at,
      chars,
      left,
      translation!['last'],
    ])
    if (remembered)
      await keep(client, [
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
