/** Actions of a record on a page of its own: those of its row in the list, with their dialogs. */
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { matches } from '#console/engine/build-fields.ts'
import { allowedPage } from '#console/engine/list/allowed-page.ts'
import { nameOfRow } from '#console/engine/list/cell-text.ts'
import { useActions } from '#console/engine/list/use-actions.ts'
import type { Form, ListPage, PanelEntry } from '#console/engine/page-model.ts'
import { PanelHost } from '#console/engine/panel-host.tsx'
import type { Row } from '#console/engine/resource.ts'
import { useCanUse } from '#console/refine/capabilities.ts'
import { messageOf } from '#console/refine/i18n.ts'
import { useReferenceData } from '#console/refine/reference-data.ts'

const FormDrawer = lazy(() => import('#console/engine/form/form-drawer.tsx'))

type OpenDialog = { form: Form } | { panel: PanelEntry }
type Button = { name: string; label: string; isDangerous?: boolean; onClick: () => void }

/**
 * `leftOut`: names of actions that the page offers otherwise. `refresh` is called after a change,
 * `onRemoved` after the removal.
 */
export function useRecordActions({
  page: fullPage,
  record,
  leftOut,
  refresh,
  onRemoved,
}: {
  page: ListPage
  record: Row
  leftOut: readonly string[]
  refresh: () => Promise<void>
  onRemoved: () => void
}): { buttons: ReactNode[]; dialog: ReactNode } {
  const canUse = useCanUse()
  const page = allowedPage(fullPage, canUse)
  const getLookupData = useReferenceData(
    page.columns.flatMap(({ fields }) => fields.map(({ fieldType }) => fieldType)),
  )
  const name = nameOfRow(page, record, getLookupData)
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const close = () => setOpenDialog(undefined)
  const closeAndRefresh = () => {
    close()
    void refresh()
  }
  const { run, toggleFlag, dialog } = useActions(page, () => name, refresh)
  const toggles = page.toggles.filter(({ call, when }) => canUse(call) && matches(record, when))
  const buttons: Button[] = [
    ...page.panels
      .filter((panel) => matches(record, panel.when) && !leftOut.includes(panel.name))
      .map((panel) => ({
        name: panel.name,
        label: messageOf(panel.action),
        onClick: () => setOpenDialog({ panel }),
      })),
    ...page.forms
      .filter(({ when }) => matches(record, when))
      .map((form) => ({
        name: form.name,
        label: messageOf(form.messages.action),
        onClick: () => setOpenDialog({ form }),
      })),
    ...toggles.map((toggle) => {
      const flag = record[toggle.field] === 1 ? 0 : 1
      return {
        name: toggle.name,
        label: messageOf(toggle.messages(flag).action),
        onClick: () => void toggleFlag(toggle, record, flag, () => undefined),
      }
    }),
    ...page.actions
      .filter(({ when }) => matches(record, when))
      .map((action) => ({
        name: action.name,
        label: messageOf(action.messages.action),
        isDangerous: action.confirm === 'danger',
        onClick: async () => {
          if ((await run(action, record)) && action.name === 'remove') onRemoved()
        },
      })),
  ]
  return {
    buttons: buttons.map(({ name: key, label, isDangerous = false, onClick }, index) => (
      <button
        key={key}
        type="button"
        className={index === 0 ? 'button primary' : isDangerous ? 'button warn' : 'button'}
        onClick={onClick}
      >
        {label}
      </button>
    )),
    dialog: (
      <>
        {dialog}
        {openDialog && 'form' in openDialog && (
          <Suspense fallback={null}>
            <FormDrawer
              page={page}
              form={openDialog.form}
              row={record}
              listQuery={{}}
              getLookupData={getLookupData}
              onClose={close}
              onSaved={closeAndRefresh}
            />
          </Suspense>
        )}
        {openDialog && 'panel' in openDialog && (
          <PanelHost load={openDialog.panel.load} props={{ row: record, close: closeAndRefresh }} />
        )}
      </>
    ),
  }
}
