/** Cells with the quota that was asked for, and that was granted. */
import type { CustomCell } from '#console/engine/resource.ts'
import { formatAmounts } from '#console/features/distribution/format-amounts.ts'
import {
  askedAmounts,
  grantedAmounts,
  type QuotaRequest,
} from '#console/features/quota-requests/amounts.ts'

const textOfAsked = (row: QuotaRequest) => formatAmounts(askedAmounts(row))
const textOfGranted = (row: QuotaRequest) => formatAmounts(grantedAmounts(row))

export const askedCell: CustomCell<QuotaRequest> = {
  Cell: ({ row }) => textOfAsked(row),
  text: textOfAsked,
}

export const grantedCell: CustomCell<QuotaRequest> = {
  Cell: ({ row }) => textOfGranted(row) || <span className="no-value">–</span>,
  text: textOfGranted,
}
