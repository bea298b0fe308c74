/** State of the distribution form: current balances, idempotent sending, lost responses. */
import { useInvalidate } from '@refinedev/core'
import { useEffect, useRef, useState } from 'react'
import {
  isOutcomeUnknown,
  discardMutation,
  listCompletedSince,
  onMutationsElsewhere,
  listPendingMutations,
  type DurableMutation,
} from '#client/api/idempotent-call.ts'
import { loadUser } from '#client/session/current-user.ts'
import { zeroAmounts, type Amounts } from '#console/features/distribution/balance.ts'
import {
  distributionOf,
  sendDistribution,
  type Distribution,
} from '#console/features/distribution/distribution.ts'
import { t } from '#console/refine/i18n.ts'
import { notifyDone } from '#console/refine/notification.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { quotaToDistribute, useCurrentUser } from '#console/refine/current-user.ts'
import { subAccounts, type SubAccount } from '#contract/sub-accounts.ts'

type Form = Omit<Distribution, 'ids'>

type DistributionForm = Form & {
  readonly change: (form: Partial<Form>) => void
  /**
   * Captures the distribution and the time of the balances it is based on. An identical mutation that
   * another tab completes in between counts as this one. The returned function sends it and
   * resolves to whether it succeeded; if not, `error` or `unresolved` is set.
   */
  readonly prepare: () => () => Promise<boolean>
  readonly isWorking: boolean
  readonly error: unknown
  /** A mutation of this or another tab whose response was lost. */
  readonly unresolved: DurableMutation | undefined
  readonly retry: () => Promise<boolean>
  readonly discard: () => void
  /** A distribution to these accounts that another tab completed while the dialog was open. */
  readonly completedElsewhere: DurableMutation | undefined
}

export function useDistribution({ subs, refresh }: Balances, onDone: () => void): DistributionForm {
  const ids = subs.map(({ id }) => id)
  const affectsAccounts = (mutation: DurableMutation) =>
    distributionOf(mutation)?.ids.some((id) => ids.map(String).includes(String(id))) === true
  const findUnresolved = () => listPendingMutations().findLast(affectsAccounts)
  const invalidate = useInvalidate()
  /** When the balances that the amounts are based on were shown, in Unix milliseconds. */
  const [balancesAt, setBalancesAt] = useState(() => Date.now())
  const [form, setForm] = useState<Form>({ direction: 'distribute', each: zeroAmounts })
  const [isWorking, setWorking] = useState(false)
  const [error, setError] = useState<unknown>()
  const [unresolved, setUnresolved] = useState<DurableMutation | undefined>(findUnresolved)
  const [completedElsewhere, setCompletedElsewhere] = useState<DurableMutation>()

  const onOtherMutations = () => {
    if (isWorking) return
    setUnresolved(findUnresolved())
    const done = listCompletedSince(balancesAt).findLast(affectsAccounts)
    if (!done) return
    setBalancesAt(Date.now())
    setCompletedElsewhere(done)
    setForm(({ direction }) => ({ direction, each: zeroAmounts }))
    void refresh()
  }
  const latestListener = useRef(onOtherMutations)
  useEffect(() => {
    latestListener.current = onOtherMutations
  })
  useEffect(() => {
    const unsubscribe = onMutationsElsewhere(() => latestListener.current())
    return unsubscribe
  }, [])

  async function send(distribution: Distribution, since: number): Promise<boolean> {
    setWorking(true)
    setError(undefined)
    setCompletedElsewhere(undefined)
    try {
      await sendDistribution(distribution, since)
      notifyDone(t('crud.done.default'))
      void loadUser().catch(() => undefined)
      void invalidate({ resource: 'subAccounts', invalidates: ['list', 'detail'] })
      onDone()
      return true
    } catch (failure) {
      setUnresolved(findUnresolved())
      if (!isOutcomeUnknown(failure)) setError(failure)
      void refresh()
      return false
    } finally {
      setWorking(false)
    }
  }

  return {
    ...form,
    change: (changed) => {
      setError(undefined)
      setForm((current) => ({ ...current, ...changed }))
    },
    prepare: () => {
      const [distribution, since] = [{ ...form, ids }, balancesAt]
      return () => send(distribution, since)
    },
    isWorking,
    error,
    unresolved,
    retry: async () => {
      const distribution = unresolved && distributionOf(unresolved)
      return distribution ? send(distribution, 0) : false
    },
    discard: () => {
      if (unresolved) discardMutation(unresolved)
      setUnresolved(findUnresolved())
      setBalancesAt(Date.now())
      void refresh()
    },
    completedElsewhere,
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

type QuotaFields = {
  readonly usableCharNum: number
  readonly usableVoiceNum: number
  readonly usableImageNum: number
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
    main: me ? amountsOf(quotaToDistribute(me)) : zeroAmounts,
    subs: data.map(({ userId, account, memberAccount }) => ({
      id: userId,
      name: account,
      balance: amountsOf(memberAccount),
    })),
    refresh: async () => void (await refetch()),
  }
}

const amountsOf = ({ usableCharNum, usableVoiceNum, usableImageNum }: QuotaFields): Amounts => ({
  chars: usableCharNum,
  voices: usableVoiceNum,
  images: usableImageNum,
})
