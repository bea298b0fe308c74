/** A document as a list has it. */
import type { documents } from '#contract/documents.ts'
import type { OutputOf } from '#contract/endpoint.ts'

export type Document = OutputOf<typeof documents.calls.get>

export const sumOf = (
  rows: readonly Pick<Document, 'charNum' | 'price'>[],
  field: 'charNum' | 'price',
): number => rows.reduce((sum, row) => sum + row[field], 0)
