/** Handlers of translation, its log and its usage totals. */
import { limits } from '#contract/limits.ts'
import {
  type ComparisonResult,
  type Translation,
  type translation as calls,
  translationLimits,
  type translationLog as logCalls,
} from '#contract/translation.ts'
import {
  chargeTranslations,
  type TranslationCharge,
  countCharacters,
} from '#server/features/translation/charge-translations.ts'
import { countChannelFailure } from '#server/features/translation/channel-failures.ts'
import {
  listOfferedChannels,
  type OfferedChannel,
} from '#server/features/translation/offered-channels.ts'
import {
  readTranslationLogPage,
  resolveLogOwner,
} from '#server/features/translation/read-translation-log.ts'
import { readMembership, refuseExpired, type Membership } from '#server/features/packages/index.ts'
import {
  releaseReservation,
  reserveChars,
  type Reservation,
} from '#server/features/ledger/index.ts'
import { transaction, type Transaction } from '#server/platform/db/db.ts'
import { incrementWithinLimit } from '#server/http/limits/rate-limits.ts'
import { errorFields } from '#server/platform/log.ts'
import {
  externalHandler,
  type Handler,
  type ExternalCall,
  type SignedCall,
} from '#server/http/handler.ts'
import { ApiError } from '#server/http/errors.ts'
import {
  listLanguages,
  ChannelFailure,
  type TranslationResult,
  type TranslationRequest,
  type Translator,
} from '#server/features/translation/translator.ts'
import type { Engine } from '#server/platform/config/vendor-settings.ts'
import { formatError } from '#server/platform/messages.ts'
import { readTranslationUsage } from '#server/features/translation/usage/queries.ts'

/** A channel without a configured engine has no languages. */
export const translationLanguages: Handler<typeof calls.languages> = async (
  _,
  { reads, me, translators },
) => {
  const translator = translators.get((await readMembership(reads, me)).engine)
  return translator ? listLanguages(translator.languages) : { sourceList: [], targetList: [] }
}

export const translationChannels: Handler<typeof calls.channels> = async (_, call) => {
  const { channelId } = await readMembership(call.reads, call.me)
  return (await listOfferedChannels(call)).map(
    ({ id, name, enName, centsPerMillion, translator }) => ({
      id,
      name,
      enName,
      centsPerMillion,
      current: id === channelId ? 1 : 0,
      demo: translator.demo ? 1 : 0,
    }),
  )
}

export const translateText = externalHandler<typeof calls.text>(
  async (request, call) => {
    const chars = countCharactersWithin(request.text, limits.translation.max)
    const membership = await readValidMembership(call)
    const translator = getTranslator(call, membership.engine, request)
    const reservation = await reserveForMembership(call, membership, chars, call.beginTransaction)
    return releaseOnError(call, reservation, async () => {
      const { translated, detected } = await callTranslator(
        call,
        translator,
        membership.channelId,
        request,
      )
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
        await releaseReservation(call.db, reservation)
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
  request: TranslationRequest,
  id: string,
  channel: OfferedChannel | undefined,
): Promise<Omit<ComparisonResult, 'chars'>> {
  const startedAt = performance.now()
  const common = () => ({ tranChannelId: id, ms: Math.round(performance.now() - startedAt) })
  try {
    if (!channel) throw new ApiError('channelClosed')
    const { translated, detected } = await callTranslator(
      call,
      getTranslator(call, channel.engine, request),
      id,
      request,
    )
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

/** Throws ApiError `invalid` for a blank text and for one above the limit. */
function countCharactersWithin(text: string, max: number): number {
  if (text.trim() === '')
    throw new ApiError('invalid', { fields: [{ field: 'text', rule: 'required' }] })
  const chars = countCharacters(text)
  if (chars > max)
    throw new ApiError('invalid', { fields: [{ field: 'text', rule: 'max', limit: max }] })
  return chars
}

async function readValidMembership({ reads, me, clock }: SignedCall): Promise<Membership> {
  const membership = await readMembership(reads, me)
  refuseExpired(membership, me, clock())
  return membership
}

/** Throws ApiError `channelClosed` or `languagePair`. */
function getTranslator(
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
 * Reads the membership again after the account is locked: a later channel change converts the
 * reservation, but one between the first read and the lock would not. Throws ApiError
 * `changedElsewhere` in that case, and errors of `reserveChars`.
 */
function reserveForMembership(
  { db, me, clock }: SignedCall,
  { mode, usesMainQuota, channelId }: Membership,
  chars: number,
  begin: Transaction = (work) => transaction(db, work),
): Promise<Reservation> {
  const { ownerId, userId } = me
  const requested = { ownerId, userId, chars: mode === 'char' ? chars : 0, usesMainQuota }
  return reserveChars(db, requested, clock(), (reserve) =>
    begin(async (tx) => {
      const [reserved, current] = await Promise.all([reserve(tx), readMembership(tx, me)])
      if (current.channelId !== channelId || current.mode !== mode)
        throw new ApiError('changedElsewhere')
      return reserved
    }),
  )
}

/** Releases the reservation on any error. */
async function releaseOnError<T>(
  { db, log }: SignedCall,
  reservation: Reservation,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (reason) {
    // If the database is unreachable, the lease ends the reservation.
    await releaseReservation(db, reservation).catch((failure: unknown) =>
      log.warn('a reservation waits for its end', errorFields(failure)),
    )
    throw reason
  }
}

/**
 * Throws ApiError `channelBusy`, `channelClosed`, `languagePair` or `textRefused`; the vendor's
 * message only goes to the log.
 */
async function callTranslator(
  { db, log, settings, clock, yieldTurn }: SignedCall,
  translator: Translator,
  channelId: string,
  request: TranslationRequest,
): Promise<TranslationResult> {
  try {
    return await yieldTurn(() => translator.translate(request))
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
function chargeCall(
  call: SignedCall,
  { source, target }: TranslationRequest,
  detected: string | undefined,
  options: Pick<TranslationCharge, 'items' | 'reservation' | 'membership' | 'inSameTransaction'>,
) {
  const { db, me, ip, settings, clock } = call
  const { ownerId, userId, clientType } = me
  return chargeTranslations(
    db,
    { ownerId, userId, ip, clientType, source: detected ?? source, target, ...options },
    settings.timeZone,
    clock(),
  )
}

export const pageTranslationLog: Handler<typeof logCalls.page> = async (
  query,
  { db, reads, me, settings, clock },
) =>
  readTranslationLogPage(
    { db, reads },
    await resolveLogOwner(db, me, query.childUserId),
    query,
    settings.timeZone,
    clock(),
  )

export const getTranslationUsage: Handler<typeof logCalls.usage> = async (
  query,
  { db, me, settings, clock },
) =>
  readTranslationUsage(
    db,
    await resolveLogOwner(db, me, query.childUserId),
    query,
    settings.timeZone,
    clock(),
  )
