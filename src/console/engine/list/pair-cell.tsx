/** Before/after pair of values, with their difference if the column has one. */
import type { ReactNode } from 'react'
import { kindOf } from '#console/engine/fields/field-types.ts'
import { t } from '#console/refine/i18n.ts'
import { valueAt } from '#console/engine/build-fields.ts'
import type { Field } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import type { Found } from '#console/refine/reference-data.ts'
import '#console/engine/list/pair-cell.css'

type Props = { before: ReactNode; after: ReactNode; same: boolean; by: string | undefined }

/** Shows a single value if nothing changed. */
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

/** Signed difference; undefined if it is zero or the column has none. */
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
