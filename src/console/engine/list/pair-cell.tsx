/**
 * What was and what became of it, with an arrow; above them by how much, where the column says so.
 */
import type { ReactNode } from 'react'
import { kindOf } from '#console/engine/fields/field-types.ts'
import { t } from '#console/refine/i18n.ts'
import { valueAt } from '#console/engine/build-fields.ts'
import type { Field } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import type { Found } from '#console/refine/reference-data.ts'
import '#console/engine/list/pair-cell.css'

type Props = { before: ReactNode; after: ReactNode; same: boolean; by: string | undefined }

/** Where nothing changed, what there is stands alone. */
export function PairCell({ before, after, same, by }: Props) {
  if (same) return <span className="pair-cell">{after}</span>
  return (
    <span className="pair-cell">
      {by !== undefined && <b>{by}</b>}
      <span>
        {before}
        {'\u00a0'}
        <span aria-hidden="true">→</span>
        <span className="unseen">{t('pages.list.became')}</span> {after}
      </span>
    </span>
  )
}

/** The difference with its sign; undefined where there is none. */
export function difference(by: Field | undefined, row: Row, found: Found): string | undefined {
  const value = by && valueAt(row, by.path)
  if (!by || typeof value !== 'number' || value === 0) return undefined
  const size = kindOf(by.means).text(Math.abs(value), {
    means: by.means,
    row,
    found: found(by.means),
  })
  return `${value > 0 ? '+' : '−'}${size}`
}
