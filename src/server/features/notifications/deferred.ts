/** Batches notices that no caller waits for, to keep their inserts out of the request. */
import type { Db } from '#server/platform/db/open.ts'
import { createNotices, type NewNotice } from '#server/features/notifications/service.ts'
import { describeError } from '#server/platform/log.ts'
import type { Dependencies } from '#server/dependencies.ts'

type Needs = Pick<Dependencies, 'db' | 'events' | 'clock' | 'log'>

/** Milliseconds between the first queued notice and the write. */
const gathering = 100

/** Deferred until the write, where rendering many messages together is a fraction of the cost. */
type Told = () => readonly NewNotice[]
type Gathered = {
  told: Told[]
  timer: ReturnType<typeof setTimeout> | undefined
  writing: Promise<void>
}
const gathered = new WeakMap<Db, Gathered>()

/**
 * Call it after the commit, with `db` outside of any transaction. A killed process loses the queued
 * notices; a graceful shutdown writes them.
 */
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

/** Writes the queued notices; resolves when none is left. For shutdown. */
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
