/** Data of the channel dialog: the channels on offer and the converted quota (spec 2.36). */
import { useQuery } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { loadUser } from '#client/session/current-user.ts'
import { localName } from '#client/i18n/format.ts'
import { mutateOnce } from '#client/api/durable-mutations.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import { useCapabilities } from '#console/refine/capabilities.ts'
import { packages, type Channel } from '#contract/packages.ts'

export function useChannelChange(chosen: string) {
  const me = useCurrentUser()
  const { serves } = useCapabilities()
  const mine = String(me?.tranChannelId ?? '')
  const list = useQuery({
    queryKey: ['channelChange', packages.channels.path],
    queryFn: ({ signal }) => call(packages.channels, {}, { signal }),
  })
  const offered = serves(packages.channelQuote) && chosen !== ''
  const quote = useQuery({
    queryKey: ['channelChange', packages.channelQuote.path, chosen],
    queryFn: ({ signal }) => call(packages.channelQuote, { targetChannelId: chosen }, { signal }),
    enabled: offered,
    staleTime: 0,
  })
  const nameOf = (id: Channel['id'] | null | undefined) => {
    const found = list.data?.find((one) => String(one.id) === String(id))
    return found && localName(found)
  }
  return {
    list,
    /** Leaves out the current channel. */
    options: list.data?.filter(({ id }) => String(id) !== mine),
    nameOf,
    offered,
    quote: offered && !quote.isPlaceholderData ? quote.data : undefined,
    quoteError: offered && quote.isError && !quote.isPlaceholderData ? quote.error : undefined,
    retryQuote: () => void quote.refetch(),
  }
}

/**
 * `seen`: when the preview was shown that the user decided by, in Unix milliseconds. Throws
 * WireError.
 */
export async function changeChannel(targetChannelId: string, seen: number): Promise<void> {
  await mutateOnce(packages.changeChannel, { targetChannelId }, seen)
  await loadUser().catch(() => undefined)
}
