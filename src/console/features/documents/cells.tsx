/** Cells of a document: its name with why it failed, its state with how far it is, and its end. */
import { fromWire, relativeTime, toWire } from '#client/i18n/time.ts'
import type { CustomCell } from '#console/engine/resource.ts'
import type { Document } from '#console/features/documents/document.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { documentTones } from '#contract/documents.ts'
import './documents.css'

export const nameCell = ({ row: { name, problem } }: { row: Document }) => (
  <span className="document-name">
    <span title={name}>{name}</span>
    {problem && <small>{problem}</small>}
  </span>
)

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
