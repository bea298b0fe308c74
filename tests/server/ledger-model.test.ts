/**
 * Random sessions in which a reference model of the ledger and the server agree on every response,
 * balance and log row.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { notices } from '#server/schema.ts'
import { and, eq } from 'drizzle-orm'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import {
  ledgerCommands,
  type RealSystem,
  LedgerModel,
  type Row,
} from '#tests/server/ledger-model.ts'
import { balanceOf, accountLogOf } from '#tests/support/actors/people.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

/**
 * Number of sessions; `LEDGER_SESSIONS` sets more. A failure prints the seed and path that repeat
 * it.
 */
const sessions = Number(process.env['LEDGER_SESSIONS'] ?? 10)

const server = await serverWithCatalogue()

/** Creates a main account with three sub-accounts and quota, on both sides. */
async function createModelAndGroup(): Promise<{ model: LedgerModel; real: RealSystem }> {
  const quota = { chars: 400, voices: 12, images: 12 }
  const group = await addAccountGroup(server, { quota: [quota, {}, {}, {}] })
  const people = [group.main, ...group.subs]
  const model = new LedgerModel()
  for (const _ of people.slice(1)) model.open()
  model.adjust(quota)
  return { model, real: { server, owner: group.asMain, people, keys: 0 } }
}

test(
  `after each of ${sessions} random sessions the server agrees with the reference model`,
  { timeout: 3_600_000 },
  async () => {
    const session = fc.asyncProperty(
      fc.commands(ledgerCommands, { maxCommands: 60, size: 'max' }),
      async (commands) => {
        const { model, real } = await createModelAndGroup()
        await fc.asyncModelRun(() => ({ model, real }), commands)
        await expectAgreement(model, real)
      },
    )
    await fc.assert(session, { numRuns: sessions, endOnFailure: false })
    expect(await discrepancies(server.database.db)).toEqual([])
  },
)

async function expectAgreement(model: LedgerModel, { people }: RealSystem) {
  const { db } = server.database
  const { ownerId } = people[0]!
  for (const [index, { userId }] of people.entries()) {
    const { chars, voices, images, used, open, rows } = model.accounts[index]!
    const stored = await balanceOf(db, ownerId, userId)
    expect({ ...stored, closedAt: stored.closedAt === null }).toMatchObject({
      chars,
      voices,
      images,
      usedChars: used,
      closedAt: open,
    })
    expect((await accountLogOf(db, ownerId, userId)).map(asRow)).toEqual(rows)
  }
  const countOf = (type: 'lowBalance' | 'alertEnded') => {
    const isOfOwner = and(eq(notices.ownerId, ownerId), eq(notices.userId, ownerId))
    return db.$count(notices, and(isOfOwner, eq(notices.type, type)))
  }
  expect([await countOf('lowBalance'), await countOf('alertEnded')]).toEqual([
    model.notified,
    model.ended,
  ])
}

const asRow = (row: Awaited<ReturnType<typeof accountLogOf>>[number]): Row => ({
  chars: row.charChange,
  voices: row.voiceChange,
  images: row.imageChange,
  logType: row.logType,
  left: { chars: row.lastChars, voices: row.lastVoices, images: row.lastImages },
  manager: row.managerId !== null,
})
