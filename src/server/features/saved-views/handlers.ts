/** Handlers of saved views, and of the default one of a page. */
import { and, asc, eq, isNull, ne, sql, type SQL } from 'drizzle-orm'
import { type SavedView, type listViews as calls, savedViewLimits } from '#contract/saved-views.ts'
import { lockActiveAccount } from '#server/features/accounts/index.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Handler, Handlers } from '#server/http/handler.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import { onlyRow, transaction } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'
import { users } from '#server/features/accounts/table.ts'
import { listViews } from '#server/features/saved-views/table.ts'

const { id, page, name, query, isDefault, version } = listViews
const columns = { id, page, name, query, isDefault, version }

const listSavedViews: Handler<typeof calls.list> = async ({ page: onPage }, { db, me }) => {
  const rows = await db
    .select(columns)
    .from(listViews)
    .where(and(isOfUser(me), onPage === undefined ? undefined : eq(page, onPage)))
    .orderBy(asc(page), sql`lower(${name})`)
  return rows.map(toSavedView)
}

/** Throws ApiError `nameTaken`, or `notAllowed` if the user has too many views. */
const createSavedView: Handler<typeof calls.create> = (added, { db, me, clock }) =>
  transaction(db, async (tx) => {
    await lockUser(tx, me)
    await refuseTakenName(tx, me, added.page, added.name)
    await refuseAboveLimit(tx, and(isOfUser(me), eq(page, added.page)), savedViewLimits.onPage)
    await refuseAboveLimit(tx, isOfUser(me), savedViewLimits.ofUser)
    const { ownerId, userId } = me
    const inserted = await tx
      .insert(listViews)
      .values({ ownerId, userId, ...added, createdAt: clock() })
      .returning(columns)
    return toSavedView(onlyRow(inserted))
  })

/** Throws ApiError `notFound`, `nameTaken`, or `changedElsewhere` if `version` is stale. */
const editSavedView: Handler<typeof calls.edit> = (edited, { db, me }) =>
  transaction(db, async (tx) => {
    const old = await lockSavedView(tx, me, edited.id)
    if (edited.version !== undefined && edited.version !== old.version)
      throw new ApiError('changedElsewhere')
    await refuseTakenName(tx, me, old.page, edited.name, old.id)
    const updated = await tx
      .update(listViews)
      .set({
        name: edited.name,
        query: edited.query,
        version: sql`${version} + 1`,
      })
      .where(isSavedView(me, old.id))
      .returning(columns)
    return toSavedView(onlyRow(updated))
  })

/** Throws ApiError `notFound`. */
const removeSavedView: Handler<typeof calls.remove> = async (removed, { db, me }) => {
  const deleted = await db.delete(listViews).where(isSavedView(me, removed.id)).returning({ id })
  if (deleted.length === 0) throw new ApiError('notFound')
  return null
}

/** Throws ApiError `notFound`. */
const setDefaultSavedView: Handler<typeof calls.setDefault> = (chosen, { db, me }) =>
  transaction(db, async (tx) => {
    const view = await lockSavedView(tx, me, chosen.id)
    const shouldBeDefault = chosen.isDefault === 1
    if (shouldBeDefault)
      await tx
        .update(listViews)
        .set({ isDefault: false })
        .where(and(isOfUser(me), eq(page, view.page), isDefault, ne(id, view.id)))
    await tx.update(listViews).set({ isDefault: shouldBeDefault }).where(isSavedView(me, view.id))
    return null
  })

const isOfUser = (user: UserKey) =>
  and(eq(listViews.ownerId, user.ownerId), eq(listViews.userId, user.userId))
const isSavedView = (user: UserKey, viewId: string | number): SQL | undefined =>
  and(isOfUser(user), eq(id, String(viewId)))

const toSavedView = ({
  isDefault: isOpenedByDefault,
  ...view
}: Omit<SavedView, 'isDefault'> & { isDefault: boolean }): SavedView => ({
  ...view,
  isDefault: isOpenedByDefault ? 1 : 0,
})

/**
 * Serialises the changes of one user's views. Throws ApiError `sessionEnded` for a deleted user.
 */
async function lockUser(tx: Db, { ownerId, userId }: UserKey): Promise<void> {
  await lockActiveAccount(tx, ownerId)
  const locked = await tx
    .select({ userId: users.userId })
    .from(users)
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, userId), isNull(users.erasedAt)))
    .for('update')
  if (locked.length === 0) throw new ApiError('sessionEnded')
}

async function lockSavedView(tx: Db, user: UserKey, viewId: string | number) {
  await lockUser(tx, user)
  const [view] = await tx.select(columns).from(listViews).where(isSavedView(user, viewId))
  if (!view) throw new ApiError('notFound')
  return view
}

/** `except`: id of the view that may have the name. */
async function refuseTakenName(
  tx: Db,
  user: UserKey,
  onPage: string,
  requestedName: string,
  except?: string,
): Promise<void> {
  const isSameName = sql`lower(${name}) = lower(${requestedName})`
  const isOther = except === undefined ? undefined : ne(id, except)
  if ((await tx.$count(listViews, and(isOfUser(user), eq(page, onPage), isSameName, isOther))) > 0)
    throw new ApiError('nameTaken', { fields: [{ field: 'name', rule: 'taken' }] })
}

async function refuseAboveLimit(tx: Db, where: SQL | undefined, max: number): Promise<void> {
  if ((await tx.$count(listViews, where)) >= max)
    throw new ApiError('notAllowed', {
      reason: { key: 'tooManySavedViews', values: { limit: max } },
    })
}

export const listViewHandlers: Handlers['listViews'] = {
  list: listSavedViews,
  create: createSavedView,
  edit: editSavedView,
  remove: removeSavedView,
  setDefault: setDefaultSavedView,
}
