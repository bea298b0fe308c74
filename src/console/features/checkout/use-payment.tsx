/** Opens the payment dialog for a new order, an unpaid one, or a return from the payment page. */
import { useCallback, useState, type ReactNode } from 'react'
import type { OrderAtCashier } from '#client/order-at-cashier.ts'
import { startPayment, type PaymentDriver } from '#console/features/checkout/driver.ts'
import { PayDialog, type PayView } from '#console/features/checkout/pay-dialog.tsx'
import { paymentEffects, type Bill } from '#console/features/checkout/effects.ts'

type Open = { readonly bill: PayView; readonly paying: PaymentDriver }

/**
 * `pay` starts a payment; `comeBack` resumes an order after the payment page. `onEnd` is called
 * when the dialog closes without a redirect to the result page.
 */
export function usePayment(onEnd?: () => void) {
  const [open, setOpen] = useState<Open>()
  const pay = useCallback(
    (bill: Bill) => setOpen({ bill, paying: startPayment(paymentEffects(bill)) }),
    [],
  )
  const comeBack = useCallback(({ id, no, amount, what }: OrderAtCashier) => {
    const bill: Bill = {
      amount,
      what,
      payChannel: 'ALI_NATIVE',
      create: () => Promise.reject(new Error('It is ordered already.')),
    }
    setOpen({
      bill,
      paying: startPayment(paymentEffects(bill), { id, no, code: '', byForm: true }),
    })
  }, [])
  const end = () => {
    setOpen(undefined)
    onEnd?.()
  }
  const dialog: ReactNode = open && <PayDialog bill={open.bill} paying={open.paying} onEnd={end} />
  return { pay, comeBack, dialog }
}
