/** State of a customer's account. */
import { messageOf } from '#console/refine/i18n.ts'
import type { CustomerDetails } from '#contract/operator/customers.ts'

const tones = {
  open: 'success',
  suspended: 'danger',
  disabled: 'warning',
  deleted: 'plain',
} as const

export const StateTag = ({ state }: Pick<CustomerDetails, 'state'>) => (
  <span className="tag" data-tone={tones[state]}>
    {messageOf(`codes.customerState.${state}`)}
  </span>
)

export const stateCell = ({ row }: { row: Pick<CustomerDetails, 'state'> }) => <StateTag {...row} />
