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
  releaseOnError,
  reserve,
} from '#server/features/translation/charged-call.ts'
import { refuseExpired } from '#server/features/packages/index.ts'
import { findTermMatcher } from '#server/features/glossaries/index.ts'
import { translateTexts } from '#server/features/translation/translate-texts.ts'
import { findCallChannel } from '#server/features/translation/translate-uncharged.ts'
import { detectCode, type LanguagePair } from '#server/features/translation/translator.ts'
import { ApiError, reasonWith } from '#server/http/errors.ts'
import { externalHandler, type ExternalCall } from '#server/http/handler.ts'

export const translateText = externalHandler<typeof calls.text>(
  async (request, call) => {
    const chars = countCharactersWithin(request.text, limits.translation.max)
    if (request.glossaryId !== undefined)
      return translateWithGlossary(request, request.glossaryId, call)
    const { reservation, accepted } = await reserve(
      call,
      chars,
      (membership) => {
        refuseExpired(membership, call.me, call.clock())
        return { membership, translators: getTranslators(call, membership, request) }
      },
      call.beginTransaction,
    )
    const { membership, translators } = accepted
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

/** Throws ApiError `invalid` without a source language, by which the terms are chosen. */
async function translateWithGlossary(
  { source, target, text }: LanguagePair & { text: string },
  glossaryId: string | number,
  call: ExternalCall,
): Promise<Translation> {
  if (source === detectCode)
    throw new ApiError('invalid', { reason: reasonWith('glossarySource', {}) })
  const channel = await findCallChannel(call, null)
  if (!channel.translator.languages.supports(source, target)) throw new ApiError('languagePair')
  const { ownerId } = call.me
  const findTerms = await findTermMatcher(call.db, { ownerId, glossaryId, source, target })
  const terms = findTerms(text).map((match) => ({
    source: text.slice(match.start, match.end),
    target: match.target,
  }))
  return translateTexts(
    call,
    channel,
    { source, target, texts: [text], hints: {}, findTerms },
    ([one], fallbackChannelId): Translation => ({
      translated: one!.translated,
      tranChannelId: channel.id,
      chars: one!.chars,
      ...(fallbackChannelId === undefined ? {} : { fallbackChannelId }),
      ...(channel.translator.demo ? { demo: true } : {}),
      terms: [...new Map(terms.map((term) => [JSON.stringify(term), term])).values()],
    }),
  )
}
