/** Opens the payment of the package bought last, for links with `?pay=last`. */
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '#client/api/call.ts'
import { isOutcomeUnknown } from '#client/api/idempotent-call.ts'
import { createOrderMutation, findCreatedOrder } from '#console/features/checkout/create-order.ts'
import { localName } from '#client/i18n/format.ts'
import { fromWire } from '#client/i18n/time.ts'
import type { NewBill } from '#console/features/checkout/effects.ts'
import type { Paid } from '#console/features/checkout/use-purchase.tsx'
import { useCanUse, useCapabilities } from '#console/refine/capabilities.ts'
import { t } from '#console/refine/i18n.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { orders } from '#contract/orders.ts'

type LastBought = OutputOf<typeof orders.lastBought>
type Problem = NonNullable<LastBought['problem']> | 'failed'

/**
 * Returns why a choice is needed instead. Otherwise, and without such a link, the order that waited
 * before a reload is resumed. `show` removes the parameter from the address, so that a reload resumes
 * the order, and such a link works again on the page itself.
 */
export function usePayLast(
  pay: (bill: NewBill) => void,
  resume: () => void,
  show: (paid: Paid) => void,
): Problem | undefined {
  const [address] = useSearchParams()
  const canUse = useCanUse()
  const { isLoaded } = useCapabilities()
  const [problem, setProblem] = useState<Problem>()
  const isWanted = address.get('pay') === 'last'
  const canPay = canUse(orders.lastBought) && canUse(orders.pay)
  const hasBegun = useRef(false)
  useEffect(() => {
    if (isWanted || hasBegun.current) return
    hasBegun.current = true
    resume()
  }, [isWanted, resume])
  useEffect(() => {
    if (!isWanted || !isLoaded) return undefined
    hasBegun.current = true
    let hasLeft = false
    const open = async () => {
      const last = canPay
        ? await call(orders.lastBought, {}).catch(() => ({ problem: 'failed' }) as const)
        : undefined
      // Somebody who went on to another page places no order.
      if (hasLeft) return
      const bill = last && toBill(last)
      if (bill) pay(bill)
      setProblem(bill || !last ? undefined : (last.problem ?? 'failed'))
      show(last && 'memberGroupId' in last ? paidBy(last) : {})
    }
    void open()
    return () => {
      hasLeft = true
    }
  }, [isWanted, isLoaded, canPay, pay, show])
  return problem
}

const paidBy = ({ memberGroupId, salesNum, payChannel, pending }: LastBought): Paid => ({
  memberGroupId,
  salesNum,
  payChannel: pending?.payChannel ?? payChannel,
})

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
    let next = () => call(orders.pay, purchase, { idempotencyKey: key })
    const create = async () => {
      try {
        return await next()
      } catch (error) {
        // A refusal is repeated under its key.
        if (!isOutcomeUnknown(error) && findCreatedOrder(error) === undefined)
          next = createOrderMutation(purchase, amount)
        throw error
      }
    }
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
