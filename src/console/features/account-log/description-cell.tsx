/**
 * Description of an account log row: the event in one or two sentences, and the cell that links to
 * its order or translation.
 */
import './account-log.css'
import { getFieldTypeUi } from '#console/engine/fields/field-types.ts'
import { t, messageOf } from '#console/refine/i18n.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import type { CustomCell, GetLookupData } from '#console/engine/resource.ts'
import { SubAccountLink } from '#console/features/sub-account/sub-account-link.tsx'
import { AppLink } from '#console/ui/app-link.tsx'
import { allLogTypes, LogType, type AccountLogRow } from '#contract/ledger.ts'
import { exactCount } from '#client/i18n/format.ts'
import { language } from '#client/i18n/language.ts'
import {
  changesOf,
  type Unit,
  typesWithExpiry,
  typesWithImages,
  typesWithVoices,
} from '#console/features/account-log/changes.tsx'
import type { User } from '#contract/user.ts'
import type { Values } from '#locales/messages.ts'

/**
 * The description of rows of one type, whose table has columns of what they change, and of rows of
 * all types, whose table has one of the characters only.
 */
export const descriptionColumns = [
  {
    field: 'story',
    cell: createDescriptionCell(fieldsWithColumn),
    width: { usual: 300, least: 100 },
    when: { logType: LogType.options },
  },
  {
    field: 'event',
    cell: createDescriptionCell(() => ['chars']),
    width: { usual: 380, least: 160 },
    when: { logType: allLogTypes },
  },
] as const

function createDescriptionCell(shownOf: ShownFields): CustomCell<AccountLogRow> {
  return {
    Cell: function DescriptionCell({ row, getLookupData }) {
      const me = useCurrentUser()
      const nameChannel = channelNamer(row, getLookupData)
      return (
        <span className="log-description" title={descriptionOf(row, nameChannel)}>
          <LinkedHeadline
            row={row}
            headline={(named) => headlineOf(named, nameChannel, me, shownOf)}
          />{' '}
          <SourceLink row={row} />
        </span>
      )
    },
    text: (row, _, getLookupData) => descriptionOf(row, channelNamer(row, getLookupData)),
  }
}

/** Stands for the name that becomes a link. */
const linkPlace = '\uFFFC'

/** The headline with the sub-account's name as a link to its page. */
function LinkedHeadline({
  row,
  headline,
}: {
  row: AccountLogRow
  headline: (row: AccountLogRow) => string
}) {
  const { childUserId, childUserName } = row
  if (!childUserId || !childUserName) return headline(row)
  const [before, after] = headline({
    ...row,
    childUserName: linkPlace,
    childUserNickname: null,
  }).split(linkPlace)
  if (after === undefined) return before
  return (
    <>
      {before}
      <SubAccountLink userId={childUserId}>
        {nameWithNickname(childUserName, row.childUserNickname)}
      </SubAccountLink>
      {after}
    </>
  )
}

export const childUserCell = ({ row: { childUserId, childUserName } }: { row: AccountLogRow }) =>
  childUserId ? (
    <SubAccountLink userId={childUserId}>{childUserName}</SubAccountLink>
  ) : (
    (childUserName ?? '–')
  )

function SourceLink({
  row: { rechargeOrderByMemberGroupNo: orderNo, logType, createDateTime },
}: {
  row: AccountLogRow
}) {
  if (orderNo) {
    return (
      <AppLink route="UserCenterOrder" query={{ no: orderNo }}>
        {t('ledger.description.toOrder')}
      </AppLink>
    )
  }
  if (logType !== 'TRANSLATION_CONSUME') return null
  return (
    <AppLink
      route="UserCenterChangeTranslateLog"
      query={{ createDateTimeBegin: createDateTime, createDateTimeEnd: createDateTime }}
    >
      {t('ledger.description.toTranslation')}
    </AppLink>
  )
}

function channelNamer(row: AccountLogRow, getLookupData: GetLookupData): NameChannel {
  const fieldType = { kind: 'channel' } as const
  return (id) =>
    getFieldTypeUi(fieldType).text(id, { fieldType, row, lookupData: getLookupData(fieldType) })
}

/** Returns the display name of a channel. */
type NameChannel = (id: string | number) => string

/** The signed-in user, addressed as "you" where a row names them. */
export type Reader = Pick<User, 'userId' | 'account' | 'username'>

/**
 * Describes the event and its actor in one sentence, and what changed without a column of the table.
 */
export function headlineOf(
  row: AccountLogRow,
  nameChannel: NameChannel,
  reader: Reader | null,
  shownOf: ShownFields = fieldsWithColumn,
): string {
  const shown = shownOf(row)
  const details = [
    ...changesOf(row)
      .filter(({ unit }) => !shown.includes(unit))
      .map(quantitySentence),
    ...(shown.includes('expiry') ? [] : expirySentences(row)),
  ]
  const isUnchanged = changesOf(row).length === 0 && expirySentences(row).length === 0
  return joinSentences([
    describeEventTo(row, nameChannel, reader, shown.includes('channels')),
    ...details,
    ...(isUnchanged ? [t('ledger.description.unchanged')] : []),
  ])
}

export function descriptionOf(row: AccountLogRow, nameChannel: NameChannel): string {
  const sentences = [
    describeEvent(row, nameChannel),
    ...changesOf(row).map(quantitySentence),
    ...expirySentences(row),
  ]
  if (sentences.length === 1) sentences.push(t('ledger.description.unchanged'))
  return joinSentences(sentences)
}

const joinSentences = (sentences: readonly string[]) =>
  sentences.join(language() === 'zh' ? '' : ' ')

/** Of a row, what columns of the table show. */
type ShownFields = (row: AccountLogRow) => readonly (Unit | 'expiry' | 'channels')[]

function fieldsWithColumn({ logType }: AccountLogRow): ReturnType<ShownFields> {
  return [
    'chars',
    'channels',
    ...(typesWithVoices.includes(logType) ? (['voices'] as const) : []),
    ...(typesWithImages.includes(logType) ? (['images'] as const) : []),
    ...(typesWithExpiry.includes(logType) ? (['expiry'] as const) : []),
  ]
}

/** The event in few words; the reader is addressed as "you". */
function describeEventTo(
  row: AccountLogRow,
  nameChannel: NameChannel,
  reader: Reader | null,
  hasChannelsColumn: boolean,
): string {
  const { managerId, managerName, parentUserName } = row
  const isReader = (name: OptionalText, id?: string | number | null) =>
    reader !== null &&
    (id !== null && id !== undefined
      ? String(id) === String(reader.userId)
      : !!name && [reader.username, reader.account].includes(name))
  const manager = nameWithNickname(managerName, row.managerNickname)
  const parent = nameWithNickname(parentUserName, row.parentUserNickname)
  const child = nameWithNickname(row.childUserName, row.childUserNickname)
  const byReader = isReader(managerName, managerId)
  const isReduced = changesOf(row).some(({ difference }) => difference < 0)
  switch (row.logType) {
    case 'DISTRIBUTION':
      if (row.topUpMonth)
        return isReduced
          ? eventSentence('toppedUp', 'toppedUpPlain', { child, month: row.topUpMonth })
          : eventSentence('receivedTopUp', 'toppedUpPlain', { parent, month: row.topUpMonth })
      if (row.quotaRequestId !== null && row.quotaRequestId !== undefined)
        return describeGrant(row, { child, parent, isReduced })
      if (isReduced)
        return byReader && child
          ? t('ledger.description.youGave', { child })
          : eventSentence('given', 'givenItself', { manager, child })
      return reader && managerName && managerName === parentUserName
        ? eventSentence('receivedFrom', 'receivedItself', { parent })
        : eventSentence('received', 'receivedItself', { manager, parent })
    case 'RECOVERY':
      if (!isReduced)
        return byReader && child
          ? t('ledger.description.youReclaimed', { child })
          : eventSentence('recovered', 'recoveredItself', { manager, child })
      return managerName && managerName === parentUserName
        ? eventSentence('returnedTo', 'returnedItself', { parent })
        : eventSentence('returned', 'returnedItself', { manager, parent })
    case 'RECHARGE_ORDER_BY_MEMBER_GROUP':
      return eventSentence('recharged', 'rechargePlain', { name: packageName(row) })
    case 'SYS_MATRIX': {
      const modes = modesOf(row)
      return modes.before && modes.before === modes.last
        ? describeEvent(row, nameChannel)
        : eventSentence('modeTurned', 'modePlain', modes)
    }
    case 'MATRIX':
      if (!byReader) return describeEvent(row, nameChannel)
      return hasChannelsColumn
        ? t('ledger.description.youSwitched')
        : eventSentence('youSwitchedBetween', 'youSwitched', channelsOf(row, nameChannel))
    case 'TRANSLATION_CONSUME':
      return row.consumeApiKeyTitle
        ? t('ledger.description.translatedByKey', { key: row.consumeApiKeyTitle })
        : t('ledger.description.translatedPlain')
    case 'VOICE_CONSUME':
      return row.consumePurpose
        ? t('ledger.description.spokenFor', { purpose: row.consumePurpose })
        : t('ledger.description.spokenPlain')
    default:
      return describeEvent(row, nameChannel)
  }
}

/** A distribution that granted a request. */
function describeGrant(
  { quotaRequestReason: reason }: AccountLogRow,
  { child, parent, isReduced }: { child: OptionalText; parent: OptionalText; isReduced: boolean },
): string {
  return isReduced
    ? eventSentence('grantedWithReason', 'granted', { child, reason })
    : eventSentence('receivedWithReason', 'receivedAsAsked', { parent, reason })
}

/** Prefixes the name with the nickname, unless the two are equal. */
const nameWithNickname = (name: OptionalText, nickname: OptionalText): OptionalText =>
  name && nickname && nickname !== name ? t('ledger.description.named', { nickname, name }) : name

function describeEvent(row: AccountLogRow, nameChannel: NameChannel): string {
  const { managerName: manager, parentUserName: parent, childUserName: child, consumerIp: ip } = row
  const { consumePurpose: purpose } = row
  const channel = channelName(row.consumeTranChannelId, nameChannel)
  const channels = channelsOf(row, nameChannel)
  const modes = modesOf(row)
  const isReduced = changesOf(row).some(({ difference }) => difference < 0)
  switch (row.logType) {
    case 'RECHARGE_ORDER_BY_MEMBER_GROUP':
      return eventSentence('recharge', 'rechargePlain', { name: packageName(row) })
    case 'SYS_MATRIX':
      // The billing mode can stay the same while the channel changes.
      return modes.before && modes.before === modes.last
        ? eventSentence('channelBought', 'channelPlain', channels)
        : eventSentence('mode', 'modePlain', modes)
    case 'SYS_ADJUST':
      if (row.refundRequestId !== null && row.refundRequestId !== undefined)
        return t(`ledger.description.${isReduced ? 'refundAsked' : 'refundReturned'}`, {
          no: row.rechargeOrderByMemberGroupNo ?? '',
        })
      return eventSentence('adjust', 'adjustPlain', { manager })
    case 'DISTRIBUTION':
      if (row.topUpMonth)
        return isReduced
          ? eventSentence('toppedUp', 'toppedUpPlain', { child, month: row.topUpMonth })
          : eventSentence('receivedTopUp', 'toppedUpPlain', { parent, month: row.topUpMonth })
      if (row.quotaRequestId !== null && row.quotaRequestId !== undefined)
        return describeGrant(row, { child, parent, isReduced })
      return isReduced
        ? eventSentence('given', 'givenItself', { manager, child })
        : eventSentence('received', 'receivedItself', { manager, parent })
    case 'RECOVERY':
      return isReduced
        ? eventSentence('returned', 'returnedItself', { manager, parent })
        : eventSentence('recovered', 'recoveredItself', { manager, child })
    case 'MATRIX':
      return eventSentence('channel', 'channelPlain', { manager, ...channels })
    case 'TRANSLATION_CONSUME': {
      const key = row.consumeApiKeyTitle
      return key
        ? eventSentence('translatedWithKey', 'translatedPlain', { channel, ip, key })
        : eventSentence('translated', 'translatedPlain', { channel, ip })
    }
    case 'VOICE_CONSUME':
      return purpose
        ? eventSentence('spokenWithPurpose', 'spokenPlain', { purpose, channel, ip })
        : eventSentence('spoken', 'spokenPlain', { channel, ip })
    case 'INVITE_REWARD':
      return t('ledger.description.invited')
    case 'OTHER':
      return purpose
        ? eventSentence('usedFor', 'lost', { purpose, ip })
        : eventSentence('used', isReduced ? 'lost' : 'gained', { ip })
  }
}

type OptionalText = string | null | undefined

/** Uses the full sentence if all of its values are present, otherwise the plain one. */
function eventSentence(
  full: string,
  plain: string,
  values: Readonly<Record<string, OptionalText>>,
): string {
  const filled = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, value || '–']),
  ) as Values
  return messageOf(
    `ledger.description.${Object.values(values).every(Boolean) ? full : plain}`,
    filled,
  )
}

function quantitySentence({ unit, before, last }: ReturnType<typeof changesOf>[number]): string {
  return t('ledger.description.count', {
    unit: t(`ledger.units.${unit}`),
    before: exactCount(before),
    last: exactCount(last),
  })
}

function expirySentences({
  beforeExpireDateTime: before,
  lastExpireDateTime: last,
}: AccountLogRow): string[] {
  if (before === last || (!before && !last)) return []
  if (!before) return [t('ledger.description.untilNew', { last: last! })]
  return [
    last
      ? t('ledger.description.until', { before, last })
      : t('ledger.description.untilNone', { before }),
  ]
}

const channelName = (id: string | number | null | undefined, nameChannel: NameChannel) =>
  id === null || id === undefined ? undefined : nameChannel(id)
const channelsOf = (row: AccountLogRow, nameChannel: NameChannel) => ({
  before: channelName(row.beforeTranChannelId, nameChannel),
  last: channelName(row.lastTranChannelId, nameChannel),
})
const modesOf = (row: AccountLogRow) => ({
  before: billingModeName(row.beforeTranslationBillingMode),
  last: billingModeName(row.lastTranslationBillingMode),
})
const billingModeName = (code: 'char' | 'time' | null | undefined) =>
  code ? t(`codes.billingMode.${code}`) : undefined

function packageName({
  rechargeMemberGroupName: zh,
  rechargeMemberGroupEnName: en,
}: AccountLogRow): OptionalText {
  return language() === 'en' ? en || zh : zh
}
