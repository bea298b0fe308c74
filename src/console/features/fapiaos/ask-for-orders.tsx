/** Asks for one fapiao of the selected orders. */
import { AskFapiao } from '#console/features/fapiaos/ask-fapiao.tsx'
import type { Order } from '#contract/orders.ts'

export default function AskForOrders({
  rows,
  close,
}: {
  rows: readonly Pick<Order, 'id'>[]
  close: () => void
  done: () => void
}) {
  return <AskFapiao orderIds={rows.map(({ id }) => id)} close={close} />
}
