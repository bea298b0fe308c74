/** Actions of a record on a page of its own: those of its row in the list, with their dialogs. */
import type { ReactNode } from 'react'
import { matches } from '#console/engine/build-fields.ts'
import { allowedPage } from '#console/engine/list/allowed-page.ts'
import { nameOfRow } from '#console/engine/list/cell-text.ts'
import {
  ListDialog,
  missingCapability,
  type OpenDialog,
} from '#console/engine/list/list-dialog.tsx'
import { useOpenDraft } from '#console/engine/list/open-from-address.ts'
import type { RowButton } from '#console/engine/list/row-actions.tsx'
import { rowButtons } from '#console/engine/list/row-buttons.ts'
import { useActions } from '#console/engine/list/use-actions.ts'
import type { Action, ListPage } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import { useCanUse } from '#console/refine/capabilities.ts'
import { useUserAccess } from '#console/refine/current-user.ts'
import { messageOf } from '#console/refine/i18n.ts'
import { useReferenceData } from '#console/refine/reference-data.ts'
import { SlotDialog, useDialogSlot } from '#console/ui/dialog-slot.tsx'
import type { Endpoint } from '#contract/endpoint.ts'

type RecordActionsOptions = {
  readonly page: ListPage
  readonly record: Row
  /** Name of the action that comes first. */
  readonly primary: string
  /** Names of actions that the page offers otherwise. */
  readonly leftOut: readonly string[]
  /** Called after a change. */
  readonly refresh: () => Promise<void>
  /** Called after the removal. */
  readonly onRemoved: () => void
}

export function useRecordActions({
  page: fullPage,
  record,
  primary,
  leftOut,
  refresh,
  onRemoved,
}: RecordActionsOptions): { buttons: ReactNode[]; dialog: ReactNode } {
  const canUse = useCanUse()
  const user = useUserAccess()
  const page = allowedPage(fullPage, canUse, user)
  const getLookupData = useReferenceData(
    page.columns.flatMap(({ fields }) => fields.map(({ fieldType }) => fieldType)),
  )
  const name = nameOfRow(page, record, getLookupData)
  const dialogSlot = useDialogSlot<OpenDialog>()
  const { run, toggleFlag, runningAction, dialog } = useActions(
    page,
    () => name,
    refresh,
    (result, output) => dialogSlot.set({ result, output }),
  )

  const openIfCapable = (call: Pick<Endpoint, 'needs'> | undefined, next: OpenDialog) =>
    dialogSlot.set(missingCapability(call, user) ?? next)

  async function runAction(action: Action) {
    const missing = missingCapability(action.call, user)
    if (missing) dialogSlot.set(missing)
    else if ((await run(action, record)) && action.name === 'remove') onRemoved()
  }

  const buttonsOf = rowButtons(page, {
    openForm: (form, row) => openIfCapable(form.call, { form, row }),
    openPanel: (panel, row) => openIfCapable(panel.call, { panel, row }),
    runAction: (action) => void runAction(action),
    runningAction,
  })
  useOpenDraft({ page, rows: [record], buttonsOf })
  const toggles = page.toggles
    .filter(({ call, when }) => canUse(call) && matches(record, when))
    .map((toggle): RowButton => {
      const flag = record[toggle.field] === 1 ? 0 : 1
      return {
        name: toggle.name,
        label: toggle.messages(flag).action,
        danger: false,
        onClick: () => void toggleFlag(toggle, record, flag, () => undefined),
      }
    })
  const rank = (button: RowButton) => (button.name === primary ? 0 : button.danger ? 2 : 1)
  const buttons = [...buttonsOf(record), ...toggles]
    .filter((button) => !leftOut.includes(button.name))
    .toSorted((a, b) => rank(a) - rank(b))
  return {
    buttons: buttons.map((button) => (
      <button
        key={button.name}
        type="button"
        className={['button primary', 'button', 'button warn'][rank(button)]}
        aria-busy={button.busy}
        aria-disabled={button.busy || undefined}
        onClick={button.busy ? undefined : button.onClick}
      >
        {messageOf(button.label)}
      </button>
    )),
    dialog: (
      <>
        {dialog}
        <SlotDialog slot={dialogSlot}>
          {(openDialog) => (
            <ListDialog
              page={page}
              dialog={openDialog}
              setDialog={(next) => {
                dialogSlot.set(next)
                if (!next) void refresh()
              }}
              query={{}}
              getLookupData={getLookupData}
            />
          )}
        </SlotDialog>
      </>
    ),
  }
}
