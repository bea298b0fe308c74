/** Mails the statement of each month, with its PDF, to the owners who asked for it. */
import { and, eq, lt, sql } from 'drizzle-orm'
import { nameOfMonth, statementFileName } from '#contract/statement-tables.ts'
import { users } from '#server/features/accounts/table.ts'
import {
  addMonths,
  lastFinalMonth,
  type CurrentTime,
} from '#server/features/statements/close-months.ts'
import type { DrawStatement } from '#server/features/statements/draw-statement.ts'
import { readStatement } from '#server/features/statements/read-statements.ts'
import { statementTexts } from '#server/features/statements/statement-texts.ts'
import { statementMails } from '#server/features/statements/table.ts'
import type { Lang } from '#locales/messages.ts'
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'
import { formatWireTime } from '#server/platform/db/time.ts'
import { errorFields, type Log } from '#server/platform/log.ts'
import { linkTo, queueMail } from '#server/platform/mail/mail.ts'
import { formatBilingual, formatYuan, t } from '#server/platform/messages.ts'

type Deps = {
  db: Db
  clock: () => Date
  log: Pick<Log, 'error'>
  drawStatement?: DrawStatement | undefined
}
type Site = { timeZone: string; publicUrl?: string | undefined }
type Due = { ownerId: string; account: string; lang: Lang; lastMonth: string }

/** Mails what is due, each statement once, in whatever process. */
export async function mailStatements(
  { db, clock, log, drawStatement }: Deps,
  { timeZone: zone, publicUrl }: Site,
  isStopping: () => boolean = () => false,
): Promise<void> {
  if (!drawStatement) return
  const time = { now: clock(), zone }
  const last = lastFinalMonth(time)
  const isDue = sql`s.last_month < ${last}::date and m.erased_at is null and position('@' in m.account) > 0`
  const { rows } = await db.execute<Due>(
    sql`select s.owner_id::text as "ownerId", m.account, s.lang, s.last_month::text as "lastMonth" from ${statementMails} s
      join ${users} m on m.owner_id = s.owner_id and m.user_id = s.owner_id
      where ${acrossOwners('a background job mails the statements of all owners', isDue)}`,
  )
  for (const due of rows)
    try {
      for (let month = addMonths(due.lastMonth, 1); month <= last; month = addMonths(month, 1)) {
        if (isStopping()) return
        await mailOne({ db, drawStatement, publicUrl }, due, month, time)
      }
    } catch (reason) {
      // The next round begins with the month that failed.
      log.error('a statement could not be mailed', { owner: due.ownerId, ...errorFields(reason) })
    }
}

/** The file is drawn before the transaction, which only one of several processes ends with a mail. */
async function mailOne(
  {
    db,
    drawStatement,
    publicUrl,
  }: { db: Db; drawStatement: DrawStatement } & Pick<Site, 'publicUrl'>,
  { ownerId, account, lang }: Due,
  month: string,
  time: CurrentTime,
): Promise<void> {
  const statement = await readStatement(db, { ownerId }, month.slice(0, 7), {
    ...time,
    canClose: true,
  })
  // Its months are closed first.
  if (statement.state !== 'closed') return
  const issuedAt = formatWireTime(time.now, time.zone)
  const pdf = await drawStatement(statement, { lang, issuedAt })
  const words = formatBilingual('statements.mail', (language) => ({
    month: nameOfMonth(statement.month, statementTexts(language)),
    closing: statement.closing.charNum,
    used: statement.usedCharNum,
    paid: formatYuan(statement.paidAmount),
  }))
  const link = linkTo(publicUrl, `/UserCenterStatement?month=${statement.month}`, {
    zh: t('zh', 'statements.mail.open'),
    en: t('en', 'statements.mail.open'),
  })
  const file = {
    name: `${statementFileName(statement, statementTexts(lang))}.pdf`,
    type: 'application/pdf',
    content: Buffer.from(pdf).toString('base64'),
  }
  await transaction(db, async (tx) => {
    const claimed = await tx
      .update(statementMails)
      .set({ lastMonth: month })
      .where(and(eq(statementMails.ownerId, ownerId), lt(statementMails.lastMonth, month)))
      .returning({ ownerId: statementMails.ownerId })
    if (claimed.length === 0) return
    await queueMail(tx, { to: account, words, link, first: lang, attachments: [file] }, time.now)
  })
}
