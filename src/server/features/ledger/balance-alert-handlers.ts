/** Endpoints to read and set the low-balance alert. */
import type { balanceAlert as calls } from '#contract/balance-alert.ts'
import { lowBalanceOf, setLowBalance } from '#server/features/ledger/low-balance.ts'
import type { Handler } from '#server/http/handler.ts'

export const getBalanceAlert: Handler<typeof calls.get> = async (_, { db, me }) => ({
  lowCharNum: await lowBalanceOf(db, me.ownerId),
})

export const saveBalanceAlert: Handler<typeof calls.save> = async ({ lowCharNum }, { db, me }) => {
  await setLowBalance(db, me.ownerId, lowCharNum ?? null)
  return null
}
