/** Titles of fapiao: which fields each kind has, and that one of them is the default. */
import { and, eq, ne, sql } from 'drizzle-orm'
import type { fapiaoTitles as collection } from '#contract/fapiaos.ts'
import { addRows, lockUser, storedOf, toColumnValues } from '#server/features/collections/index.ts'
import { fapiaoTitleColumns, fapiaoTitles } from '#server/features/fapiaos/table.ts'
import { ApiError, reasonWith } from '#server/http/errors.ts'
import type { Handler, Handlers, SignedCall } from '#server/http/handler.ts'
import type { GeneratedHandlers } from '#server/collections.ts'

type Calls = typeof collection.calls
type Title = { kind: 'company' | 'individual'; taxNo?: string | null | undefined }

/** The first title becomes the default. */
const addTitle: Handler<Calls['add']> = async (input, call) => {
  const { db, me, clock, settings } = call
  refuseTaxNo(input)
  await lockTitles(call)
  const isFirst = (await db.$count(fapiaoTitles, isOwn(call))) === 0
  if (input.isDefault === 1) await clearDefault(call)
  const stored = storedOf('fapiaoTitles')
  const fields = { ...input, isDefault: isFirst ? 1 : input.isDefault }
  const row = toColumnValues(stored.collection, fields, settings.timeZone)
  const [id] = await addRows(db, stored, { ownerId: me.ownerId, id: '0' }, [row], clock())
  call.afterCommit(() => call.events.publish({ ownerId: me.ownerId, about: ['fapiaoTitle'] }))
  return { id: id! }
}

const editTitle =
  (edit: Handler<Calls['edit']>): Handler<Calls['edit']> =>
  async (input, call) => {
    refuseTaxNo(input)
    await lockTitles(call)
    if (input.isDefault === 1) await clearDefault(call, String(input.id))
    return edit(input, call)
  }

const isOwn = ({ me }: SignedCall) => eq(fapiaoTitles.ownerId, me.ownerId)

/** Changes of an account's titles wait for each other. */
const lockTitles = ({ db, me }: SignedCall) => lockUser(db, { ownerId: me.ownerId, id: me.ownerId })

async function clearDefault(call: SignedCall, exceptId = '0'): Promise<void> {
  const isDefault = fapiaoTitleColumns['isDefault']!
  await call.db
    .update(fapiaoTitles)
    .set({ isDefault: false, version: sql`${fapiaoTitles.version} + 1` })
    .where(and(isOwn(call), eq(isDefault, true), ne(fapiaoTitles.id, exceptId)))
}

/** Companies have a tax number, individuals none. */
function refuseTaxNo({ kind, taxNo }: Title): void {
  if (kind === 'company' && !taxNo)
    throw new ApiError('invalid', { fields: [{ field: 'taxNo', rule: 'required' }] })
  if (kind === 'individual' && taxNo)
    throw new ApiError('invalid', { reason: reasonWith('fapiaoTaxNoOfIndividual', {}) })
}

export const fapiaoTitleHandlers = (
  generated: GeneratedHandlers['fapiaoTitles'],
): Handlers['fapiaoTitles'] => ({
  ...generated,
  add: addTitle,
  edit: editTitle(generated.edit),
})
