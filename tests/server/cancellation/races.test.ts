/**
 * Cancelling an account while its people are busy: whatever happens at the same time, nothing of
 * them is left and nothing is lost count of.
 */
import { transaction } from '#server/platform/db/db.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { login } from '#contract/login.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { translation } from '#contract/translation.ts'
import { users as userCalls } from '#contract/users.ts'
import {
  balances,
  contacts,
  loginLog,
  loginNames,
  reservations,
  sessions,
  spaces,
  translationLog,
} from '#server/schema.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { eraseAgain } from '#server/features/accounts/cancellation/personal-data.ts'
import { lockSpace } from '#server/features/workspace/access.ts'
import {
  isErased,
  cancelAccount,
  cancellingGroup,
  rowsContaining,
  cancellingGroupWithData,
} from '#tests/support/actors/cancellation-fixtures.ts'
import { waitingForLocks } from '#tests/support/server/database-state.ts'
import { password, balanceOf } from '#tests/support/actors/people.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { caller, startServer, type TestServer } from '#tests/support/server/server.ts'
import { serverProcess } from '#tests/support/server/server-process.ts'
import {
  echo,
  scriptedTranslators,
  type Script,
} from '#tests/support/gateways/scripted-translator.ts'

let script: Script = echo
const vendor = scriptedTranslators((request, engine) => script(request, engine))
let server: TestServer
beforeAll(async () => {
  server = await startServer({}, undefined, { translators: vendor.translators })
  await ensureCatalogue(server.database.db)
})
afterAll(async () => {
  expect(await discrepancies(server.database.db)).toEqual([])
  await server.close()
})

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('a translation under way is neither charged nor kept, and what it had set aside is let go', async () => {
  const { db } = server.database
  const left = await cancellingGroup(server, { chars: 1_000, distributed: 400 })
  const { owner, sub, asOwner, asSub } = left
  let go = () => {}
  const requested = new Promise<void>((begun) => {
    script = async (...what) => {
      begun()
      await new Promise<void>((resolve) => (go = resolve))
      return echo(...what)
    }
  })
  const translating = asSub.call(
    translation.text,
    { source: 'zh', target: 'en', text: 'x'.repeat(30) },
    { 'idempotency-key': 'under way' },
  )
  await requested
  expect((await balanceOf(db, owner.ownerId, sub.userId)).reservedChars).toBe(30)
  expect((await cancelAccount({ asOwner })).success).toBe(true)
  go()
  script = echo
  expect(await translating).toMatchObject({
    status: 200,
    success: false,
    data: { code: 'notFound' },
  })
  expect(await balanceOf(db, owner.ownerId, sub.userId)).toMatchObject({
    chars: 0,
    reservedChars: 0,
    translating: 0,
    usedChars: 0,
  })
  expect(await db.$count(reservations, eq(reservations.ownerId, owner.ownerId))).toBe(0)
  expect(await db.$count(translationLog, eq(translationLog.ownerId, owner.ownerId))).toBe(0)
})

test('quota on its way, new sub-accounts, sign-ins and edits at the same time leave nothing behind', async () => {
  const { db } = server.database
  for (let round = 0; round < 4; round++) {
    const left = await cancellingGroup(server, { chars: 5_000, distributed: 500 })
    const { tag, owner, sub, asOwner, asSub } = left
    const give = {
      childUserId: sub.userId,
      changeCharNum: 10,
      changeVoiceNum: 0,
      changeImageNum: 0,
    }
    const created = { account: `${tag}late`, nickname: `${tag}late`, password, enabled: 1 } as const
    const busy = [
      ...[1, 2, 3].map(() => asOwner.call(subAccounts.distributeAll, give)),
      ...[1, 2].map(() =>
        asSub.call(translation.text, { source: 'zh', target: 'en', text: `${tag} text` }),
      ),
      asOwner.call(subAccounts.create, created),
      asOwner.call(userCalls.update, { nickname: `${tag}nick` }),
      asOwner.call(subAccounts.remove, { userId: sub.userId }),
      ...[owner.account, sub.account].map((account) =>
        caller(server, null).call(login.login, { account, password }),
      ),
    ]
    await later(round * 8)
    const [{ success }] = await Promise.all([cancelAccount(left), ...busy])
    expect(success).toBe(true)
    expect(await isErased(db, left)).toBe(true)
    for (const table of [sessions, loginNames, loginLog])
      expect(await db.$count(table, eq(table.ownerId, owner.ownerId))).toBe(0)
    const open = and(eq(balances.ownerId, owner.ownerId), isNull(balances.closedAt))
    expect(await db.$count(balances, open)).toBe(0)
    await later(150)
    await eraseAgain(db, new Date())
    const words = (await rowsContaining(db, [tag])).filter((row) => !row.startsWith('mails:'))
    expect(words).toEqual([])
  }
})

test('a sub-account that is opened in that moment waits, and then is not', async () => {
  const { db } = server.database
  const { tag, owner, asOwner } = await cancellingGroup(server, { chars: 0, distributed: 0 })
  const opening = await transaction(db, async (tx) => {
    await tx.update(balances).set({ closedAt: new Date() }).where(eq(balances.userId, owner.userId))
    const refused = asOwner.refused(subAccounts.create, {
      account: `${tag}late`,
      password,
      enabled: 1,
    })
    await expect.poll(() => waitingForLocks(db)).toBe(1)
    return { refused }
  })
  expect(await opening.refused).toMatchObject({ code: 'sessionEnded' })
  expect(await db.$count(loginNames, eq(loginNames.name, `${tag}late`))).toBe(0)
  await db.update(balances).set({ closedAt: null }).where(eq(balances.userId, owner.userId))
})

test('a contact that is added in that moment is waited for, and goes too', async () => {
  const { db } = server.database
  const left = await cancellingGroupWithData(server)
  const { ownerId } = left.owner
  const [space] = await db.select().from(spaces).where(eq(spaces.ownerId, ownerId))
  const leaving = await transaction(db, async (tx) => {
    await lockSpace(tx, space!)
    await tx
      .insert(contacts)
      .values({ ownerId, spaceId: space!.id, title: `${left.tag} late`, step: 'lead' })
    const gone = cancelAccount(left)
    await expect.poll(() => waitingForLocks(db)).toBe(1)
    return { gone }
  })
  expect((await leaving.gone).success).toBe(true)
  expect(await db.$count(contacts, eq(contacts.ownerId, ownerId))).toBe(0)
})

test('a server killed in the midst of it has done nothing, and another does it', async () => {
  const { db, url } = server.database
  const left = await cancellingGroup(server)
  const before = await rowsContaining(db, [left.tag])
  // Long enough to be killed in, in the last step but a few.
  await db.execute(
    `create function dawdles() returns trigger language plpgsql as 'begin perform pg_sleep(1); return old; end'`,
  )
  await db.execute(
    `create trigger dawdles before update on account_log for each row execute function dawdles()`,
  )
  const mortal = serverProcess(
    { DATABASE_URL: url },
    'tests/support/server/programs/crashing-server.ts',
  )
  onTestFinished(() => void mortal.child.kill('SIGKILL'))
  const address = await mortal.address()
  const dying = caller({ api: `${address}/api`, now: server.now }, left.asOwner.signer).call(
    userCalls.cancel,
    { userPassword: password },
  )
  const failed = expect(dying).rejects.toThrow()
  for (;;) {
    const { rows } = await db.execute<{ count: string }>(
      `select count(*) from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`,
    )
    if (Number(rows[0]!.count) > 0) break
    await later(20)
  }
  await mortal.end('SIGKILL')
  await failed
  // Waits for what the killed one had locked.
  await db.execute(`select from balances where owner_id = ${left.owner.ownerId} for update`)
  expect(await isErased(db, left)).toBe(false)
  await db.execute(`drop trigger dawdles on account_log`)
  expect(await rowsContaining(db, [left.tag])).toEqual(expect.arrayContaining(before))
  expect((await cancelAccount(left)).success).toBe(true)
  expect(await isErased(db, left)).toBe(true)
})
