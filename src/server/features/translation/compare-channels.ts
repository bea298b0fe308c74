/** Translates a text by several channels at once, to compare them. */
import {
  type ComparisonResult,
  type translation as calls,
  translationLimits,
} from '#contract/translation.ts'
import {
  callTranslator,
  getTranslators,
  translateByFirst,
} from '#server/features/translation/call-translators.ts'
import {
  chargeCall,
  countCharactersWithin,
  readValidMembership,
  releaseOnError,
  reserveForMembership,
} from '#server/features/translation/charged-call.ts'
import {
  listOfferedChannels,
  type OfferedChannel,
} from '#server/features/translation/offered-channels.ts'
import type { LanguagePair } from '#server/features/translation/translator.ts'
import { releaseReservation } from '#server/features/ledger/index.ts'
import { ApiError } from '#server/http/errors.ts'
import { externalHandler, type ExternalCall } from '#server/http/handler.ts'
import { incrementWithinLimit } from '#server/http/limits/rate-limits.ts'
import { formatError } from '#server/platform/messages.ts'

/** Rejects untranslatable requests before reserving. Failed channels are not charged. */
export const compareChannels = externalHandler<typeof calls.compare>(
  async ({ channelIds, ...request }, call) => {
    const chars = countCharactersWithin(request.text, translationLimits.compare.characters)
    const membership = await readValidMembership(call)
    const offered = new Map(
      (await listOfferedChannels(call)).map((channel) => [channel.id, channel]),
    )
    const requested = [...new Set(channelIds.map(String))].map((id) => ({
      id,
      channel: offered.get(id),
    }))
    const priceOf = ({ centsPerMillion }: OfferedChannel) =>
      membership.mode === 'char'
        ? Math.ceil((chars * centsPerMillion) / membership.centsPerMillion)
        : chars
    await incrementWithinLimit(
      call.db,
      `compare:${call.me.ownerId}`,
      { max: translationLimits.compare.perHour, seconds: 3_600 },
      call.clock(),
    )
    const reservation = await reserveForMembership(
      call,
      membership,
      requested.reduce((sum, { channel }) => sum + (channel ? priceOf(channel) : 0), 0),
    )
    return releaseOnError(call, reservation, async () => {
      const outcomes = await Promise.all(
        requested.map(({ id, channel }) => translateByChannel(call, request, id, channel)),
      )
      const delivered = requested.flatMap(({ channel }, at) =>
        channel && outcomes[at]!.translated !== undefined
          ? [{ channelId: channel.id, chars: priceOf(channel) }]
          : [],
      )
      const toResponse = (items: { channelId: string; chars: number }[]) => ({
        results: outcomes.map((answer) => ({
          ...answer,
          chars: items.find(({ channelId }) => channelId === answer.tranChannelId)?.chars ?? 0,
        })),
      })
      if (delivered.length === 0) {
        await releaseReservation(call.db, reservation, call.clock())
        return toResponse([])
      }
      const detected = outcomes.find((answer) => answer.detected !== undefined)?.detected
      const { items } = await chargeCall(call, request, detected, {
        reservation,
        membership,
        items: delivered,
        inSameTransaction: (tx, charged) => call.storeResponse(tx, toResponse(charged.items)),
      })
      return toResponse(items)
    })
  },
)

async function translateByChannel(
  call: ExternalCall,
  { text, ...pair }: LanguagePair & { text: string },
  id: string,
  channel: OfferedChannel | undefined,
): Promise<Omit<ComparisonResult, 'chars'>> {
  const startedAt = performance.now()
  const common = () => ({ tranChannelId: id, ms: Math.round(performance.now() - startedAt) })
  try {
    if (!channel) throw new ApiError('channelClosed')
    // Without a fallback: a comparison shows what each channel itself returns.
    const asked = { channelId: id, engine: channel.engine, fallback: null }
    const { result } = await translateByFirst(getTranslators(call, asked, pair), (by, timeout) =>
      callTranslator(call, by, { ...pair, texts: [text] }, timeout),
    )
    const { translated, detected } = result[0]!
    return {
      ...common(),
      translated,
      ...(detected === undefined ? {} : { detected }),
      ...(channel.translator.demo ? { demo: true } : {}),
    }
  } catch (reason) {
    if (!(reason instanceof ApiError)) throw reason
    return { ...common(), code: reason.code, msg: formatError(call.lang, reason) }
  }
}
