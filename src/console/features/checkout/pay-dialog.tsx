/** Payment dialog (spec 2.31, 4.8): the code and the time left, or the state of the payment. */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { PaymentDriver } from '#console/features/checkout/driver.ts'
import { PayCode } from '#console/features/checkout/pay-code.tsx'
import { PaymentStatus } from '#console/features/checkout/payment-status.tsx'
import type { Bill } from '#console/features/checkout/effects.ts'
import { useStream } from '#console/features/checkout/use-stream.ts'
import '#console/features/checkout/paying.css'
import { t } from '#console/refine/i18n.ts'
import { Dialog } from '#console/ui/dialog.tsx'
import '#console/ui/overlays.css'

export function PayDialog({
  bill,
  paying,
  onEnd,
}: {
  bill: PayView
  paying: PaymentDriver
  onEnd: () => void
}) {
  const state = useSyncExternalStore(paying.subscribe, paying.state)
  useStream(paying)
  const place = useRef<HTMLDivElement>(null)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  const { at } = state
  useEffect(() => {
    if (at === 'stopped') end.current()
    else place.current?.querySelector<HTMLElement>('[data-first]')?.focus()
  }, [at])
  return (
    <Dialog
      shape="modal"
      title={t('buying.pay.title')}
      onClose={() => paying.send({ is: 'close' })}
    >
      <div className="paying" ref={place}>
        {state.at === 'watching' ? (
          <PayCode bill={bill} state={state} />
        ) : (
          <PaymentStatus bill={bill} state={state} send={paying.send} />
        )}
      </div>
    </Dialog>
  )
}

/** The part of a bill that the dialog shows. */
export type PayView = Pick<Bill, 'amount' | 'what' | 'payChannel' | 'again'>
