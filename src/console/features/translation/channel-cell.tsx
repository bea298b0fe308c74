/** Channel of a translation, and the one that translated while it was down. */
import './channel-cell.css'
import { getFieldTypeUi } from '#console/engine/fields/field-types.ts'
import type { GetLookupData } from '#console/engine/resource.ts'
import { t } from '#console/refine/i18n.ts'
import type { TranslationLogRow } from '#contract/translation.ts'

type Props = {
  row: Pick<TranslationLogRow, 'tranChannelId' | 'fallbackChannelId'>
  getLookupData: GetLookupData
}

export function channelCell({ row: { tranChannelId, fallbackChannelId }, getLookupData }: Props) {
  if (tranChannelId == null) return '–'
  const channel = channelName(tranChannelId, getLookupData)
  if (fallbackChannelId == null) return channel
  const fallback = channelName(fallbackChannelId, getLookupData)
  return (
    <span className="channel-cell" title={t('translate.fallback.help', { channel, fallback })}>
      <span>{channel}</span>
      <span>{t('translate.fallback.by', { fallback })}</span>
    </span>
  )
}

function channelName(id: string | number, getLookupData: GetLookupData): string {
  const fieldType = { kind: 'channel' } as const
  const lookupData = getLookupData(fieldType)
  return getFieldTypeUi(fieldType).text(id, { fieldType, row: {}, lookupData })
}
