/** Groups the usage by channel, language pair, account, or all three combined. */
import { kindOf } from '#console/engine/fields/field-types.ts'
import { t } from '#console/refine/i18n.ts'
import type { Found } from '#console/refine/reference-data.ts'
import type { TranslationUsage } from '#contract/translation.ts'

export const groupings = ['channel', 'languages', 'user', 'together'] as const
export type Grouping = (typeof groupings)[number]

export type Group = {
  readonly key: string
  readonly label: string
  readonly chars: number
  readonly count: number
}
type Languages = { sourceLangCode: string; targetLangCode: string }

export function groupsOf(usage: TranslationUsage, by: Grouping, found: Found): Group[] {
  const named = (kind: 'channel' | 'language', value: unknown) =>
    kindOf({ kind }).text(value, { means: { kind }, row: {}, found: found({ kind }) })
  const direction = ({ sourceLangCode, targetLangCode }: Languages) =>
    `${named('language', sourceLangCode)} → ${named('language', targetLangCode)}`
  const names = new Map(
    usage.byUser.map(({ userId, name }) => [String(userId), name ?? t('translate.usage.deleted')]),
  )
  const group = (label: string, { chars, count }: { chars: number; count: number }): Group => ({
    key: label,
    label,
    chars,
    count,
  })
  switch (by) {
    case 'channel':
      return usage.byChannel.map((one) => group(named('channel', one.tranChannelId), one))
    case 'languages':
      return usage.byLanguages.map((one) => group(direction(one), one))
    case 'user':
      return usage.byUser.map((one) => ({
        ...group(names.get(String(one.userId))!, one),
        key: String(one.userId),
      }))
    case 'together':
      return usage.rows.map((one) => {
        const label = [
          names.get(String(one.userId)),
          named('channel', one.tranChannelId),
          direction(one),
        ]
          .filter(Boolean)
          .join(' · ')
        return {
          ...group(label, one),
          key: `${one.userId} ${one.tranChannelId} ${one.sourceLangCode} ${one.targetLangCode}`,
        }
      })
  }
}
