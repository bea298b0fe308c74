/** Distributes quota to one sub-account, opened from its table row. */
import { DistributionModal } from '#console/features/distribution/distribution-modal.tsx'
import type { SubAccount } from '#contract/sub-accounts.ts'

export default function DistributeOne({ row, close }: { row: SubAccount; close: () => void }) {
  return <DistributionModal rows={[row]} close={close} done={close} />
}
