/** Handlers that add many sub-accounts from a file, all or none. */
import { eq, and } from 'drizzle-orm'
import { businessLimits } from '#contract/business-limits.ts'
import {
  groupKeyOf,
  type ImportOutcome,
  type subAccountImport as calls,
} from '#contract/sub-account-import.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import {
  checkImportRows,
  type CheckedImport,
} from '#server/features/accounts/sub-accounts/check-import.ts'
import { normalizeLoginName } from '#server/features/accounts/login-names.ts'
import { insertUsers, type NewUser } from '#server/features/accounts/sub-accounts/insert-users.ts'
import { assignGroups } from '#server/features/budgets/index.ts'
import {
  addRows,
  countAdded,
  storedOf,
  toColumnValues,
} from '#server/features/collections/index.ts'
import { hashPassword, recordSecurityEvents } from '#server/features/identity/index.ts'
import {
  lockAccounts,
  readManager,
  transferMany,
  zeroAmounts,
} from '#server/features/ledger/index.ts'
import { balances } from '#server/features/ledger/table.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Handler, SignedCall } from '#server/http/handler.ts'
import { incrementWithinLimit } from '#server/http/limits/rate-limits.ts'

const limits = businessLimits.subAccountImport

export const checkImport: Handler<typeof calls.checkImport> = async (
  { rows, ...options },
  call,
) => {
  const { db, me } = call
  const { ownerId } = me
  await countNames(call, rows.length)
  const checked = await checkImportRows(db, ownerId, rows, options)
  const [main] = await db
    .select({ chars: balances.chars, reserved: balances.reservedChars })
    .from(balances)
    .where(and(eq(balances.ownerId, ownerId), eq(balances.userId, ownerId)))
  return {
    count: checked.rows.length,
    existing: checked.existing,
    changeCharNum: checked.chars,
    usableCharNum: main ? Math.max(0, main.chars - main.reserved) : 0,
    newGroups: checked.newGroups,
    problems: checked.problems,
  }
}

/** One password after another, so that those of other customers get their turn in between. */
export const hashPasswords: Handler<typeof calls.hashPasswords> = async ({ rows }, call) => {
  const { db, me, crypto, encryption, clock } = call
  const perHour = { max: limits.passwordsPerHour, seconds: 3_600 }
  await incrementWithinLimit(db, `password:import:${me.ownerId}`, perHour, clock(), rows.length)
  await countNames(call, rows.length)
  const passwords: string[] = []
  for (const { account, password } of rows) {
    const hash = await hashPassword(crypto, password, { queue: 'signedIn', client: me.ownerId })
    passwords.push(await encryption.encrypt(hash, contextOf(me.ownerId, account)))
  }
  return { passwords }
}

/** The names are checked again under the lock of the main account, which all additions take. */
export const importMany: Handler<typeof calls.importMany> = async ({ rows, ...options }, call) => {
  const { db, me, clock, events, afterCommit } = call
  const { ownerId } = me
  const hashes = await decryptHashes(call, rows)
  const locked = await lockAccounts(db, ownerId, [ownerId])
  if (!locked.find(ownerId)) throw new ApiError('sessionEnded')
  // Adds nothing: a group that is being added elsewhere is waited for, and then found.
  if (options.createGroups === 1)
    await countAdded(db, storedOf('subAccountGroups'), { ownerId, id: '0' }, 0)
  const checked = await checkImportRows(db, ownerId, rows, options)
  const { existing, problems } = checked
  const outcome: ImportOutcome = { count: 0, existing, changeCharNum: 0, problems }
  if (problems.length > 0 || checked.rows.length === 0) {
    await call.audit(db, { subjects: [] })
    return outcome
  }
  const now = clock()
  const added = await insertUsers(db, ownerId, usersOf(checked.rows, hashes), now)
  await addToGroups(call, checked, added)
  await recordSecurityEvents(db, call, { ownerId, userIds: [...added.values()] }, 'createdByOwner')
  const given = checked.rows.flatMap(({ account, changeCharNum }) =>
    changeCharNum ? [[added.get(account)!, { ...zeroAmounts, chars: changeCharNum }] as const] : [],
  )
  if (given.length > 0) {
    // The main account is locked above; the others are new.
    const accounts = await lockAccounts(db, ownerId, [ownerId, ...given.map(([userId]) => userId)])
    const manager = await readManager(db, me)
    await transferMany(db, accounts, new Map(given), { logType: 'DISTRIBUTION', manager }, now)
  }
  await call.audit(db, {
    subjects: [...added.values()],
    detailsOf: new Map(given.map(([userId, { chars }]) => [userId, { changeCharNum: chars }])),
  })
  afterCommit(() => events.publish({ ownerId, about: ['user', 'subAccountGroup'] }))
  return { ...outcome, count: added.size, changeCharNum: checked.chars }
}

/**
 * Limits how many names an owner finds out about a day, taken or not. Throws ApiError
 * `tooManyRequests`.
 */
const countNames = ({ db, me, clock }: SignedCall, names: number): Promise<void> =>
  incrementWithinLimit(
    db,
    `names:import:${me.ownerId}`,
    { max: limits.namesPerDay, seconds: 86_400 },
    clock(),
    names,
  )

const contextOf = (ownerId: string, account: string) =>
  `first password:${ownerId}:${normalizeLoginName(account)}`

type Rows = readonly ParsedInputOf<typeof calls.importMany>['rows'][number][]

/** By account. Throws ApiError `invalid` for what `hashPasswords` did not make for it. */
async function decryptHashes(
  { me, encryption }: SignedCall,
  rows: Rows,
): Promise<Map<string, string>> {
  const hashes = await Promise.all(
    rows.map(async ({ account, password }) => {
      const hash = await encryption.decrypt(password, contextOf(me.ownerId, account))
      if (hash === undefined)
        throw new ApiError('invalid', { fields: [{ field: 'password', rule: 'type' }] })
      return [account, hash] as const
    }),
  )
  return new Map(hashes)
}

/** In one order, so that imports of the same names don't wait for each other. */
const usersOf = (rows: Rows, hashes: ReadonlyMap<string, string>): NewUser[] =>
  rows
    .map(({ account, nickname = null }) => ({
      name: normalizeLoginName(account),
      user: { account, nickname, passwordHash: hashes.get(account)!, enabled: true },
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ user }) => user)

async function addToGroups(
  { db, me: { ownerId }, clock, settings }: SignedCall,
  { rows, newGroups, groupIds }: CheckedImport<Rows[number]>,
  added: ReadonlyMap<string, string>,
): Promise<void> {
  const stored = storedOf('subAccountGroups')
  const values = newGroups.map((name) =>
    toColumnValues(stored.collection, { name }, settings.timeZone),
  )
  const ids =
    values.length === 0 ? [] : await addRows(db, stored, { ownerId, id: '0' }, values, clock())
  const newIds = new Map(newGroups.map((name, at) => [groupKeyOf(name), ids[at]!]))
  const groups = rows.flatMap(({ account, groupName }) => {
    if (!groupName) return []
    const groupId = groupIds.get(groupName) ?? newIds.get(groupKeyOf(groupName))!
    return [[added.get(account)!, groupId] as const]
  })
  await assignGroups(db, ownerId, new Map(groups), { now: clock(), zone: settings.timeZone })
}
