/** Asks for a fapiao of one order. */
import { AskFapiao } from '#console/features/fapiaos/ask-fapiao.tsx'
import type { Order } from '#contract/orders.ts'

export default function AskForOrder({ row, close }: { row: Pick<Order, 'id'>; close: () => void }) {
  return <AskFapiao orderIds={[row.id]} close={close} />
}
