/** Above the requests: the button by which a sub-account asks. */
import type { HeaderProps } from '#console/engine/resource.ts'
import type { QuotaRequest } from '#console/features/quota-requests/amounts.ts'
import { AskForQuota } from '#console/features/quota-requests/ask-for-quota.tsx'

export default function AskHeader({ rows }: HeaderProps<QuotaRequest>) {
  return <AskForQuota isUrgent isAboveList latest={rows} />
}
