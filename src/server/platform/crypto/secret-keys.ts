/** Replaces SECRET_KEY while the servers run: registers keys, encrypts stored texts anew. */
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts'
import { startTransaction } from '#server/platform/db/start-transaction.ts'
import { InvalidSettingsError } from '#server/platform/config/invalid-settings.ts'
import { secretKeys } from '#server/platform/crypto/table.ts'
import {
  createEncryption,
  fromBase64url,
  deriveHashKey,
  deriveKeyId,
  toBase64url,
  type Encryption,
  type Secret,
} from '#server/platform/crypto/encryption.ts'
import type { Log } from '#server/platform/log.ts'
import { startJob, type JobDeps, type RunningJob } from '#server/platform/job-loop.ts'

/** Iterates over all texts of a table that are encrypted with SECRET_KEY. */
export type EncryptedTexts = (db: Db) => AsyncIterable<{
  encrypted: string
  /** See `Encryption.encrypt`. */
  context: string
  /** Does nothing if the text has changed meanwhile. */
  replace: (latest: string) => Promise<void>
}>

/** `previous`: SECRET_KEY_PREVIOUS. */
export type SecretKeyPair = { secret: Secret; previous: Secret | undefined }

type KeyRow = typeof secretKeys.$inferSelect

/**
 * Maximum number of texts that are decrypted to recognise the key of a database without registered
 * keys.
 */
const maxTriedTexts = 20

/**
 * Registers the keys that this process uses and returns the encryption with them. A wrong key is
 * refused with InvalidSettingsError if `isStrict`; otherwise it is logged, and what the former key
 * encrypted is lost.
 */
export async function openEncryption(
  db: Db,
  keys: SecretKeyPair,
  {
    isStrict,
    texts,
    now,
    log,
  }: { isStrict: boolean; texts: readonly EncryptedTexts[]; now: Date; log: Pick<Log, 'warn'> },
): Promise<Encryption> {
  const own = createEncryption(keys.secret, keys)
  const id = await deriveKeyId(keys.secret)
  const previousId = keys.previous && (await deriveKeyId(keys.previous))
  const rows = await startTransaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.secretKeys})`)
    const registered = await tx.select().from(secretKeys)
    const current = registered.find(({ retiredAt }) => retiredAt === null)
    // Otherwise a key was set that this database has not been used with.
    const isCurrentSet = current && (current.id === id || current.id === previousId)
    const problem =
      current && !isCurrentSet
        ? describeWrongKey(current.id, id)
        : registered.length === 0 && (await isForeignKey(tx, own, texts))
          ? describeForeignKey(id)
          : undefined
    const removedEarly = registered.find(
      (row) => isNeeded(row) && row.id !== id && row.id !== previousId,
    )
    const sentence = problem ?? (removedEarly && describeRemovedEarly(removedEarly.id))
    if (sentence !== undefined && isStrict) throw new InvalidSettingsError([sentence])
    if (sentence !== undefined) log.warn(sentence)
    if (removedEarly) await forgetKey(tx, removedEarly.id, now)
    if (current && current.id !== id)
      await (isCurrentSet
        ? retireKey(tx, own, keys.previous!, now)
        : forgetKey(tx, current.id, now))
    if (current?.id !== id) await registerKey(tx, id, now)
    // The database was used before keys were registered.
    if (registered.length === 0 && keys.previous) {
      await tx.insert(secretKeys).values({ id: previousId!, since: now, retiredAt: now })
      await retireKey(tx, own, keys.previous, now)
    }
    return tx.select().from(secretKeys)
  })
  const hashKeys: Secret[] = []
  for (const row of rows) {
    if (row.sealedHashKey === null || row.id === id || row.id === previousId) continue
    const decrypted = await own.decrypt(row.sealedHashKey, hashKeyContext(row.id))
    const bytes = decrypted === undefined ? undefined : fromBase64url(decrypted)
    if (bytes) hashKeys.push(bytes)
    else log.warn('the hash key of a former SECRET_KEY cannot be decrypted', { key: row.id })
  }
  return createEncryption(keys.secret, { previous: keys.previous, hashKeys })
}

/** Whether texts may still be encrypted with this former key. */
const isNeeded = ({ retiredAt, reencryptedAt }: KeyRow): boolean =>
  retiredAt !== null && reencryptedAt === null

const hashKeyContext = (id: string) => `hashKey:${id}`

async function registerKey(tx: Db, id: string, now: Date): Promise<void> {
  const current = { since: now, retiredAt: null, reencryptedAt: null, reencrypted: 0 }
  await tx
    .insert(secretKeys)
    .values({ id, ...current })
    .onConflictDoUpdate({
      target: secretKeys.id,
      set: { ...current, sealedHashKey: null },
    })
}

async function retireKey(tx: Db, own: Encryption, former: Secret, now: Date): Promise<void> {
  const id = await deriveKeyId(former)
  const sealedHashKey = await own.encrypt(
    toBase64url(await deriveHashKey(former)),
    hashKeyContext(id),
  )
  await tx
    .update(secretKeys)
    .set({ retiredAt: now, reencryptedAt: null, reencrypted: 0, sealedHashKey })
    .where(eq(secretKeys.id, id))
}

/**
 * Gives up the texts encrypted with a lost key, so that another can be set. False if it is unknown.
 */
export async function forgetKey(tx: Db, id: string, now: Date): Promise<boolean> {
  const updated = await tx
    .update(secretKeys)
    .set({
      retiredAt: sql`coalesce(${secretKeys.retiredAt}, ${now.toISOString()}::timestamptz)`,
      reencryptedAt: now,
    })
    .where(eq(secretKeys.id, id))
    .returning({ id: secretKeys.id })
  return updated.length > 0
}

/** Whether texts are stored and none of the first ones can be decrypted. */
async function isForeignKey(
  db: Db,
  encryption: Encryption,
  texts: readonly EncryptedTexts[],
): Promise<boolean> {
  let tried = 0
  for (const listTexts of texts)
    for await (const { encrypted, context } of listTexts(db)) {
      if ((await encryption.decrypt(encrypted, context)) !== undefined) return false
      if (++tried >= maxTriedTexts) return true
    }
  return tried > 0
}

const describeLoss = (id: string) =>
  `If it is lost, run npm run ops -- secret-keys forget ${id}: two-factor authentication must then be removed and set up anew.`

const describeWrongKey = (registered: string, id: string) =>
  `SECRET_KEY is not the one that this database was used with: its id is ${id}, and that of the database’s key is ${registered}. Set SECRET_KEY to that key; to replace it, set SECRET_KEY_PREVIOUS to it as well. ${describeLoss(registered)}`

const describeForeignKey = (id: string) =>
  `SECRET_KEY (its id is ${id}) decrypts none of the secrets in the database. Set SECRET_KEY to the key that this database was used with; to replace it, set SECRET_KEY_PREVIOUS to that one.`

const describeRemovedEarly = (id: string) =>
  `SECRET_KEY_PREVIOUS is not set to the key with the id ${id}, which secrets in the database may still be encrypted with. Set it until the log says that it may be removed. ${describeLoss(id)}`

/** The hash keys of former keys, which the current key encrypts as well. */
const listEncryptedHashKeys: EncryptedTexts = async function* (db) {
  const rows = await db.select().from(secretKeys).where(isNotNull(secretKeys.sealedHashKey))
  for (const { id, sealedHashKey } of rows)
    yield {
      encrypted: sealedHashKey!,
      context: hashKeyContext(id),
      replace: async (latest) => {
        await db
          .update(secretKeys)
          .set({ sealedHashKey: latest })
          .where(and(eq(secretKeys.id, id), eq(secretKeys.sealedHashKey, sealedHashKey!)))
      },
    }
}

type Deps = {
  db: Db
  encryption: Encryption
  clock: () => Date
  isClockTrusted: () => boolean
  log: Pick<Log, 'info' | 'error'>
}

/** Milliseconds. `settlingTime`: longer than a sign-in challenge or a mailed code is valid. */
const times = { firstDelay: 1_000, retryDelay: 60_000, interval: 600_000, settlingTime: 600_000 }
/** Texts between log lines about the progress. */
const textsPerLogLine = 10_000

/** Does nothing unless `previous` is the key that this process’s SECRET_KEY has replaced. */
export function startReencryptionJob(
  deps: Deps & JobDeps,
  { secret, previous }: SecretKeyPair,
  texts: readonly EncryptedTexts[],
): RunningJob {
  const ids = Promise.all([deriveKeyId(secret), previous && deriveKeyId(previous)])
  let isAnnounced = false
  return startJob(
    {
      name: 'secret-keys',
      failureEvent: 'secrets could not be encrypted anew',
      firstDelay: times.firstDelay,
      interval: times.interval,
      retryDelay: times.retryDelay,
      isReady: deps.isClockTrusted,
      async round(isStopping) {
        const [id, previousId] = await ids
        if (previousId === undefined) return
        const rows = await deps.db.select().from(secretKeys)
        const former = rows.find((row) => row.id === previousId && row.retiredAt !== null)
        if (!former || !rows.some((row) => row.id === id && row.retiredAt === null)) return
        const { checked, reencrypted, unreadable, isComplete } = await reencryptAll(
          deps,
          [...texts, listEncryptedHashKeys],
          isStopping,
        )
        const counts = { key: previousId, checked, reencrypted, unreadable }
        if (unreadable > 0) deps.log.error('secrets cannot be decrypted with any key', counts)
        if (reencrypted > 0) {
          deps.log.info('secrets were encrypted with the new SECRET_KEY', counts)
          await saveCount(deps.db, former.id, reencrypted)
        }
        if (!isComplete || reencrypted > 0) return times.retryDelay
        const settlesIn = former.retiredAt!.getTime() + times.settlingTime - deps.clock().getTime()
        if (settlesIn > 0) return settlesIn
        await deps.db
          .update(secretKeys)
          .set({ reencryptedAt: deps.clock() })
          .where(and(eq(secretKeys.id, former.id), isNull(secretKeys.reencryptedAt)))
        if (!isAnnounced) deps.log.info('SECRET_KEY_PREVIOUS may be removed', counts)
        isAnnounced = true
        return times.interval
      },
    },
    deps,
  )
}

type ReencryptionPass = {
  checked: number
  reencrypted: number
  unreadable: number
  isComplete: boolean
}

async function reencryptAll(
  { db, encryption, log }: Deps,
  texts: readonly EncryptedTexts[],
  isStopping: () => boolean,
): Promise<ReencryptionPass> {
  const pass: ReencryptionPass = { checked: 0, reencrypted: 0, unreadable: 0, isComplete: false }
  for (const listTexts of texts)
    for await (const { encrypted, context, replace } of listTexts(db)) {
      if (isStopping()) return pass
      const result = await encryption.reencrypt(encrypted, context)
      pass.checked += 1
      if (result === 'unreadable') pass.unreadable += 1
      else if (result !== 'current') {
        await replace(result.reencrypted)
        pass.reencrypted += 1
      }
      if (pass.checked % textsPerLogLine === 0)
        log.info('secrets are being encrypted with the new SECRET_KEY', {
          checked: pass.checked,
          reencrypted: pass.reencrypted,
        })
    }
  return { ...pass, isComplete: true }
}

/** Texts that a process has meanwhile encrypted with the former key make that key needed again. */
async function saveCount(db: Db, id: string, reencrypted: number): Promise<void> {
  await db
    .update(secretKeys)
    .set({ reencrypted: sql`${secretKeys.reencrypted} + ${reencrypted}::int`, reencryptedAt: null })
    .where(eq(secretKeys.id, id))
}
