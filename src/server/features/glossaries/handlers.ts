/** Handlers of terms that keep the limit of a glossary. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { businessLimits } from '#contract/business-limits.ts'
import type { glossaryTerms as termCalls } from '#contract/glossaries.ts'
import { columnsOf } from '#server/features/collections/table.ts'
import { glossaryTerms } from '#server/features/glossaries/table.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Handler, Handlers } from '#server/http/handler.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { GeneratedHandlers } from '#server/collections.ts'

type TermCalls = typeof termCalls.calls
const { glossaryId } = columnsOf(glossaryTerms)

/** Adds or edits a term, unless its glossary then has too many. */
const withTermLimit =
  <C extends 'create' | 'edit'>(save: Handler<TermCalls[C]>): Handler<TermCalls[C]> =>
  async (input, call) => {
    const output = await save(input, call)
    await refuseTooManyTerms(call.db, call.me.ownerId, [String(input.glossaryId)])
    return output
  }

const importTerms =
  (save: Handler<TermCalls['import']>): Handler<TermCalls['import']> =>
  async (input, call) => {
    const output = await save(input, call)
    const ids = input.rows.map((row) => String((row as { glossaryId?: unknown }).glossaryId))
    if (output.imported > 0) await refuseTooManyTerms(call.db, call.me.ownerId, ids)
    return output
  }

/** Call it in the transaction of the change. Throws ApiError `notAllowed`. */
export async function refuseTooManyTerms(
  tx: Db,
  ownerId: string,
  ids: readonly string[],
): Promise<void> {
  const limit = businessLimits.glossaries.terms
  const [tooMany] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(glossaryTerms)
    .where(and(eq(glossaryTerms.ownerId, ownerId), inArray(glossaryId!, [...new Set(ids)])))
    .groupBy(glossaryId!)
    .having(sql`count(*) > ${limit}`)
    .limit(1)
  if (tooMany)
    throw new ApiError('notAllowed', { reason: { key: 'glossaryFull', values: { limit } } })
}

export const glossaryTermHandlers = (
  generated: GeneratedHandlers['glossaryTerms'],
): Handlers['glossaryTerms'] => ({
  ...generated,
  create: withTermLimit<'create'>(generated.create),
  edit: withTermLimit<'edit'>(generated.edit),
  import: importTerms(generated.import),
})
