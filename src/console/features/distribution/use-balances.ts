/** Current balances: first from the table rows, then refreshed from the server. */
import { useQuery } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { loadUser } from '#client/session/current-user.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import { nothing, type Amounts } from '#console/features/distribution/balance.ts'
import { limits } from '#contract/limits.ts'
import { subAccounts, type SubAccount } from '#contract/sub-accounts.ts'

export type Balances = {
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
  for (let pageNum = 1; pageNum <= limits.batch.max / limits.page.max; pageNum++) {
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
