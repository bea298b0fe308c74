/** Translates the texts of a request without charging for them, and says what they cost. */
import {
  readValidMembership,
  type TranslationCall,
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
  call: TranslationCall,
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

type PreparedRequest = Pick<TextsRequest, 'texts' | 'markup' | 'findTerms'>
type PreparedText = { parts: MarkupPart[]; chars: number }

/** The parts of each text, and the characters to charge: tags and texts without units are free. */
export const prepareTexts = (request: PreparedRequest, by: Translator): PreparedText[] =>
  request.texts.map((text, index) => prepareText(text, index, request, by))

/** The text as it is: without units there is nothing but terms, markup and space. */
export const joinUntranslated = ({ parts }: PreparedText): string =>
  parts.filter((part) => typeof part === 'string').join('')

/** Characters of the account's channel that so many of the call's channel cost. */
export const priceOf = (
  { membership, centsPerMillion }: Pick<CallChannel, 'membership' | 'centsPerMillion'>,
  chars: number,
): number =>
  membership.mode === 'char'
    ? Math.ceil((chars * centsPerMillion) / membership.centsPerMillion)
    : chars

type UnchargedText = { translated: string; source: string }

/**
 * `fallbackChannelId`: the channel that translated while the call's was down. Throws ApiError as
 * `translateByFirst` does.
 */
export async function translateUncharged(
  call: TranslationCall,
  { id: channelId, translator, fallback }: CallChannel,
  request: TextsRequest,
): Promise<{ texts: UnchargedText[]; fallbackChannelId: string | undefined }> {
  const translators = withFallback(call, { channelId, translator }, fallback, request)
  const { channelId: servedBy, result } = await translateByFirst(translators, (by, timeout) =>
    translateParts(
      call,
      prepareTexts(request, by.translator).map(({ parts }) => parts),
      { ...request, by, timeout },
    ),
  )
  const stated = request.source === detectCode ? undefined : request.source
  return {
    texts: result.map(({ translated, detected }, index) => ({
      translated,
      source: stated ?? detected ?? guessLanguage(request.texts[index]!),
    })),
    fallbackChannelId: servedBy === channelId ? undefined : servedBy,
  }
}

const hasUnits = (parts: readonly MarkupPart[]) => parts.some((part) => typeof part !== 'string')

/** Throws ApiError `invalid` for XML that is not well-formed. */
function prepareText(
  text: string,
  index: number,
  { markup, findTerms }: PreparedRequest,
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
    return { parts, chars: hasUnits(parts) ? sumOf(charged.map(countCharacters)) : 0 }
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

export const sumOf = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0)
