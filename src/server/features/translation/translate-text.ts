/** Translates a text by the account's channel; it is charged once it is translated. */
import { limits } from '#contract/limits.ts'
import type { Translation, translation as calls } from '#contract/translation.ts'
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
import { externalHandler } from '#server/http/handler.ts'

export const translateText = externalHandler<typeof calls.text>(
  async (request, call) => {
    const chars = countCharactersWithin(request.text, limits.translation.max)
    const membership = await readValidMembership(call)
    const translators = getTranslators(call, membership, request)
    const reservation = await reserveForMembership(call, membership, chars, call.beginTransaction)
    return releaseOnError(call, reservation, async () => {
      const { source, target, text } = request
      const { channelId, translator, result } = await translateByFirst(translators, (by, timeout) =>
        callTranslator(call, by, { source, target, texts: [text] }, timeout),
      )
      const { translated, detected } = result[0]!
      const fallbackChannelId = channelId === membership.channelId ? undefined : channelId
      const toResponse = (deducted: number): Translation => ({
        translated,
        tranChannelId: membership.channelId,
        chars: deducted,
        ...(detected === undefined ? {} : { detected }),
        ...(fallbackChannelId === undefined ? {} : { fallbackChannelId }),
        ...(translator.demo ? { demo: true } : {}),
      })
      const { items } = await chargeCall(call, request, detected, {
        reservation,
        membership,
        items: [{ chars, channelId: membership.channelId, fallbackChannelId }],
        inSameTransaction: (tx, charged) =>
          call.storeResponse(tx, toResponse(charged.items[0]!.chars)),
      })
      return toResponse(items[0]!.chars)
    })
  },
  { reservesKeyInWork: true },
)
