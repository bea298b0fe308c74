/** Handlers of statements, and of the setting to have them mailed. */
import { eq } from 'drizzle-orm'
import type { statementMail as mailCalls, statements as calls } from '#contract/statements.ts'
import { statementFileName } from '#contract/statement-tables.ts'
import { lastFinalMonth } from '#server/features/statements/close-months.ts'
import { listStatements } from '#server/features/statements/list-statements.ts'
import {
  readStatement,
  type ReadTime,
  type StatementSubject,
} from '#server/features/statements/read-statements.ts'
import { statementTexts } from '#server/features/statements/statement-texts.ts'
import { statementMails } from '#server/features/statements/table.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Handler, Handlers, SignedCall } from '#server/http/handler.ts'
import { formatWireTime } from '#server/platform/db/time.ts'

/** Support views write nothing. */
const timeOf = ({ clock, settings, isClockTrusted, me }: SignedCall): ReadTime => ({
  now: clock(),
  zone: settings.timeZone,
  canClose: isClockTrusted() && me.view === undefined,
})

const pageStatements: Handler<typeof calls.page> = async ({ pageNum, pageSize }, call) => {
  const rows = await listStatements(call.db, subjectOf(call), timeOf(call))
  const from = (pageNum - 1) * pageSize
  return { total: rows.length, rows: rows.slice(from, from + pageSize) }
}

const getStatement: Handler<typeof calls.get> = ({ month, userId }, call) =>
  readStatement(call.db, subjectOf(call, userId), month, timeOf(call))

/** Throws ApiError `notAvailable` in the browser, where the page prints it. */
const getStatementPdf: Handler<typeof calls.pdf> = async ({ month, userId }, call) => {
  const { lang, clock, settings, drawStatement } = call
  if (!drawStatement) throw new ApiError('notAvailable')
  const statement = await readStatement(call.db, subjectOf(call, userId), month, timeOf(call))
  const issuedAt = formatWireTime(clock(), settings.timeZone)
  const pdf = await drawStatement(statement, { lang, issuedAt })
  return new File([pdf.slice()], `${statementFileName(statement, statementTexts(lang))}.pdf`, {
    type: 'application/pdf',
  })
}

/** Throws ApiError `notFound` if a sub-account names another one. */
function subjectOf({ me }: SignedCall, userId?: string | number): StatementSubject {
  const { ownerId } = me
  if (me.userId === ownerId)
    return { ownerId, userId: userId === undefined ? undefined : String(userId) }
  if (userId !== undefined && String(userId) !== me.userId) throw new ApiError('notFound')
  return { ownerId, userId: me.userId, isForSubAccount: true }
}

const getStatementMail: Handler<typeof mailCalls.get> = async (_, { db, me }) => ({
  enabled: (await db.$count(statementMails, eq(statementMails.ownerId, me.ownerId))) > 0 ? 1 : 0,
})

/** The first statement that is mailed is that of the current month. */
const saveStatementMail: Handler<typeof mailCalls.save> = async ({ enabled }, call) => {
  const { db, me, lang } = call
  const { ownerId } = me
  if (enabled === 0) await db.delete(statementMails).where(eq(statementMails.ownerId, ownerId))
  else
    await db
      .insert(statementMails)
      .values({ ownerId, lang, lastMonth: lastFinalMonth(timeOf(call)) })
      .onConflictDoUpdate({ target: statementMails.ownerId, set: { lang } })
  return null
}

export const statementHandlers: Handlers['statements'] = {
  page: pageStatements,
  get: getStatement,
  pdf: getStatementPdf,
}

export const statementMailHandlers: Handlers['statementMail'] = {
  get: getStatementMail,
  save: saveStatementMail,
}
