/** Paying an order in a dialog, wherever one is paid: on the recharge page, or again from the list of orders. */
import { useCallback, useState, type ReactNode } from 'react'
import { startPaying, type Paying } from '#console/paying/driver.ts'
import { PayDialog } from '#console/paying/pay-dialog.tsx'
import { waysToPay, type PayChannel } from '#console/paying/ways.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { orders } from '#contract/orders.ts'

/** What is paid, as the payer sees it. `create` makes the order, or finds out again where it is paid. */
export type Bill = {
  readonly create: () => Promise<OutputOf<typeof orders.pay>>
  readonly payChannel: PayChannel
  /** Fen, 1/100 yuan. */
  readonly amount: number
  readonly what: string
}

type Open = { readonly bill: Bill; readonly paying: Paying }

/** `pay` starts at once; `onEnd` is called when the dialog is gone without the page having gone to the result. */
export function usePaying(onEnd?: () => void): { pay: (bill: Bill) => void; dialog: ReactNode } {
  const [open, setOpen] = useState<Open>()
  const pay = useCallback((bill: Bill) => setOpen({ bill, paying: startPaying(waysToPay(bill.payChannel, bill.create)) }), [])
  const end = () => {
    setOpen(undefined)
    onEnd?.()
  }
  return { pay, dialog: open && <PayDialog bill={open.bill} paying={open.paying} onEnd={end} /> }
}
