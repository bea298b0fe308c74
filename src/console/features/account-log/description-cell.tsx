/** Description cell of the account log: the event in one or two sentences, with a link. */
import './account-log.css'
import { kindOf } from '#console/engine/fields/field-types.ts'
import { t, messageOf } from '#console/refine/i18n.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import type { DrawnCell } from '#console/engine/resource.ts'
import { AppLink } from '#console/ui/app-link.tsx'
import type { AccountLogRow } from '#contract/ledger.ts'
import type { FieldType } from '#contract/vocabulary.ts'
import { exactCount } from '#client/i18n/format.ts'
import { language } from '#client/i18n/language.ts'
import {
  changesOf,
  withExpiry,
  withImages,
  withVoices,
} from '#console/features/account-log/changes.tsx'
import type { User } from '#contract/user.ts'
import type { Values } from '#locales/messages.ts'

/** Description cell of the account log, with a link to the order or translation behind the row. */
export const descriptionCell: DrawnCell<AccountLogRow> = {
  Cell: function StoryCell({ row, found }) {
    const me = useCurrentUser()
    return (
      <span className="story" title={descriptionOf(row, channelNamer(row, found))}>
        {headlineOf(row, channelNamer(row, found), me)} <SourceLink row={row} />
      </span>
    )
  },
  text: (row, _, found) => descriptionOf(row, channelNamer(row, found)),
}

function SourceLink({
  row: { rechargeOrderByMemberGroupNo: no, logType, createDateTime: at },
}: {
  row: AccountLogRow
}) {
  if (no) {
    return (
      <AppLink route="UserCenterOrder" query={{ no }}>
        {t('ledger.story.toOrder')}
      </AppLink>
    )
  }
  if (logType !== 'TRANSLATION_CONSUME') return null
  return (
    <AppLink
      route="UserCenterChangeTranslateLog"
      query={{ createDateTimeBegin: at, createDateTimeEnd: at }}
    >
      {t('ledger.story.toTranslation')}
    </AppLink>
  )
}

function channelNamer(row: AccountLogRow, found: (fieldType: FieldType) => unknown): NameChannel {
  const fieldType = { kind: 'channel' } as const
  return (id) => kindOf(fieldType).text(id, { fieldType, row: row, found: found(fieldType) })
}

/** Returns the display name of a channel. */
type NameChannel = (id: string | number) => string

/** The signed-in user, addressed as "you" where a row names them. */
export type Reader = Pick<User, 'userId' | 'account' | 'username'>

/** Describes the event and its actor in one sentence, for tables whose columns show the changes. */
export function headlineOf(
  row: AccountLogRow,
  nameChannel: NameChannel,
  reader: Reader | null,
): string {
  const { uncounted, untimed } = notInColumns(row)
  const rest = [...uncounted.map(count), ...(untimed ? expiry(row) : [])]
  const unchanged = changesOf(row).length === 0 && expiry(row).length === 0
  return joinSentences([
    headline(row, nameChannel, reader),
    ...rest,
    ...(unchanged ? [t('ledger.story.unchanged')] : []),
  ])
}

export function descriptionOf(row: AccountLogRow, nameChannel: NameChannel): string {
  const sentences = [describeEvent(row, nameChannel), ...changesOf(row).map(count), ...expiry(row)]
  if (sentences.length === 1) sentences.push(t('ledger.story.unchanged'))
  return joinSentences(sentences)
}

const joinSentences = (sentences: readonly string[]) =>
  sentences.join(language() === 'zh' ? '' : ' ')

/** Changes without a column in the table of this row type. */
function notInColumns(row: AccountLogRow) {
  const { logType } = row
  const units = {
    chars: true,
    voices: withVoices.includes(logType),
    images: withImages.includes(logType),
  }
  return {
    uncounted: changesOf(row).filter(({ unit }) => !units[unit]),
    untimed: !withExpiry.includes(logType),
  }
}

function headline(row: AccountLogRow, nameChannel: NameChannel, reader: Reader | null): string {
  const { managerId, managerName, parentUserName } = row
  const isReader = (name: Maybe, id?: string | number | null) =>
    reader !== null &&
    (id !== null && id !== undefined
      ? String(id) === String(reader.userId)
      : !!name && [reader.username, reader.account].includes(name))
  const manager = nameWithNickname(managerName, row.managerNickname)
  const parent = nameWithNickname(parentUserName, row.parentUserNickname)
  const child = nameWithNickname(row.childUserName, row.childUserNickname)
  const byReader = isReader(managerName, managerId)
  const lost = changesOf(row).some(({ by }) => by < 0)
  switch (row.logType) {
    case 'DISTRIBUTION':
      if (lost)
        return byReader && child
          ? t('ledger.story.youGave', { child })
          : sentence('given', 'givenItself', { manager, child })
      return managerName && managerName === parentUserName
        ? sentence('receivedFrom', 'receivedItself', { parent })
        : sentence('received', 'receivedItself', { manager, parent })
    case 'RECOVERY':
      if (!lost)
        return byReader && child
          ? t('ledger.story.youReclaimed', { child })
          : sentence('recovered', 'recoveredItself', { manager, child })
      return managerName && managerName === parentUserName
        ? sentence('returnedTo', 'returnedItself', { parent })
        : sentence('returned', 'returnedItself', { manager, parent })
    case 'RECHARGE_ORDER_BY_MEMBER_GROUP':
      return sentence('recharged', 'rechargePlain', { name: packageName(row) })
    case 'SYS_MATRIX': {
      const modes = modesOf(row)
      return modes.before && modes.before === modes.last
        ? t('ledger.story.channelPlain')
        : sentence('modeTurned', 'modePlain', modes)
    }
    case 'MATRIX':
      return byReader ? t('ledger.story.youSwitched') : t('ledger.story.channelPlain')
    case 'TRANSLATION_CONSUME':
      return t('ledger.story.translatedPlain')
    case 'VOICE_CONSUME':
      return t('ledger.story.spokenPlain')
    default:
      return describeEvent(row, nameChannel)
  }
}

/** Prefixes the name with the nickname, unless the two are equal. */
const nameWithNickname = (name: Maybe, nickname: Maybe): Maybe =>
  name && nickname && nickname !== name ? t('ledger.story.named', { nickname, name }) : name

function describeEvent(row: AccountLogRow, nameChannel: NameChannel): string {
  const { managerName: manager, parentUserName: parent, childUserName: child, consumerIp: ip } = row
  const channel = name(row.consumeTranChannelId, nameChannel)
  const channels = {
    before: name(row.beforeTranChannelId, nameChannel),
    last: name(row.lastTranChannelId, nameChannel),
  }
  const modes = modesOf(row)
  const lost = changesOf(row).some(({ by }) => by < 0)
  switch (row.logType) {
    case 'RECHARGE_ORDER_BY_MEMBER_GROUP':
      return sentence('recharge', 'rechargePlain', { name: packageName(row) })
    case 'SYS_MATRIX':
      // The billing mode can stay the same while the channel changes.
      return modes.before && modes.before === modes.last
        ? sentence('channelBought', 'channelPlain', channels)
        : sentence('mode', 'modePlain', modes)
    case 'SYS_ADJUST':
      return sentence('adjust', 'adjustPlain', { manager })
    case 'DISTRIBUTION':
      return lost
        ? sentence('given', 'givenItself', { manager, child })
        : sentence('received', 'receivedItself', { manager, parent })
    case 'RECOVERY':
      return lost
        ? sentence('returned', 'returnedItself', { manager, parent })
        : sentence('recovered', 'recoveredItself', { manager, child })
    case 'MATRIX':
      return sentence('channel', 'channelPlain', { manager, ...channels })
    case 'TRANSLATION_CONSUME':
      return sentence('translated', 'translatedPlain', { channel, ip })
    case 'VOICE_CONSUME':
      return sentence('spoken', 'spokenPlain', { channel, ip })
    case 'INVITE_REWARD':
      return t('ledger.story.invited')
    case 'OTHER':
      return sentence('used', lost ? 'lost' : 'gained', { ip })
  }
}

type Maybe = string | null | undefined

/** Uses the full sentence if all of its values are present, otherwise the plain one. */
function sentence(full: string, plain: string, values: Readonly<Record<string, Maybe>>): string {
  const known = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, value || '–']),
  ) as Values
  return messageOf(`ledger.story.${Object.values(values).every(Boolean) ? full : plain}`, known)
}

function count({ unit, before, last }: ReturnType<typeof changesOf>[number]): string {
  return t('ledger.story.count', {
    unit: t(`ledger.units.${unit}`),
    before: exactCount(before),
    last: exactCount(last),
  })
}

function expiry({
  beforeExpireDateTime: before,
  lastExpireDateTime: last,
}: AccountLogRow): string[] {
  if (before === last || (!before && !last)) return []
  if (!before) return [t('ledger.story.untilNew', { last: last! })]
  return [
    last ? t('ledger.story.until', { before, last }) : t('ledger.story.untilNone', { before }),
  ]
}

const name = (id: string | number | null | undefined, nameChannel: NameChannel) =>
  id === null || id === undefined ? undefined : nameChannel(id)
const modesOf = (row: AccountLogRow) => ({
  before: mode(row.beforeTranslationBillingMode),
  last: mode(row.lastTranslationBillingMode),
})
const mode = (code: 'char' | 'time' | null | undefined) =>
  code ? t(`codes.billingMode.${code}`) : undefined

function packageName({
  rechargeMemberGroupName: zh,
  rechargeMemberGroupEnName: en,
}: AccountLogRow): Maybe {
  return language() === 'en' ? en || zh : zh
}
