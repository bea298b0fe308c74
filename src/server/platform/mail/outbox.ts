/** Mail outbox: sends queued mails at least once, with row locks and retries. */
import { startJob, type RunningJob, type JobDeps } from '#server/platform/job-loop.ts'
import { transaction } from '#server/platform/db/db.ts'
import { asc, eq, lte } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { mails, type Mail } from '#server/platform/mail/table.ts'
import { describeError, type Log } from '#server/platform/log.ts'
import type { Transport } from '#server/platform/mail/mail.ts'

type Deps = { db: Db; clock: () => Date; log: Log }

/**
 * Milliseconds: polling interval, and delay before a retry, which doubles up to an hour; a mail is
 * dropped after three days.
 */
const times = {
  pollInterval: 1_000,
  firstRetryDelay: 30_000,
  maxRetryDelay: 3_600_000,
  giveUpAfter: 3 * 86_400_000,
}

/**
 * Sends all due mails and returns how many were tried. Safe to run in several processes: a row is
 * locked while its mail is sent and deleted on success. A crash between sending and commit sends
 * the mail again with the same Message-ID.
 */
export async function sendDueMails(
  { db, clock, log }: Deps,
  transport: Transport,
): Promise<number> {
  for (let tried = 0; ; tried++)
    if (!(await transaction(db, (tx) => sendNext(tx, { clock, log }, transport)))) return tried
}

async function sendNext(
  tx: Db,
  { clock, log }: Omit<Deps, 'db'>,
  transport: Transport,
): Promise<boolean> {
  const [mail] = await tx
    .select()
    .from(mails)
    .where(lte(mails.dueAt, clock()))
    .orderBy(asc(mails.dueAt))
    .limit(1)
    .for('update', { skipLocked: true })
  if (!mail) return false
  try {
    await transport.send(mail)
    await tx.delete(mails).where(eq(mails.id, mail.id))
  } catch (reason) {
    await scheduleRetry(tx, mail, describeError(reason, [mail.to, mail.subject]), { clock, log })
  }
  return true
}

async function scheduleRetry(
  tx: Db,
  { id, tries, createdAt }: Mail,
  failure: string,
  { clock, log }: Omit<Deps, 'db'>,
): Promise<void> {
  const now = clock().getTime()
  if (now - createdAt.getTime() > times.giveUpAfter) {
    log.error('mail given up', { mail: id, tries, reason: failure })
    await tx.delete(mails).where(eq(mails.id, id))
    return
  }
  log.warn('mail not sent', { mail: id, tries: tries + 1, reason: failure })
  const dueAt = new Date(now + Math.min(times.firstRetryDelay * 2 ** tries, times.maxRetryDelay))
  await tx
    .update(mails)
    .set({ tries: tries + 1, failure: failure.slice(0, 500), dueAt })
    .where(eq(mails.id, id))
}

/** Polls every second. Stopping waits for the mail in progress. */
export function startMailJob(deps: Deps & JobDeps, transport: Transport): RunningJob {
  const job = startJob(
    {
      name: 'mail',
      failureEvent: 'mails could not be looked for',
      firstDelay: 0,
      interval: times.pollInterval,
      round: async () => void (await sendDueMails(deps, transport)),
    },
    deps,
  )
  return {
    ...job,
    async stop() {
      await job.stop()
      transport.close()
    },
  }
}
