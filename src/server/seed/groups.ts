/** Groups of the demo's company: colleagues who share a budget. */
import { assignGroups } from '#server/features/budgets/index.ts'
import { addRows, storedOf } from '#server/features/collections/index.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { AuditedAct } from '#server/seed/audit-log.ts'
import { day, type Person } from '#server/seed/simulation.ts'

/** `members`: login names. */
const groups = [
  {
    name: '销售部',
    rule: { dailyCharNum: 20_000, monthlyCharNum: 300_000 },
    members: ['wangfang', 'emma', '李强', 'oliver88', 'zhangwei', 'sophie'],
    daysAgo: 41,
  },
  {
    name: '客服部',
    rule: { dailyCharNum: 10_000, dailyVoiceNum: 50 },
    members: ['客服小陈', '客服小林', '夜班01', '夜班02'],
    daysAgo: 13,
  },
] as const

/** Requires a transaction. Returns the acts that made them. */
export async function insertDemoGroups(
  tx: Db,
  main: Person,
  people: readonly Person[],
  now: Date,
): Promise<AuditedAct[]> {
  const { ownerId } = main.ledgerAccount
  const stored = storedOf('subAccountGroups')
  const acts: AuditedAct[] = []
  for (const { name, rule, members, daysAgo } of groups) {
    const at = now.getTime() - daysAgo * day
    const subs = people.filter(
      ({ main: owner, ledgerAccount }) =>
        owner === main && (members as readonly string[]).includes(ledgerAccount.name),
    )
    const [id] = await addRows(tx, stored, { ownerId, id: '0' }, [{ name, ...rule }], new Date(at))
    const ids = subs.map(({ ledgerAccount }) => ledgerAccount.userId)
    const time = { now, zone: 'Asia/Shanghai' }
    await assignGroups(tx, ownerId, new Map(ids.map((userId) => [userId, id!])), time)
    acts.push({ act: 'groupCreated', at, object: name, details: rule })
    for (const subject of subs)
      acts.push({ act: 'movedToGroup', at: at + 60_000, subject, object: name })
  }
  return acts
}
