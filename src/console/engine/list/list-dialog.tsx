/** Dialogs that a list or the page of a record opens: forms and panels, and what a membership lacks for them. */
import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { useCanUse } from '#console/refine/capabilities.ts'
import { t, messageOf } from '#console/refine/i18n.ts'
import { capabilityMessages } from '#console/engine/build-calls.ts'
import type { RowsProps } from '#console/engine/list/rows.ts'
import type { Form, PanelEntry } from '#console/engine/page-model.ts'
import { PanelHost } from '#console/engine/panel-host.tsx'
import type { Route, Row } from '#console/engine/resource.ts'
import type { BulkPanel } from '#console/engine/resource-actions.ts'
import { AppLink } from '#console/ui/app-link.tsx'
import { Dialog } from '#console/ui/overlays.tsx'
import type { Capability, Endpoint } from '#contract/endpoint.ts'
import { orders } from '#contract/orders.ts'
import { hasCapability, type UserAccess } from '#contract/roles.ts'
import '../../ui/overlays.css'

export const loadFormDrawer = () => import('#console/engine/form/form-drawer.tsx')
const FormDrawer = lazy(loadFormDrawer)

export type OpenDialog =
  | { form: Form; row?: Row }
  | { panel: PanelEntry; row: Row }
  | { bulkPanel: PanelEntry<BulkPanel<Row>['component']> }
  | { needs: Capability }
  | { result: NonNullable<Form['result']>; output: unknown }

type Props = Pick<RowsProps, 'page' | 'getLookupData'> & {
  /** Needed by bulk panels. */
  selection?: RowsProps['selection']
  dialog: OpenDialog
  setDialog: (dialog: OpenDialog | undefined) => void
  query: Row
}

/** The form, panel or other dialog that is open. */
export function ListDialog({ page, dialog, setDialog, selection, query, getLookupData }: Props) {
  const close = () => setDialog(undefined)
  if ('form' in dialog) {
    const { form, row } = dialog
    return (
      <Suspense fallback={null}>
        <FormDrawer
          page={page}
          form={form}
          row={row}
          listQuery={query}
          getLookupData={getLookupData}
          onClose={close}
          onSaved={(output) => setDialog(form.result && { result: form.result, output })}
        />
      </Suspense>
    )
  }
  if ('result' in dialog)
    return <PanelHost load={dialog.result} props={{ output: dialog.output, close }} />
  if ('panel' in dialog)
    return <PanelHost load={dialog.panel.load} props={{ row: dialog.row, close }} />
  if ('bulkPanel' in dialog) {
    const done = () => {
      close()
      selection?.clear()
    }
    const rows = selection?.rows ?? []
    return <PanelHost load={dialog.bulkPanel.load} props={{ rows, close, done }} />
  }
  return <CapabilityDialog needs={dialog.needs} onClose={close} />
}

/** Capability that the membership lacks for an endpoint (spec 5.14). */
export const missingCapability = (
  call: Pick<Endpoint, 'needs'> | undefined,
  user: UserAccess | null,
): { needs: Capability } | undefined =>
  call?.needs && !(user && hasCapability(call.needs, user)) ? { needs: call.needs } : undefined

/** Page on which memberships are bought. */
const rechargeRoute: Route = 'UserCenterRecharge'

/** Says what an action of the page needs before it is tried, with the way to the checkout. */
export const CapabilityHint = ({ needs }: { needs: Capability }) => (
  <>
    {messageOf(capabilityMessages(needs, 'before'))}{' '}
    <AppLink route={rechargeRoute}>{t('crud.needs.packages')}</AppLink>
  </>
)

/** Says that the membership lacks a capability; links to the checkout, if the user has it (spec 5.14). */
function CapabilityDialog({ needs, onClose }: { needs: Capability; onClose: () => void }) {
  const navigate = useNavigate()
  const canBuy = useCanUse()(orders.pay)
  return (
    <Dialog title={messageOf(capabilityMessages(needs, 'title'))} onClose={onClose}>
      <p>{messageOf(capabilityMessages(needs, 'help'))}</p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {t('crud.needs.close')}
        </button>
        {canBuy && (
          <button
            type="button"
            className="button primary"
            onClick={() => void navigate(`/${rechargeRoute}`)}
          >
            {t('crud.needs.activate')}
          </button>
        )}
      </div>
    </Dialog>
  )
}
