/** Quota of a sub-account as a button that opens the distribution drawer (spec 2.30). */
import { lazy, Suspense, useState } from 'react'
import { exactCount } from '#client/i18n/format.ts'
import type { Unit } from '#console/features/distribution/balance.ts'
import '#console/features/distribution/quota-cell.css'
import { t } from '#console/refine/i18n.ts'
import { useUserAccess } from '#console/refine/current-user.ts'
import { isReadOnly } from '#console/refine/read-only.ts'
import { canManage } from '#contract/roles.ts'
import type { SubAccount } from '#contract/sub-accounts.ts'
import type { CustomCell } from '#console/engine/resource.ts'
import { preloadOnIntent } from '#console/ui/preload-on-intent.ts'

const loadDrawer = () => import('#console/features/distribution/distribution-modal.tsx')
const Drawer = lazy(() =>
  loadDrawer().then(({ DistributionModal }) => ({ default: DistributionModal })),
)

const fields = {
  chars: 'usableCharNum',
  voices: 'usableVoiceNum',
  images: 'usableImageNum',
} as const

/** Of a unit of which accounts have few. */
export const narrowQuota = (unit: Unit) => ({ cell: quotaCell(unit), width: 48 })

export const quotaCell = (unit: Unit): CustomCell<SubAccount>['Cell'] =>
  function QuotaCell({ row }) {
    const [open, setOpen] = useState(false)
    const close = () => setOpen(false)
    const action = t(`ledger.distribution.only.${unit}`)
    const me = useUserAccess()
    const amount = exactCount(row.memberAccount[fields[unit]])
    if (isReadOnly || !canManage(me, row)) return amount
    return (
      <>
        <button
          type="button"
          className="quota-cell"
          title={action}
          aria-label={t('ledger.distribution.quickAmountOf', { amount, action, name: row.account })}
          {...preloadOnIntent(loadDrawer)}
          onClick={() => setOpen(true)}
        >
          {amount}
        </button>
        {open && (
          <Suspense fallback={null}>
            <Drawer rows={[row]} onlyUnit={unit} close={close} done={close} />
          </Suspense>
        )}
      </>
    )
  }
