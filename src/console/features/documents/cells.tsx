/** Cells of a document: name, whose it is and why it failed; state; languages; and its end. */
import { fromWire, relativeTime, toWire } from '#client/i18n/time.ts'
import { getFieldTypeUi } from '#console/engine/fields/field-types.ts'
import type { CustomCell, GetLookupData } from '#console/engine/resource.ts'
import type { Document } from '#console/features/documents/document.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { documentTones } from '#contract/documents.ts'
import './documents.css'

export function NameCell({ row: { name, problem, userId, userName } }: { row: Document }) {
  const me = useCurrentUser()
  const isOwn = String(userId) === String(me?.userId)
  return (
    <span className="document-name">
      <span title={name}>
        {name}
        {!isOwn && <small className="document-owner">{userName}</small>}
      </span>
      {problem && <small className="document-problem">{problem}</small>}
    </span>
  )
}

export const stateCell = ({ row: { state, progress } }: { row: Document }) => (
  <>
    <span className="tag" data-tone={documentTones[state]}>
      {messageOf(`resources.documents.values.state.${state}`)}
    </span>
    {state === 'translating' && (
      <span className="document-progress">{t('documents.progress', { progress })}</span>
    )}
  </>
)

const languageType = { kind: 'language' } as const

/** Empty before a first start. */
function languagesOf(row: Document, getLookupData: GetLookupData): string {
  const { text } = getFieldTypeUi(languageType)
  const context = { fieldType: languageType, row, lookupData: getLookupData(languageType) }
  const { sourceLangCode: source, targetLangCode: target } = row
  return source && target ? `${text(source, context)} → ${text(target, context)}` : ''
}

export const languagesCell: CustomCell<Document> = {
  Cell: ({ row, getLookupData }) =>
    languagesOf(row, getLookupData) || <span className="no-value">–</span>,
  text: (row, _, getLookupData) => languagesOf(row, getLookupData),
}

const endOf = ({ createDateTime }: Document): string =>
  toWire(new Date(fromWire(createDateTime).getTime() + businessLimits.documents.hours * 3_600_000))

/** When its files are deleted. */
export const endCell: CustomCell<Document> = {
  Cell: ({ row }) => {
    const end = endOf(row)
    return (
      <time dateTime={fromWire(end).toISOString()} title={end}>
        {relativeTime(end)}
      </time>
    )
  },
  text: endOf,
}
