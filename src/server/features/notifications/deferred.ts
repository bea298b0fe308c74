/**
 * Notices that nothing hangs on are written together, a moment after what they tell of: the call
 * that caused them does not pay for them. A process that is killed in that moment leaves them
 * unsaid, one that is stopped does not; the account log says the same.
 */
import type { Db } from '#server/platform/db/open.ts'
import { createNotices, type NewNotice } from '#server/features/notifications/service.ts'
import { describeError } from '#server/platform/log/error-text.ts'
import type { Dependencies } from '#server/dependencies.ts'

type Needs = Pick<Dependencies, 'db' | 'events' | 'clock' | 'log'>

/** Milliseconds. */
const gathering = 100

/** Words are found when they are written: for many at a time that takes a fraction. */
type Told = () => readonly NewNotice[]
type Gathered = {
  told: Told[]
  timer: ReturnType<typeof setTimeout> | undefined
  writing: Promise<void>
}
const gathered = new WeakMap<Db, Gathered>()

/** `db` is the plain database: call it when what is told of is committed. */
export function deferNotice(needs: Needs, result: Told): void {
  const pending: Gathered = gathered.get(needs.db) ?? {
    told: [],
    timer: undefined,
    writing: Promise.resolve(),
  }
  gathered.set(needs.db, pending)
  pending.told.push(result)
  pending.timer ??= setTimeout(() => void leaveNow(needs), gathering)
}

/** Writes what still waits; resolves when nothing does. For a process that ends. */
export async function leaveNow(needs: Needs): Promise<void> {
  const pending = gathered.get(needs.db)
  if (!pending) return
  clearTimeout(pending.timer)
  const { told } = pending
  Object.assign(pending, { told: [], timer: undefined })
  pending.writing = pending.writing.then(() => write(needs, told))
  await pending.writing
}

async function write({ db, events, clock, log }: Needs, gathered: readonly Told[]): Promise<void> {
  try {
    const result = gathered.flatMap((each) => each())
    await createNotices(db, result, clock())
    for (const ownerId of new Set(result.map((notice) => notice.ownerId)))
      events.publish({ ownerId, about: ['notice'] })
  } catch (reason) {
    log.warn('notices were not written', { count: gathered.length, reason: describeError(reason) })
  }
}
