/** Handlers by which users issue, rotate and revoke API keys, and a main account allows them. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { businessLimits } from '#contract/business-limits.ts'
import type { apiKeys as collection } from '#contract/api-keys.ts'
import { users } from '#server/features/accounts/table.ts'
import { createSecret, hintOf } from '#server/features/api-keys/secret.ts'
import { apiKeys, apiKeySecrets } from '#server/features/api-keys/table.ts'
import { addRows, lockUser, storedOf, toColumnValues } from '#server/features/collections/index.ts'
import { listOfferedChannels } from '#server/features/translation/index.ts'
import { canonicalNetwork } from '#server/platform/client-network.ts'
import { transaction } from '#server/platform/db/db.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Handler, Handlers, SignedCall } from '#server/http/handler.ts'
import { columnsOf } from '#server/features/collections/table.ts'
import type { GeneratedHandlers } from '#server/collections.ts'

type Calls = typeof collection.calls
type KeyOfUser = { ownerId: string; keyId: string }

const issueKey: Handler<Calls['issue']> = async (fields, call) => {
  await requireOffered(call, fields.tranChannelId)
  const { db, me, clock, settings } = call
  const stored = storedOf('apiKeys')
  const row = toColumnValues(stored.collection, withCanonicalNetworks(fields), settings.timeZone)
  const scope = { ownerId: me.ownerId, id: me.userId }
  await lockUser(db, scope)
  const [keyId] = await addRows(db, stored, scope, [row], clock())
  const key = await addSecret(call, { ownerId: me.ownerId, keyId: keyId! })
  return { id: keyId!, name: fields.name, key }
}

/** The former secret ends after the overlap; one that was to end earlier still does. */
const rotateKey: Handler<Calls['rotate']> = async ({ id }, call) => {
  const { db, clock } = call
  const { name, userId, ...one } = await lockKey(call, id)
  const endsAt = new Date(clock().getTime() + businessLimits.apiKeys.overlapHours * 3_600_000)
  const rotated = await db
    .update(apiKeySecrets)
    .set({ endsAt })
    .where(and(isOfKey(one), isNull(apiKeySecrets.endsAt)))
    .returning({ hash: apiKeySecrets.hash })
  if (rotated.length === 0)
    throw new ApiError('notAllowed', { reason: { key: 'keyRevoked', values: {} } })
  const key = await addSecret(call, one)
  await call.audit(db, { subjects: subjectsOf(call, userId), objects: [name] })
  return { id: one.keyId, name, key }
}

/** Every process refuses the key within a second; see `createKeyAuthenticator`. */
const revokeKey: Handler<Calls['revoke']> = async ({ id }, call) => {
  await transaction(call.db, async (tx) => {
    const key = await lockKey({ ...call, db: tx }, id)
    const revoked = await tx
      .delete(apiKeySecrets)
      .where(isOfKey(key))
      .returning({ hash: apiKeySecrets.hash })
    if (revoked.length > 0)
      await call.audit(tx, { subjects: subjectsOf(call, key.userId), objects: [key.name] })
  })
  return null
}

const allowSubAccountKeys: Handler<Calls['allowSubAccounts']> = async ({ allowed }, { db, me }) => {
  await db
    .update(users)
    .set({ subAccountKeys: allowed === 1, version: sql`${users.version} + 1` })
    .where(and(eq(users.ownerId, me.ownerId), eq(users.userId, me.ownerId)))
  return null
}

/**
 * Only a main account lifts limits: a sub-account may make those of its key tighter. Throws ApiError
 * `notAllowed`, and `invalid` for a channel that is not on offer.
 */
const editKey =
  (edit: Handler<Calls['edit']>): Handler<Calls['edit']> =>
  async (input, call) => {
    await requireOffered(call, input.tranChannelId)
    const changed = withCanonicalNetworks(input)
    const { ownerId, userId } = call.me
    if (userId !== ownerId && isLooser(changed, await lockKey(call, input.id)))
      throw new ApiError('notAllowed', { reason: { key: 'keyLimitsOfMain', values: {} } })
    return edit(changed, call)
  }

type Limits = {
  dailyCharNum?: number | null | undefined
  monthlyCharNum?: number | null | undefined
  networks?: string[] | null | undefined
}

function isLooser(changed: Limits, { limits }: { limits: Limits }): boolean {
  const isRaised = (name: 'dailyCharNum' | 'monthlyCharNum') =>
    limits[name] != null && (changed[name] ?? Infinity) > limits[name]
  const allowed = limits.networks ?? []
  const networks = changed.networks ?? []
  const isWider =
    allowed.length > 0 &&
    (networks.length === 0 || networks.some((network) => !allowed.includes(network)))
  return isRaised('dailyCharNum') || isRaised('monthlyCharNum') || isWider
}

const withCanonicalNetworks = <T extends Limits>(fields: T): T => ({
  ...fields,
  ...(fields.networks && {
    networks: fields.networks.map((network) => canonicalNetwork(network) ?? network),
  }),
})

/** Throws ApiError `invalid` for a channel that is not on offer. */
async function requireOffered(call: SignedCall, id: string | number | null | undefined) {
  if (id === null || id === undefined) return
  const channels = await listOfferedChannels(call)
  if (!channels.some((channel) => channel.id === String(id)))
    throw new ApiError('invalid', { fields: [{ field: 'tranChannelId', rule: 'pattern' }] })
}

/** A key of the user, or of a sub-account of a main account. Throws ApiError `notFound`. */
async function lockKey(
  { db, me: { ownerId, userId } }: SignedCall,
  id: string | number,
): Promise<KeyOfUser & { userId: string; name: string; limits: Limits }> {
  const columns = columnsOf(apiKeys)
  const [found] = await db
    .select({
      keyId: sql<string>`${apiKeys.id}::text`,
      userId: sql<string>`${columns['userId']!}::text`,
      name: sql<string>`${columns['name']!}`,
      dailyCharNum: sql<number | null>`${columns['dailyCharNum']!}::float8`,
      monthlyCharNum: sql<number | null>`${columns['monthlyCharNum']!}::float8`,
      networks: sql<string[] | null>`${columns['networks']!}`,
    })
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.ownerId, ownerId),
        eq(apiKeys.id, String(id)),
        userId === ownerId ? undefined : eq(columns['userId']!, userId),
      ),
    )
    .for('update')
  if (!found) throw new ApiError('notFound')
  const { keyId, userId: holderId, name, ...keyLimits } = found
  return { ownerId, keyId, userId: holderId, name, limits: keyLimits }
}

/** Whose key it is, if not that of the main account. */
const subjectsOf = ({ me: { ownerId } }: SignedCall, userId: string): string[] =>
  userId === ownerId ? [] : [userId]

const isOfKey = ({ ownerId, keyId }: KeyOfUser) =>
  and(eq(apiKeySecrets.ownerId, ownerId), eq(apiKeySecrets.keyId, keyId))

async function addSecret({ db, crypto, clock }: SignedCall, key: KeyOfUser): Promise<string> {
  const secret = createSecret(crypto)
  await db
    .insert(apiKeySecrets)
    .values({ ...key, hash: crypto.sha256(secret), hint: hintOf(secret), createdAt: clock() })
  return secret
}

export const apiKeyHandlers = (generated: GeneratedHandlers['apiKeys']): Handlers['apiKeys'] => ({
  ...generated,
  issue: issueKey,
  edit: editKey(generated.edit),
  rotate: rotateKey,
  revoke: revokeKey,
  allowSubAccounts: allowSubAccountKeys,
})
