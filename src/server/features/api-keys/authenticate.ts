/** Authenticates a program by its API key. */
import { sql } from 'drizzle-orm'
import type { KeyScope } from '#contract/api-keys.ts'
import { users } from '#server/features/accounts/table.ts'
import { isSecret } from '#server/features/api-keys/secret.ts'
import { apiKeys, apiKeySecrets, apiKeyUse } from '#server/features/api-keys/table.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { isInNetworks } from '#server/platform/client-network.ts'
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { createBatcher } from '#server/platform/db/batcher.ts'
import { prepareStatement } from '#server/platform/db/prepared-statement.ts'
import { formatWireTime } from '#server/platform/db/time.ts'

/**
 * User of a program's call, as read from its key.
 *
 * @public
 */
export type ProgramUser = {
  /** The main account's id; equal to `userId` for a main account. */
  ownerId: string
  userId: string
  keyId: string
  clientType: 'api'
  /** Identifies this request, as the signature of a session's request does. */
  sign: string
  scopes: readonly KeyScope[]
  /** The key's channel; null: the account's. */
  channelId: string | null
  /** Characters that the key may use per day and month of the business calendar. */
  dailyChars: number | null
  monthlyChars: number | null
}

/** A key as it is stored; times in Unix milliseconds. */
type StoredKey = {
  hash: string
  ownerId: string
  userId: string
  keyId: string
  scopes: KeyScope[]
  channelId: string | null
  dailyChars: string | null
  monthlyChars: string | null
  networks: string[] | null
  lastDay: string | null
  endsAt: number | null
  isDisabled: boolean
}

const storedKeyColumns = sql`s.hash, s.owner_id::text as "ownerId", k.user_id::text as "userId", k.id::text as "keyId", k.scopes, k.tran_channel_id as "channelId",
      k.daily_char_num::text as "dailyChars", k.monthly_char_num::text as "monthlyChars", k.networks, k.last_day::text as "lastDay",
      (extract(epoch from s.ends_at) * 1000)::float8 as "endsAt",
      not u.enabled or u.erased_at is not null or not m.enabled or (u.user_id <> u.owner_id and not m.sub_account_keys) as "isDisabled"
    from ${apiKeySecrets} s join ${apiKeys} k on k.owner_id = s.owner_id and k.id = s.key_id
      join ${users} u on u.owner_id = k.owner_id and u.user_id = k.user_id
      join ${users} m on m.owner_id = k.owner_id and m.user_id = k.owner_id`

const byHashStatement = prepareStatement<StoredKey>(
  'api_keys_by_hash',
  sql`select ${storedKeyColumns}
    where s.hash = any(${sql.placeholder('hashes')}::text[]) and ${acrossOwners('a key names no owner, and the keys in use are read together')}`,
)

const byIdStatement = prepareStatement<StoredKey>(
  'api_key_by_id',
  sql`select ${storedKeyColumns}
    where s.owner_id = ${sql.placeholder('ownerId')}::bigint and s.key_id = ${sql.placeholder('keyId')}::bigint`,
)

/**
 * The user of a key, for work that goes on after the call. Throws ApiError `keyRefused` for one that
 * is revoked or expired, or whose account is disabled, meanwhile.
 */
export async function readKeyUser(
  { db, clock, settings }: Pick<Dependencies, 'db' | 'clock' | 'settings'>,
  key: { ownerId: string; keyId: string },
): Promise<Omit<ProgramUser, 'sign'>> {
  const secrets = await byIdStatement(db, key)
  const valid = secrets.find(
    (secret) => !secret.isDisabled && !hasEnded(secret, clock(), settings.timeZone),
  )
  if (!valid) throw new ApiError('keyRefused')
  return toUser(valid)
}

/** Milliseconds for which a key that was read is used, which limits how long a revoked one works. */
const maxAge = 900
/** Milliseconds without a call after which a key is no longer read with the others. */
const idleAfter = 60_000
const maxKeysPerRead = 1_000

type CachedKey = { key: StoredKey; readAt: number; calledAt: number; recordedAt: number }

/** `secret`: the key that the program sent; `ip`: the client's address. */
export type AuthenticateKey = (secret: string, ip: string) => Promise<ProgramUser>

/**
 * Throws ApiError `keyRefused`: for a key that is unknown, revoked or expired, whose account is
 * disabled, or that is used from another network. Keys in use are read together once a second, so
 * that many keys cost no query each and a revoked one is refused within a second by every process.
 *
 * @public
 */
export function createKeyAuthenticator({
  db,
  reads,
  crypto,
  clock,
  settings,
}: Pick<Dependencies, 'db' | 'reads' | 'crypto' | 'clock' | 'settings'>): AuthenticateKey {
  const cache = new Map<string, CachedKey>()
  const read = createBatcher(async (hashes: string[]) => {
    const now = performance.now()
    const stale = [...cache].flatMap(([hash, { calledAt, readAt }]) => {
      if (now - calledAt > idleAfter) cache.delete(hash)
      return now - readAt > maxAge / 2 ? [hash] : []
    })
    const together = [...new Set([...hashes, ...stale])].slice(0, maxKeysPerRead)
    const found = new Map(
      (await byHashStatement(reads, { hashes: together })).map((key) => [key.hash, key]),
    )
    for (const hash of together) {
      const key = found.get(hash)
      const { calledAt = now, recordedAt = -Infinity } = cache.get(hash) ?? {}
      if (key) cache.set(hash, { key, readAt: now, calledAt, recordedAt })
      else cache.delete(hash)
    }
    return found
  }, maxKeysPerRead)

  const find = async (hash: string): Promise<StoredKey | undefined> => {
    const cached = cache.get(hash)
    return cached && performance.now() - cached.readAt < maxAge ? cached.key : read(hash)
  }

  return async (secret, ip) => {
    const hash = isSecret(secret, crypto) ? crypto.sha256(secret) : undefined
    const key = hash === undefined ? undefined : await find(hash)
    const now = clock()
    if (!key || key.isDisabled || hasEnded(key, now, settings.timeZone))
      throw new ApiError('keyRefused')
    if (key.networks && !isInNetworks(ip, key.networks))
      throw new ApiError('keyRefused', { reason: { key: 'keyNetwork', values: { ip } } })
    const cached = cache.get(key.hash)
    if (cached) {
      cached.calledAt = performance.now()
      if (cached.calledAt - cached.recordedAt > recordInterval) {
        cached.recordedAt = cached.calledAt
        const { ownerId, keyId } = key
        await recordUseStatement(db, { ownerId, keyId, now: now.toISOString() })
      }
    }
    return { ...toUser(key), sign: crypto.random(signBytes) }
  }
}

const signBytes = 16

function toUser(key: StoredKey): Omit<ProgramUser, 'sign'> {
  const { ownerId, userId, keyId, scopes, channelId, dailyChars, monthlyChars } = key
  return {
    ownerId,
    userId,
    keyId,
    clientType: 'api',
    scopes,
    channelId,
    dailyChars: toNumber(dailyChars),
    monthlyChars: toNumber(monthlyChars),
  }
}

const toNumber = (text: string | null) => (text === null ? null : Number(text))

function hasEnded({ endsAt, lastDay }: StoredKey, now: Date, zone: string): boolean {
  if (endsAt !== null && endsAt <= now.getTime()) return true
  return lastDay !== null && formatWireTime(now, zone).slice(0, 10) > lastDay
}

/** Milliseconds between two records of the last use, in each process. */
const recordInterval = 60_000

const recordUseStatement = prepareStatement<object>(
  'api_key_last_use',
  sql`insert into ${apiKeyUse} as u (owner_id, key_id, last_used_at)
    select owner_id, id, ${sql.placeholder('now')}::timestamptz from ${apiKeys}
      where owner_id = ${sql.placeholder('ownerId')}::bigint and id = ${sql.placeholder('keyId')}::bigint
    on conflict (owner_id, key_id) do update set last_used_at = greatest(u.last_used_at, excluded.last_used_at)`,
)

/**
 * Throws ApiError `keyRefused` unless the key has the scope.
 *
 * @public
 */
export function requireScope({ scopes }: Pick<ProgramUser, 'scopes'>, scope: KeyScope): void {
  if (!scopes.includes(scope))
    throw new ApiError('keyRefused', { reason: { key: 'keyScope', values: { scope } } })
}
