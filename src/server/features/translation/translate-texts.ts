/** Translates several texts in one call: all or none, under one reservation and one charge. */
import {
  chargeCall,
  readValidMembership,
  releaseOnError,
  reserveForMembership,
  type Payer,
} from '#server/features/translation/charged-call.ts'
import { countCharacters } from '#server/features/translation/charge-translations.ts'
import { guessLanguage } from '#server/features/translation/guess-language.ts'
import {
  bracketNotation,
  htmlNotation,
  xmlNotation,
} from '#server/features/translation/markup/placeholders.ts'
import { MalformedMarkup } from '#server/features/translation/markup/tokens.ts'
import {
  divideMarkup,
  divideTextWithTerms,
  toPlainParts,
  type MarkupOptions,
  type MarkupPart,
} from '#server/features/translation/markup/units.ts'
import { translateByFirst, withFallback } from '#server/features/translation/call-translators.ts'
import { listOfferedChannels } from '#server/features/translation/offered-channels.ts'
import { translateParts } from '#server/features/translation/translate-units.ts'
import {
  detectCode,
  type LanguagePair,
  type TranslationHints,
  type Translator,
} from '#server/features/translation/translator.ts'
import type { FindTerms } from '#server/features/glossaries/index.ts'
import type { Membership } from '#server/features/packages/index.ts'
import { ApiError } from '#server/http/errors.ts'
import { groupBy, type ExternalCall, type SignedCall } from '#server/http/handler.ts'

/** The channel of a call: that of the key, else the account's. */
export type CallChannel = Pick<Membership, 'centsPerMillion' | 'fallback'> & {
  id: string
  translator: Translator
  membership: Membership
}

/**
 * Throws ApiError `channelClosed` for a channel that is not offered, and `planExpired` or
 * `notEnough` like `refuseExpired`. `channelId` null: the account's channel.
 */
export async function findCallChannel(
  call: SignedCall<Payer>,
  channelId: string | null,
): Promise<CallChannel> {
  const membership = await readValidMembership(call)
  if (channelId === null || channelId === membership.channelId) {
    const translator = call.translators.get(membership.engine)
    if (!translator) throw new ApiError('channelClosed')
    const { centsPerMillion, fallback } = membership
    return { id: membership.channelId, translator, centsPerMillion, fallback, membership }
  }
  const offered = await listOfferedChannels(call)
  const channel = offered.find(({ id }) => id === channelId)
  if (!channel) throw new ApiError('channelClosed')
  return { ...channel, membership }
}

export type TextsRequest = LanguagePair & {
  texts: readonly string[]
  hints: TranslationHints
  /** Set if the texts are XML or HTML. */
  markup?: MarkupOptions | undefined
  /** Terms of a glossary, which are translated as it says. */
  findTerms?: FindTerms | undefined
}

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
  const { membership, translator, id: channelId } = channel
  const prepare = (by: Translator) =>
    request.texts.map((text, index) => prepareText(text, index, request, by))
  const prepared = prepare(translator)
  const weights = prepared.map(({ chars }) => chars)
  const total = sum(weights)
  const stated = request.source === detectCode ? undefined : request.source
  if (total === 0)
    return toResponse(
      request.texts.map((text, index) => ({
        // Without units there is nothing but terms, markup and space.
        translated: prepared[index]!.parts.filter((part) => typeof part === 'string').join(''),
        source: stated ?? guessLanguage(text),
        chars: 0,
      })),
    )
  const price =
    membership.mode === 'char'
      ? Math.ceil((total * channel.centsPerMillion) / membership.centsPerMillion)
      : total
  const reservation = await reserveForMembership(call, membership, price, call.beginTransaction)
  return releaseOnError(call, reservation, async () => {
    const translators = withFallback(call, { channelId, translator }, channel.fallback, request)
    const { channelId: servedBy, result: joined } = await translateByFirst(
      translators,
      (by, timeout) =>
        translateParts(
          call,
          prepare(by.translator).map(({ parts }) => parts),
          { ...request, by, timeout },
        ),
    )
    const fallbackChannelId = servedBy === channelId ? undefined : servedBy
    const sources = joined.map(
      ({ detected }, index) => stated ?? detected ?? guessLanguage(request.texts[index]!),
    )
    const prices = divideInProportion(price, weights)
    const charged = [...weights.keys()].filter((at) => weights[at]! > 0)
    const groups = [...groupBy(charged, (at) => sources[at]!)]
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
        chars: sum(members.map((at) => prices[at]!)),
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

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** Integers that add up to `total`. */
function divideInProportion(total: number, weights: readonly number[]): number[] {
  const weight = sum(weights)
  let [passed, given] = [0, 0]
  return weights.map((own) => {
    passed += own
    const share = weight === 0 ? 0 : Math.floor((total * passed) / weight) - given
    given += share
    return share
  })
}

const hasUnits = (parts: readonly MarkupPart[]) => parts.some((part) => typeof part !== 'string')

type PreparedText = { parts: MarkupPart[]; chars: number }

/** Throws ApiError `invalid` for XML that is not well-formed. */
function prepareText(
  text: string,
  index: number,
  { markup, findTerms }: TextsRequest,
  { abilities }: Translator,
): PreparedText {
  if (text.trim() === '') return { parts: [text], chars: 0 }
  const notation =
    abilities.markup === 'html'
      ? htmlNotation
      : abilities.markup === 'xml'
        ? xmlNotation
        : bracketNotation
  if (!markup) {
    const hasTerms = findTerms && findTerms(text).length > 0
    const parts = hasTerms ? divideTextWithTerms(text, notation, findTerms) : toPlainParts(text)
    return { parts, chars: hasUnits(parts) ? countCharacters(text) : 0 }
  }
  try {
    const { parts, charged } = divideMarkup(text, markup, notation, findTerms)
    return { parts, chars: hasUnits(parts) ? sum(charged.map(countCharacters)) : 0 }
  } catch (reason) {
    if (!(reason instanceof MalformedMarkup)) throw reason
    throw new ApiError('invalid', {
      reason: {
        key: 'malformedXml',
        values: { number: index + 1, element: reason.element || '<' },
      },
    })
  }
}
