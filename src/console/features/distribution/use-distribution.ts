/** State of the distribution form: current balances, idempotent sending, lost responses. */
import { useInvalidate } from '@refinedev/core'
import { useEffect, useRef, useState } from 'react'
import {
  isOutcomeUnknown,
  discardMutation,
  mutateOnce,
  completedSince,
  onMutationsElsewhere,
  pendingMutations,
  type DurableMutation,
} from '#client/api/idempotent-call.ts'
import { loadUser } from '#client/session/current-user.ts'
import { nothing, type Amounts, type Direction } from '#console/features/distribution/balance.ts'
import {
  callFor,
  requestOf,
  type Sendable,
  doneSentence,
} from '#console/features/distribution/to-request.ts'
import { t } from '#console/refine/i18n.ts'
import { notifyDone } from '#console/refine/notification.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { limits } from '#contract/limits.ts'
import { subAccounts, type SubAccount } from '#contract/sub-accounts.ts'

type Form = { readonly direction: Direction; readonly each: Amounts }

type Distribution = Form & {
  readonly change: (form: Partial<Form>) => void
  /**
   * Captures the request and the time of the balances it is based on. An identical mutation that
   * another tab completes in between counts as this one. The returned function sends it and
   * resolves to whether it succeeded; if not, `error` or `unsettled` is set.
   */
  readonly prepare: () => () => Promise<boolean>
  readonly working: boolean
  readonly error: unknown
  /** A mutation of this or another tab whose response was lost. */
  readonly unsettled: DurableMutation | undefined
  readonly tryAgain: () => Promise<boolean>
  readonly drop: () => void
  /** A distribution to these accounts that another tab completed while the dialog was open. */
  readonly elsewhere: DurableMutation | undefined
}

/** State of the distribution form: sends it idempotently and tracks lost responses. */
export function useDistribution({ subs, refresh }: Balances, onDone: () => void): Distribution {
  const ids = subs.map(({ id }) => id)
  const concerns = (mutation: DurableMutation) =>
    requestOf(mutation)?.ids.some((id) => ids.map(String).includes(String(id))) === true
  const stuck = () => pendingMutations().findLast(concerns)
  const invalidate = useInvalidate()
  /** When the balances that the amounts are based on were shown, in Unix milliseconds. */
  const [seen, setSeen] = useState(() => Date.now())
  const [form, setForm] = useState<Form>({ direction: 'distribute', each: nothing })
  const [working, setWorking] = useState(false)
  const [error, setError] = useState<unknown>()
  const [unsettled, setUnsettled] = useState<DurableMutation | undefined>(stuck)
  const [elsewhere, setElsewhere] = useState<DurableMutation>()

  const listen = () => {
    if (working) return
    setUnsettled(stuck())
    const done = completedSince(seen).findLast(concerns)
    if (!done) return
    setSeen(Date.now())
    setElsewhere(done)
    setForm(({ direction }) => ({ direction, each: nothing }))
    void refresh()
  }
  const heard = useRef(listen)
  useEffect(() => {
    heard.current = listen
  })
  useEffect(() => {
    const unsubscribe = onMutationsElsewhere(() => heard.current())
    return unsubscribe
  }, [])

  async function make({ endpoint, input }: Sendable, since: number): Promise<boolean> {
    setWorking(true)
    setError(undefined)
    setElsewhere(undefined)
    try {
      await mutateOnce(endpoint, input, since)
      notifyDone(done({ endpoint, input }, subs))
      void loadUser().catch(() => undefined)
      void invalidate({ resource: 'subAccounts', invalidates: ['list', 'detail'] })
      onDone()
      return true
    } catch (reason) {
      if (isOutcomeUnknown(reason)) setUnsettled(stuck())
      else {
        setUnsettled(stuck())
        setError(reason)
      }
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
      setForm((now) => ({ ...now, ...changed }))
    },
    prepare: () => {
      const [sending, since] = [callFor({ ...form, ids }), seen]
      return () => make(sending, since)
    },
    working,
    error,
    unsettled,
    tryAgain: async () => {
      const sending = unsettled && requestOf(unsettled)
      return sending ? make(sending, 0) : false
    },
    drop: () => {
      if (unsettled) discardMutation(unsettled)
      setUnsettled(stuck())
      setSeen(Date.now())
      void refresh()
    },
    elsewhere,
  }
}

/** Uses nicknames; the confirmation already shows the account names. */
function done({ endpoint, input }: Sendable, subs: Balances['subs']): string {
  const sent = requestOf({ path: endpoint.path, input })
  const nameOf = (id: string | number) =>
    subs.find((sub) => String(sub.id) === String(id))?.nickname ?? String(id)
  return sent ? doneSentence(sent, sent.ids.map(nameOf)) : t('crud.done.default')
}

type Balances = {
  readonly main: Amounts
  readonly subs: readonly {
    readonly id: string | number
    readonly name: string
    readonly nickname: string
    readonly holds: Amounts
  }[]
  /** Reloads the balances from the server, including the user's own. */
  readonly refresh: () => Promise<void>
}

type Holder = {
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
        ids.length === 1 ? one(ids[0]!, signal) : several(ids, signal),
        loadUser().catch(() => undefined),
      ])
      return rows.map(
        (row) => latest.find(({ userId }) => String(userId) === String(row.userId)) ?? row,
      )
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  return {
    main: me ? holds(me.memberAccount) : nothing,
    subs: data.map(({ userId, account, nickname, memberAccount }) => ({
      id: userId,
      name: account,
      nickname: nickname || account,
      holds: holds(memberAccount),
    })),
    refresh: async () => void (await refetch()),
  }
}

const holds = ({ usableCharNum, usableVoiceNum, usableImageNum }: Holder): Amounts => ({
  chars: usableCharNum,
  voices: usableVoiceNum,
  images: usableImageNum,
})

const one = async (userId: string, signal: AbortSignal): Promise<SubAccount[]> => [
  await call(subAccounts.get, { userId }, { signal }),
]

/**
 * Loads pages of maximum size until all ids are found, up to the batch limit. Accounts not found
 * keep the balances of their table rows.
 */
async function several(ids: readonly string[], signal: AbortSignal): Promise<SubAccount[]> {
  const expected = new Set(ids)
  const found: SubAccount[] = []
  for (let pageNum = 1; pageNum <= businessLimits.batch.max / limits.page.max; pageNum++) {
    const { rows, total } = await call(
      subAccounts.page,
      { pageNum, pageSize: limits.page.max },
      { signal },
    )
    found.push(...rows.filter(({ userId }) => expected.has(String(userId))))
    if (found.length >= expected.size || pageNum * limits.page.max >= total) break
  }
  return found
}
