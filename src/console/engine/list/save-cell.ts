/** Saves the value of one cell, and offers to undo it. */
import { call } from '#client/api/call.ts'
import { errorMessage, reportRefusal } from '#client/api/error-message.ts'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import { inputsFromRow, valueAt } from '#console/engine/build-fields.ts'
import { isPresent } from '#console/engine/fields/field-type.ts'
import { labelOfItem, toInputValue } from '#console/engine/form/form-values.ts'
import type { CellEdit } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import { failureOf } from '#console/refine/data-errors.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import { notifyUndoable } from '#console/refine/notification.ts'

/** Why a value was not saved; `isConflict` if the row has been changed elsewhere. */
type FailedSave = { readonly text: string; readonly isConflict: boolean }

/** Resolves to the failure; undefined once the list shows the value. */
export type SaveCell = (edit: CellEdit, row: Row, value: unknown) => Promise<FailedSave | undefined>

/** `refresh` refetches the list. */
export async function saveCell(
  { nameOf, refresh }: { nameOf: (row: Row) => string; refresh: () => Promise<void> },
  ...[edit, row, value]: Parameters<SaveCell>
): ReturnType<SaveCell> {
  const { call: endpoint, item, get } = edit
  const send = (record: Row, next: unknown) =>
    idempotentCall(
      endpoint,
      { ...inputsFromRow(endpoint, record), [item.key]: toInputValue(item, next) },
      { quiet: true },
    )
  try {
    await send(row, value)
  } catch (error) {
    await refresh()
    return failedSaveOf(error, item.key)
  }
  const read = async () =>
    get && ((await call(get, inputsFromRow(get, row) as never, { quiet: true })) as Row)
  const undo = async () => {
    const latest = (await read()) ?? withoutVersion(row)
    const isUnchanged =
      !get || isSame(toInputValue(item, latest[item.key]), toInputValue(item, value))
    // The version of before lets the server refuse where the value has changed since.
    const record = isUnchanged ? latest : row
    await send(record, valueAt(row, item.key)).finally(refresh)
  }
  const message = { field: labelOfItem(item), name: nameOf(row) }
  notifyUndoable(t('crud.list.cellSaved', message), undo)
  await refresh()
  return undefined
}

/** Whether two values of a field are equal; all empty ones are. */
export const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (!isPresent(a) && !isPresent(b)) || JSON.stringify(a) === JSON.stringify(b)

const withoutVersion = ({ version: _version, ...row }: Row): Row => row

/** The server's message about the field; any other refusal is a toast too (spec 8.1). */
function failedSaveOf(error: unknown, key: string): FailedSave {
  const failure = failureOf(error)
  const refused = failure?.kind === 'refused' ? failure : undefined
  const ofField = refused?.fields?.[key]
  if (ofField === undefined) reportRefusal(error)
  return {
    text: ofField ?? errorMessage(error, messageOf).text,
    isConflict: refused?.code === 'changedElsewhere',
  }
}
