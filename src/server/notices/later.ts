/**
 * Notices that nothing hangs on are written together, a moment after what they tell of: the call that caused them does not pay for them.
 * A process that dies in that moment leaves them unsaid; the account log says the same.
 */
import type { Db } from '#server/db/open.ts'
import { leaveNotices, type NewNotice } from '#server/domain/notices.ts'
import type { Services } from '#server/services.ts'

type Needs = Pick<Services, 'db' | 'changes' | 'clock' | 'log'>

/** Milliseconds. */
const gathering = 100

const waiting = new WeakMap<Db, NewNotice[]>()

/** `db` is the plain database: call it when what is told of is committed. */
export function leaveLater(needs: Needs, told: readonly NewNotice[]): void {
  const begun = waiting.get(needs.db)
  if (begun) return void begun.push(...told)
  waiting.set(needs.db, [...told])
  setTimeout(() => void flush(needs), gathering)
}

async function flush({ db, changes, clock, log }: Needs): Promise<void> {
  let rest = waiting.get(db) ?? []
  waiting.delete(db)
  try {
    while (rest.length > 0) {
      const first = new Map(rest.toReversed().map((notice) => [notice.userId, notice]))
      await leaveNotices(db, [...first.values()], clock())
      rest = rest.filter((notice) => first.get(notice.userId) !== notice)
      for (const ownerId of new Set([...first.values()].map((notice) => notice.ownerId))) changes.tell({ ownerId, about: ['notice'] })
    }
  } catch (reason) {
    log.warn('notices were not written', { count: rest.length, reason: String(reason) })
  }
}
