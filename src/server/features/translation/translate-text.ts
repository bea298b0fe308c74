/** Translates a text by the account's channel; it is charged once it is translated. */
import { limits } from '#contract/limits.ts'
import type { Translation, translation as calls } from '#contract/translation.ts'
import {
  callTranslator,
  chargeCall,
  countCharactersWithin,
  getTranslator,
  readValidMembership,
  releaseOnError,
  reserveForMembership,
} from '#server/features/translation/charged-call.ts'
import { externalHandler } from '#server/http/handler.ts'

export const translateText = externalHandler<typeof calls.text>(
  async (request, call) => {
    const chars = countCharactersWithin(request.text, limits.translation.max)
    const membership = await readValidMembership(call)
    const translator = getTranslator(call, membership.engine, request)
    const reservation = await reserveForMembership(call, membership, chars, call.beginTransaction)
    return releaseOnError(call, reservation, async () => {
      const [result] = await callTranslator(call, translator, membership.channelId, {
        ...request,
        texts: [request.text],
      })
      const { translated, detected } = result!
      const toResponse = (deducted: number): Translation => ({
        translated,
        tranChannelId: membership.channelId,
        chars: deducted,
        ...(detected === undefined ? {} : { detected }),
        ...(translator.demo ? { demo: true } : {}),
      })
      const { items } = await chargeCall(call, request, detected, {
        reservation,
        membership,
        items: [{ chars, channelId: membership.channelId }],
        inSameTransaction: (tx, charged) =>
          call.storeResponse(tx, toResponse(charged.items[0]!.chars)),
      })
      return toResponse(items[0]!.chars)
    })
  },
  { reservesKeyInWork: true },
)
