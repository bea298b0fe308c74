/** Handlers of saved views. */
import type { listViews as calls } from '#contract/saved-views.ts'
import {
  addView,
  deleteView,
  editView,
  setDefaultView,
  listUserViews,
} from '#server/features/saved-views/saved-views.ts'
import type { Handler } from '#server/http/handler.ts'

export const listSavedViews: Handler<typeof calls.list> = ({ page }, { db, me }) =>
  listUserViews(db, me, page)

export const createView: Handler<typeof calls.create> = (added, { db, me, clock }) =>
  addView(db, me, added, clock())

export const saveView: Handler<typeof calls.edit> = (edited, { db, me }) => editView(db, me, edited)

export const removeView: Handler<typeof calls.remove> = async ({ id }, { db, me }) => {
  await deleteView(db, me, id)
  return null
}

export const setDefault: Handler<typeof calls.setDefault> = async (
  { id, isDefault },
  { db, me },
) => {
  await setDefaultView(db, me, id, isDefault === 1)
  return null
}
