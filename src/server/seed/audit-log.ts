/** Audit log of the demo's company: the acts of its simulated months. */
import type { AuditAct } from '#contract/audit-acts.ts'
import { auditLog } from '#contract/audit-log.ts'
import { collectionTables } from '#server/features/collections/table.ts'
import { countAdded, storedOf } from '#server/features/collections/index.ts'
import type { Db } from '#server/platform/db/open.ts'
import { insertRows } from '#server/seed/insert.ts'
import { toLogName, type Person, type Simulation } from '#server/seed/simulation.ts'

/** `at`: in Unix milliseconds. `subject`: the sub-account that it concerns. */
export type AuditedAct = {
  act: AuditAct
  at: number
  subject?: Person | undefined
  object?: string
  details?: Readonly<Record<string, number>>
}

/** Requires a transaction. Adds the acts of `main` that the simulation shows, and the given ones. */
export async function insertDemoAuditLog(
  tx: Db,
  simulation: Simulation,
  main: Person,
  others: readonly AuditedAct[],
): Promise<void> {
  const { ownerId, userId } = main.ledgerAccount
  const rows = [...listActs(simulation, main), ...others]
    .filter(({ at }) => at <= simulation.now)
    .toSorted((a, b) => a.at - b.at)
    .map(({ act, at, subject, object, details }) => ({
      ownerId,
      createdAt: new Date(at),
      act,
      actorId: userId,
      actorName: toLogName(main),
      subjectId: subject?.ledgerAccount.userId ?? null,
      subjectName: subject && subject.erasedAt === undefined ? subject.ledgerAccount.name : null,
      object: object ?? null,
      details: details ? JSON.stringify(details) : null,
    }))
  await countAdded(tx, storedOf('auditLog'), { ownerId, id: '0' }, rows.length)
  await insertRows(tx, collectionTables[auditLog.name]!, rows)
}

function listActs({ people, ledger, orders, orderEvents }: Simulation, main: Person): AuditedAct[] {
  const { ownerId, userId } = main.ledgerAccount
  const subs = people.filter((person) => person.main === main)
  const named = new Map(subs.map((sub) => [sub.ledgerAccount.name, sub]))
  const created = subs.map((subject): AuditedAct => ({
    act: 'subAccountCreated',
    at: subject.since,
    subject,
  }))
  const deleted = subs.flatMap((subject): AuditedAct[] =>
    subject.erasedAt === undefined
      ? []
      : [{ act: 'subAccountDeleted', at: subject.erasedAt, subject }],
  )
  const changes = ledger
    .filter((row) => row.ownerId === ownerId && row.userId === userId)
    .flatMap((row): AuditedAct[] => {
      const at = row.at.getTime()
      if (row.logType === 'MATRIX') return [{ act: 'channelChanged', at }]
      if (row.logType !== 'DISTRIBUTION') return []
      const details = {
        changeCharNum: -(row.charChange ?? 0),
        changeVoiceNum: -(row.voiceChange ?? 0),
        changeImageNum: -(row.imageChange ?? 0),
      }
      return [{ act: 'quotaDistributed', at, subject: named.get(row.childName ?? ''), details }]
    })
  const ordered = orders
    .filter((order) => order.ownerId === ownerId)
    .flatMap(({ no, salesNum, createdAt }): AuditedAct[] => [
      { act: 'orderPlaced', at: createdAt.getTime(), object: no, details: { salesNum } },
      ...orderEvents
        .get(no)!
        .filter(({ event }) => event === 'cancelled')
        .map(({ at }) => ({ act: 'orderCancelled' as const, at: at.getTime(), object: no })),
    ])
  return [...created, ...deleted, ...changes, ...ordered]
}
