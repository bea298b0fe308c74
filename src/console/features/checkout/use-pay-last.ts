/** Opens the payment of the package bought last, for links with `?pay=last`. */
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '#client/api/call.ts'
import { localName } from '#client/i18n/format.ts'
import { fromWire } from '#client/i18n/time.ts'
import type { NewBill } from '#console/features/checkout/effects.ts'
import { useCanUse, useCapabilities } from '#console/refine/capabilities.ts'
import { t } from '#console/refine/i18n.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { orders } from '#contract/orders.ts'

type LastBought = OutputOf<typeof orders.lastBought>
type Problem = NonNullable<LastBought['problem']> | 'failed'

/**
 * Returns why a choice is needed instead. Otherwise, and without such a link, the order that waited
 * before a reload is resumed. The address loses the parameter, so that a reload resumes the order.
 */
export function usePayLast(pay: (bill: NewBill) => void, resume: () => void): Problem | undefined {
  const [address, setAddress] = useSearchParams()
  const canUse = useCanUse()
  const { isLoaded } = useCapabilities()
  const [problem, setProblem] = useState<Problem>()
  const isStarted = useRef(false)
  const isWanted = address.get('pay') === 'last'
  const canPay = canUse(orders.lastBought) && canUse(orders.pay)
  useEffect(() => {
    if (isStarted.current || (isWanted && !isLoaded)) return
    isStarted.current = true
    if (!isWanted || !canPay) {
      resume()
      return
    }
    const open = async () => {
      const last = await call(orders.lastBought, {}).catch(() => ({ problem: 'failed' }) as const)
      const bill = toBill(last)
      if (bill) pay(bill)
      else setProblem(last.problem ?? 'failed')
      const next = new URLSearchParams(location.search)
      next.delete('pay')
      if ('memberGroupId' in last && last.memberGroupId != null)
        next.set('package', String(last.memberGroupId))
      setAddress(next, { replace: true })
    }
    void open()
  }, [isWanted, isLoaded, canPay, pay, resume, setAddress])
  return problem
}

/** The pending order, or the next one under the key of the server; undefined if there is a problem. */
function toBill(last: LastBought | { problem: 'failed' }): NewBill | undefined {
  if (last.problem) return undefined
  const { memberGroupId, salesNum, payChannel, amount, key, pending } = last
  if (memberGroupId == null || !salesNum || !payChannel) return undefined
  if (amount == null || key == null) return undefined
  const { memberGroupName, memberGroupEnName: enName } = last
  const name = localName({ name: memberGroupName ?? '', enName })
  const description = t('checkout.order.package', { name, count: salesNum })
  if (!pending) {
    const purchase = { memberGroupId, salesNum, payChannel }
    const create = () => call(orders.pay, purchase, { idempotencyKey: key })
    return { create, payChannel, amount, description }
  }
  const { id, payUntilDateTime } = pending
  return {
    create: () => call(orders.payAgain, { id }),
    payChannel: pending.payChannel,
    amount,
    description,
    existing: { until: payUntilDateTime ? fromWire(payUntilDateTime).getTime() : undefined },
  }
}
