/** Translates several texts in one call: all or none, under one reservation and one charge. */
import {
  chargeCall,
  releaseOnError,
  reserveForMembership,
  type Payer,
} from '#server/features/translation/charged-call.ts'
import { guessLanguage } from '#server/features/translation/guess-language.ts'
import {
  joinUntranslated,
  prepareTexts,
  priceOf,
  sumOf,
  translateUncharged,
  type CallChannel,
  type TextsRequest,
} from '#server/features/translation/translate-uncharged.ts'
import { detectCode } from '#server/features/translation/translator.ts'
import type { ExternalCall } from '#server/http/handler.ts'

/** `detected`: source language, guessed where the channel doesn't report it. */
export type TranslatedText = { translated: string; source: string; chars: number }

/**
 * Charges each source language of the texts apart, in one transaction, by code point: blank texts
 * stay as they are and are free, tags are free. `toResponse` is also stored with the idempotency
 * key. Throws ApiError as `translateByFirst` and `reserveForMembership` do.
 */
export async function translateTexts<O>(
  call: ExternalCall<Payer>,
  channel: CallChannel,
  request: TextsRequest,
  toResponse: (texts: TranslatedText[], fallbackChannelId?: string) => O,
): Promise<O> {
  const { membership, id: channelId } = channel
  const prepared = prepareTexts(request, channel.translator)
  const weights = prepared.map(({ chars }) => chars)
  const total = sumOf(weights)
  const stated = request.source === detectCode ? undefined : request.source
  if (total === 0)
    return toResponse(
      request.texts.map((text, index) => ({
        translated: joinUntranslated(prepared[index]!),
        source: stated ?? guessLanguage(text),
        chars: 0,
      })),
    )
  const price = priceOf(channel, total)
  const reservation = await reserveForMembership(call, membership, price, call.beginTransaction)
  return releaseOnError(call, reservation, async () => {
    const { texts: joined, fallbackChannelId } = await translateUncharged(call, channel, request)
    const sources = joined.map(({ source }) => source)
    const prices = divideInProportion(price, weights)
    const charged = [...weights.keys()].filter((at) => weights[at]! > 0)
    const groups = [...Map.groupBy(charged, (at) => sources[at]!)]
    const toTexts = (items: readonly { chars: number }[]): TranslatedText[] => {
      const chars = weights.map(() => 0)
      for (const [number, [, members]] of groups.entries()) {
        const shares = divideInProportion(
          items[number]!.chars,
          members.map((at) => prices[at]!),
        )
        for (const [index, at] of members.entries()) chars[at] = shares[index]!
      }
      return joined.map(({ translated }, at) => ({
        translated,
        source: sources[at]!,
        chars: chars[at]!,
      }))
    }
    const { items } = await chargeCall(call, request, undefined, {
      reservation,
      membership,
      items: groups.map(([source, members]) => ({
        chars: sumOf(members.map((at) => prices[at]!)),
        channelId,
        source,
        fallbackChannelId,
      })),
      inSameTransaction: (tx, result) =>
        call.storeResponse(tx, toResponse(toTexts(result.items), fallbackChannelId)),
    })
    return toResponse(toTexts(items), fallbackChannelId)
  })
}

/** Integers that add up to `total`. */
function divideInProportion(total: number, weights: readonly number[]): number[] {
  const weight = sumOf(weights)
  let [passed, given] = [0, 0]
  return weights.map((own) => {
    passed += own
    const share = weight === 0 ? 0 : Math.floor((total * passed) / weight) - given
    given += share
    return share
  })
}
