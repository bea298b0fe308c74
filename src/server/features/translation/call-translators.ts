/** Calls the engine of a channel, and that of its fallback channel while the first is down. */
import type { Membership } from '#server/features/packages/index.ts'
import { countChannelFailure } from '#server/features/translation/channel-failures.ts'
import type { TranslationCall } from '#server/features/translation/charged-call.ts'
import {
  canChooseFormality,
  ChannelFailure,
  type ErrorKind,
  type LanguagePair,
  type TranslationHints,
  type TranslationRequest,
  type TranslationResult,
  type Translator,
} from '#server/features/translation/translator.ts'
import { ApiError } from '#server/http/errors.ts'
import { errorFields } from '#server/platform/log.ts'

export type ChannelTranslator = { channelId: string; translator: Translator }
/** Those of a channel and of its fallback, if it has one that can translate the request. */
export type ChannelTranslators = readonly [ChannelTranslator, ChannelTranslator?]

/** Throws ApiError `channelClosed` or `languagePair`. */
export function getTranslators(
  call: Pick<TranslationCall, 'translators'>,
  { channelId, engine, fallback }: Pick<Membership, 'channelId' | 'engine' | 'fallback'>,
  pair: LanguagePair,
): ChannelTranslators {
  const translator = call.translators.get(engine)
  if (!translator) throw new ApiError('channelClosed')
  if (!translator.languages.supports(pair.source, pair.target)) throw new ApiError('languagePair')
  return withFallback(call, { channelId, translator }, fallback, pair)
}

/** Adds the fallback of a channel if its engine is on, has the languages and follows the hints. */
export function withFallback(
  { translators }: Pick<TranslationCall, 'translators'>,
  channel: ChannelTranslator,
  fallback: Membership['fallback'],
  { source, target, hints = {} }: LanguagePair & { hints?: TranslationHints },
): ChannelTranslators {
  if (!fallback) return [channel]
  const translator = translators.get(fallback.engine)
  if (!translator?.languages.supports(source, target)) return [channel]
  const { abilities } = translator
  const canFollow =
    (hints.formality === undefined || canChooseFormality(abilities, target)) &&
    (hints.model === undefined || abilities.models.includes(hints.model))
  return canFollow ? [channel, { channelId: fallback.channelId, translator }] : [channel]
}

/** Errors of a channel that is down; those of the languages or the text are the request's. */
const errorKindsOfDown: readonly ErrorKind[] = ['busy', 'closed', 'garbled']

/** Milliseconds, below the client's 60 s: for all, and for a channel that has a fallback. */
const timeouts = { all: 50_000, first: 30_000 }

/**
 * The result of the channel, or of its fallback if the channel is down. `work` makes its requests
 * with `callTranslator`. Throws ApiError `channelBusy`, `channelClosed`, `languagePair` or
 * `textRefused`, by the channel's failure.
 */
export async function translateByFirst<T>(
  [channel, fallback]: ChannelTranslators,
  work: (by: ChannelTranslator, timeout: number) => Promise<T>,
): Promise<ChannelTranslator & { result: T }> {
  const startedAt = performance.now()
  try {
    return { ...channel, result: await work(channel, fallback ? timeouts.first : timeouts.all) }
  } catch (reason) {
    if (!(reason instanceof ChannelFailure)) throw reason
    if (!fallback || !errorKindsOfDown.includes(reason.errorKind)) throw toApiError(reason)
    const timeout = timeouts.all - (performance.now() - startedAt)
    try {
      return { ...fallback, result: await work(fallback, timeout) }
    } catch (failure) {
      throw failure instanceof ChannelFailure ? toApiError(reason) : failure
    }
  }
}

/**
 * Logs and counts a failure; the vendor's message only goes to the log. Throws ChannelFailure.
 */
export async function callTranslator(
  { db, log, settings, clock, yieldTurn }: TranslationCall,
  { channelId, translator }: ChannelTranslator,
  request: TranslationRequest,
  timeout: number,
): Promise<TranslationResult[]> {
  try {
    return await yieldTurn(() => translator.translate(request, timeout))
  } catch (reason) {
    if (!(reason instanceof ChannelFailure)) throw reason
    const { errorKind } = reason
    log.warn('a channel gave no translation', {
      channel: channelId,
      errorKind,
      ...errorFields(reason),
    })
    await countChannelFailure(db, { channelId, errorKind }, settings.timeZone, clock()).catch(
      (error: unknown) => log.warn('a channel’s failure is not counted', errorFields(error)),
    )
    throw reason
  }
}

function toApiError({ errorKind }: ChannelFailure): ApiError {
  if (errorKind === 'pair') return new ApiError('languagePair')
  if (errorKind === 'text') return new ApiError('textRefused')
  return errorKind === 'closed'
    ? new ApiError('channelClosed')
    : new ApiError('channelBusy', { seconds: 15 })
}
