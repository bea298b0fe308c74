/** State of the distribution form: current balances, idempotent sending, lost responses. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { loadUser } from '#client/session/current-user.ts'
import { balancesOf, zeroAmounts, type Amounts } from '#console/features/distribution/balance.ts'
import {
  distributionOf,
  sendDistribution,
  type Distribution,
} from '#console/features/distribution/distribution.ts'
import {
  useDurableSend,
  type DurableSend,
} from '#console/features/distribution/use-durable-send.ts'
import { quotaToDistribute, useCurrentUser } from '#console/refine/current-user.ts'
import { t } from '#console/refine/i18n.ts'
import { notifyDone } from '#console/refine/notification.ts'
import { subAccounts, type SubAccount } from '#contract/sub-accounts.ts'

type Form = Omit<Distribution, 'ids'>

type DistributionForm = Form &
  Omit<DurableSend, 'clearError'> & {
    readonly change: (form: Partial<Form>) => void
    /**
     * Captures the distribution and the time of the balances it is based on. An identical mutation that
     * another tab completes in between counts as this one. The returned function sends it and
     * resolves to whether it succeeded; if not, `error` or `unresolved` is set.
     */
    readonly prepare: () => () => Promise<boolean>
    readonly retry: () => Promise<boolean>
  }

export function useDistribution({ subs, refresh }: Balances, onDone: () => void): DistributionForm {
  const ids = subs.map(({ id }) => id)
  /** When the balances that the amounts are based on were shown, in Unix milliseconds. */
  const [balancesAt, setBalancesAt] = useState(() => Date.now())
  const [form, setForm] = useState<Form>({ direction: 'distribute', each: zeroAmounts })
  const { run, clearError, discard, ...state } = useDurableSend({
    concerns: (mutation) =>
      distributionOf(mutation)?.ids.some((id) => ids.map(String).includes(String(id))) === true,
    since: balancesAt,
    reload: refresh,
    onCompletedElsewhere: () => {
      setBalancesAt(Date.now())
      setForm(({ direction }) => ({ direction, each: zeroAmounts }))
    },
  })
  const send = async (distribution: Distribution, since: number): Promise<boolean> => {
    const isDone = await run(async () => {
      await sendDistribution(distribution, since)
      return true
    })
    if (!isDone) return false
    notifyDone(t('crud.done.default'))
    onDone()
    return true
  }
  const { unresolved } = state
  const sent = unresolved && distributionOf(unresolved)
  return {
    ...form,
    ...state,
    change: (changed) => {
      clearError()
      setForm((current) => ({ ...current, ...changed }))
    },
    prepare: () => {
      const [distribution, since] = [{ ...form, ids }, balancesAt]
      return () => send(distribution, since)
    },
    retry: async () => (sent ? send(sent, 0) : false),
    discard: () => {
      discard()
      setBalancesAt(Date.now())
    },
  }
}

type Balances = {
  readonly main: Amounts
  readonly subs: readonly {
    readonly id: string | number
    readonly name: string
    readonly balance: Amounts
  }[]
  /** Reloads the balances from the server, including the user's own. */
  readonly refresh: () => Promise<void>
}

/** Current balances: first from the table rows, then refreshed from the server. */
export function useBalances(rows: readonly SubAccount[]): Balances {
  const me = useCurrentUser()
  const ids = rows.map(({ userId }) => String(userId))
  const { data = rows, refetch } = useQuery({
    queryKey: ['distribution', ids],
    queryFn: async ({ signal }) => {
      const [latest] = await Promise.all([
        Promise.all(rows.map(({ userId }) => call(subAccounts.get, { userId }, { signal }))),
        loadUser().catch(() => undefined),
      ])
      return latest
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  return {
    main: me ? balancesOf(quotaToDistribute(me)) : zeroAmounts,
    subs: data.map(({ userId, account, memberAccount }) => ({
      id: userId,
      name: account,
      balance: balancesOf(memberAccount),
    })),
    refresh: async () => void (await refetch()),
  }
}
