/** Cells of a document: its name with why it failed, and its state with how far it is. */
import type { Document } from '#console/features/documents/document.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
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
