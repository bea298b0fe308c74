/** Endpoints of translation, its log and its usage totals. */
import { limits } from '#contract/limits.ts'
import {
  type Compared,
  type Translation,
  type translation as calls,
  translationLimits,
  type translationLog as logCalls,
} from '#contract/translation.ts'
import {
  chargeTranslations,
  countChannelFailure,
  type Uses,
  charactersOf,
} from '#server/features/translation/service.ts'
import {
  membershipNow,
  refuseExpired,
  type Membership,
} from '#server/features/packages/membership/service.ts'
import { release, reserve, type Reservation } from '#server/features/ledger/reservations/service.ts'
import type { Transaction } from '#server/platform/db/db.ts'
import { incrementWithinLimit } from '#server/auth/rate-limits.ts'
import { errorFields } from '#server/platform/log.ts'
import {
  externalHandler,
  type Handler,
  type ExternalCall,
  type SignedCall,
} from '#server/http/handler.ts'
import {
  channelsOffered,
  type OfferedChannel,
  translationLogPage,
  whoseLog,
} from '#server/features/translation/queries.ts'
import { ApiError } from '#server/http/errors.ts'
import {
  languagesOf,
  ChannelFailure,
  type TranslationResult,
  type TranslationRequest,
  type Translator,
} from '#server/features/translation/translator.ts'
import type { Engine } from '#server/platform/config/vendor-settings.ts'
import { errorMessage } from '#server/platform/messages.ts'
import { translationUsage } from '#server/features/translation/usage/queries.ts'

/** A channel without a configured engine has no languages. */
export const translationLanguages: Handler<typeof calls.languages> = async (
  _,
  { reads, me, translators },
) => {
  const translator = translators.get((await membershipNow(reads, me)).engine)
  return translator ? languagesOf(translator.languages) : { sourceList: [], targetList: [] }
}

export const translationChannels: Handler<typeof calls.channels> = async (_, call) => {
  const { channelId } = await membershipNow(call.reads, call.me)
  return (await channelsOffered(call)).map(({ id, name, enName, centsPerMillion, translator }) => ({
    id,
    name,
    enName,
    centsPerMillion,
    current: id === channelId ? 1 : 0,
    demo: translator.demo ? 1 : 0,
  }))
}

export const translateText = externalHandler<typeof calls.text>(
  async (request, call) => {
    const chars = charactersWithin(request.text, limits.translation.max)
    const membership = await validMembership(call)
    const translator = translatorFor(call, membership.engine, request)
    const reservation = await setAside(call, membership, chars, call.begin)
    return settled(call, reservation, async () => {
      const { translated, detected } = await ask(call, translator, membership.channelId, request)
      const answer = (deducted: number): Translation => ({
        translated,
        tranChannelId: membership.channelId,
        chars: deducted,
        ...(detected === undefined ? {} : { detected }),
        ...(translator.demo ? { demo: true } : {}),
      })
      const { items } = await charge(call, request, detected, {
        reservation,
        membership,
        items: [{ chars, channelId: membership.channelId }],
        inSameTransaction: (tx, charged) => call.answerIn(tx, answer(charged.items[0]!.chars)),
      })
      return answer(items[0]!.chars)
    })
  },
  { beginsItself: true },
)

/** Rejects untranslatable requests before reserving. Failed channels are not charged. */
export const compareChannels = externalHandler<typeof calls.compare>(
  async ({ channelIds, ...request }, call) => {
    const chars = charactersWithin(request.text, translationLimits.compare.max)
    const membership = await validMembership(call)
    const offered = new Map((await channelsOffered(call)).map((channel) => [channel.id, channel]))
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
    const reservation = await setAside(
      call,
      membership,
      requested.reduce((sum, { channel }) => sum + (channel ? priceOf(channel) : 0), 0),
    )
    return settled(call, reservation, async () => {
      const answers = await Promise.all(
        requested.map(({ id, channel }) => compared(call, request, id, channel)),
      )
      const delivered = requested.flatMap(({ channel }, at) =>
        channel && answers[at]!.translated !== undefined
          ? [{ channelId: channel.id, chars: priceOf(channel) }]
          : [],
      )
      const results = (items: { channelId: string; chars: number }[]) => ({
        results: answers.map((answer) => ({
          ...answer,
          chars: items.find(({ channelId }) => channelId === answer.tranChannelId)?.chars ?? 0,
        })),
      })
      if (delivered.length === 0) {
        await release(call.db, reservation)
        return results([])
      }
      const detected = answers.find((answer) => answer.detected !== undefined)?.detected
      const { items } = await charge(call, request, detected, {
        reservation,
        membership,
        items: delivered,
        inSameTransaction: (tx, charged) => call.answerIn(tx, results(charged.items)),
      })
      return results(items)
    })
  },
)

async function compared(
  call: ExternalCall,
  request: TranslationRequest,
  id: string,
  channel: OfferedChannel | undefined,
): Promise<Omit<Compared, 'chars'>> {
  const startedAt = performance.now()
  const about = () => ({ tranChannelId: id, ms: Math.round(performance.now() - startedAt) })
  try {
    if (!channel) throw new ApiError('channelClosed')
    const { translated, detected } = await ask(
      call,
      translatorFor(call, channel.engine, request),
      id,
      request,
    )
    return {
      ...about(),
      translated,
      ...(detected === undefined ? {} : { detected }),
      ...(channel.translator.demo ? { demo: true } : {}),
    }
  } catch (reason) {
    if (!(reason instanceof ApiError)) throw reason
    return { ...about(), code: reason.code, msg: errorMessage(call.lang, reason) }
  }
}

/** Throws ApiError `invalid` for a blank text and for one above the limit. */
function charactersWithin(text: string, max: number): number {
  if (text.trim() === '')
    throw new ApiError('invalid', { fields: [{ field: 'text', rule: 'required' }] })
  const chars = charactersOf(text)
  if (chars > max)
    throw new ApiError('invalid', { fields: [{ field: 'text', rule: 'max', limit: max }] })
  return chars
}

async function validMembership({ reads, me, clock }: SignedCall): Promise<Membership> {
  const membership = await membershipNow(reads, me)
  refuseExpired(membership, me, clock())
  return membership
}

/** Throws ApiError `channelClosed` or `languagePair`. */
function translatorFor(
  { translators }: SignedCall,
  engine: Engine,
  { source, target }: TranslationRequest,
): Translator {
  const translator = translators.get(engine)
  if (!translator) throw new ApiError('channelClosed')
  if (!translator.languages.supports(source, target)) throw new ApiError('languagePair')
  return translator
}

/**
 * Rereads the membership after reserving: a later channel change converts the reservation, but one
 * between the first read and the reservation would not. Throws ApiError `changedElsewhere` in that
 * case, and as `reserve`.
 */
async function setAside(
  { db, reads, me, clock }: SignedCall,
  { mode, auto, channelId }: Membership,
  chars: number,
  begin?: Transaction,
): Promise<Reservation> {
  const requested = {
    ownerId: me.ownerId,
    userId: me.userId,
    chars: mode === 'char' ? chars : 0,
    drawsOnMain: auto,
  }
  const reservation = await reserve(db, requested, clock(), begin)
  const now = await membershipNow(reads, me)
  if (now.channelId === channelId && now.mode === mode) return reservation
  await release(db, reservation)
  throw new ApiError('changedElsewhere')
}

/** Releases the reservation on any error. */
async function settled<T>(
  { db, log }: SignedCall,
  reservation: Reservation,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (reason) {
    // If the database is unreachable, the lease ends the reservation.
    await release(db, reservation).catch((failure: unknown) =>
      log.warn('a reservation waits for its end', errorFields(failure)),
    )
    throw reason
  }
}

/**
 * Throws ApiError `channelBusy`, `channelClosed`, `languagePair` or `textRefused`; the vendor's
 * message only goes to the log.
 */
async function ask(
  { db, log, settings, clock }: SignedCall,
  translator: Translator,
  channelId: string,
  request: TranslationRequest,
): Promise<TranslationResult> {
  try {
    return await translator.translate(request)
  } catch (reason) {
    if (!(reason instanceof ChannelFailure)) throw reason
    log.warn('a channel gave no translation', {
      channel: channelId,
      errorKind: reason.errorKind,
      ...errorFields(reason),
    })
    const failure = { channelId, errorKind: reason.errorKind }
    await countChannelFailure(db, failure, settings.timeZone, clock()).catch((error: unknown) =>
      log.warn('a channel’s failure is not counted', errorFields(error)),
    )
    if (reason.errorKind === 'pair') throw new ApiError('languagePair')
    if (reason.errorKind === 'text') throw new ApiError('textRefused')
    throw reason.errorKind === 'closed'
      ? new ApiError('channelClosed')
      : new ApiError('channelBusy', { seconds: 15 })
  }
}

/** Logs the detected language instead of `auto`. */
function charge(
  call: SignedCall,
  { source, target }: TranslationRequest,
  detected: string | undefined,
  more: Pick<Uses, 'items' | 'reservation' | 'membership' | 'inSameTransaction'>,
) {
  const { db, me, ip, settings, clock } = call
  const { ownerId, userId, clientType } = me
  return chargeTranslations(
    db,
    { ownerId, userId, ip, clientType, source: detected ?? source, target, ...more },
    settings.timeZone,
    clock(),
  )
}

/** Handlers of the translation log and its usage: the user’s own, or a sub-account’s. */
export const pageTranslationLog: Handler<typeof logCalls.page> = async (
  query,
  { db, reads, me, settings, clock },
) =>
  translationLogPage(
    { db, reads },
    await whoseLog(db, me, query.childUserId),
    query,
    settings.timeZone,
    clock(),
  )

export const usageOfTranslations: Handler<typeof logCalls.usage> = async (
  query,
  { db, me, settings, clock },
) => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: settings.timeZone }).format(clock())
  return translationUsage(db, await whoseLog(db, me, query.childUserId), query, today)
}
