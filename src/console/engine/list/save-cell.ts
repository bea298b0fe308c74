/** Saves the value of one cell, and offers to undo it. */
import { useMemo } from 'react'
import { call } from '#client/api/call.ts'
import { errorMessage, reportRefusal } from '#client/api/error-message.ts'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import { inputsFromRow, valueAt } from '#console/engine/build-fields.ts'
import { labelOfItem, toInputValue } from '#console/engine/form/form-values.ts'
import type { CellEdit } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import { failureOf } from '#console/refine/data-errors.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import { notifyUndoable } from '#console/refine/notification.ts'

/** Resolves to why the value was not saved; undefined once the list shows it. */
export type SaveCell = (edit: CellEdit, row: Row, value: unknown) => Promise<string | undefined>

/** `refresh` refetches the list. */
export function useSaveCell(nameOf: (row: Row) => string, refresh: () => Promise<void>): SaveCell {
  return useMemo(
    () => async (edit, row, value) => {
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
        return reasonOf(error, item.key)
      }
      const saved = get && call(get, inputsFromRow(get, row) as never, { quiet: true })
      // Without the record as it was saved, the server can't tell whether it has changed since.
      const savedRow = Promise.resolve(saved).then(
        (record) => (record as Row | undefined) ?? withoutVersion(row),
        () => withoutVersion(row),
      )
      notifyUndoable(
        t('crud.list.cellSaved', { field: labelOfItem(item), name: nameOf(row) }),
        async () => send(await savedRow, valueAt(row, item.key)).finally(refresh),
      )
      await refresh()
      return undefined
    },
    [nameOf, refresh],
  )
}

const withoutVersion = ({ version: _version, ...row }: Row): Row => row

/** The server's message about the field; any other refusal is a toast too (spec 8.1). */
function reasonOf(error: unknown, key: string): string {
  const failure = failureOf(error)
  const ofField = failure?.kind === 'refused' ? failure.fields?.[key] : undefined
  if (ofField === undefined) reportRefusal(error)
  return ofField ?? errorMessage(error, messageOf).text
}
