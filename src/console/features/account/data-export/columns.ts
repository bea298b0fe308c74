/** Columns of a section in the readable data export; before and after values share a column. */
import { hasWord } from '#console/refine/i18n.ts'
import { columnOf, rowOf } from '#console/engine/build-fields.ts'
import type { Column } from '#console/engine/page-model.ts'
import type { Section } from '#console/features/account/data-export/sections.ts'
import { bare, shapeOf } from '#contract/query.ts'

export function columnsOf({ name, call }: Section): Column[] {
  const row = rowOf(call) ?? elementOf(call.output)
  const shape = shapeOf(row)
  const keys = Object.keys(shape).flatMap((key) => {
    const inner = Object.keys(shapeOf(bare(shape[key]!)))
    return inner.length > 0 ? inner.map((last) => `${key}.${last}`) : [key]
  })
  return keys
    .toSorted((a, b) => Number(b === 'createDateTime') - Number(a === 'createDateTime'))
    .filter((key) => !(key.startsWith('last') && `before${key.slice(4)}` in shape))
    .map((key) => columnOf(name, row, {}, key.startsWith('before') ? { pair: key.slice(6) } : key))
    .map((column) => ({
      ...column,
      label: [...column.label, `leaving.data.fields.${column.key.replace('.', '-')}`],
    }))
    .filter(({ label }) => label.some((key) => hasWord(key)))
}

/** The schema of one element of an array, or the schema itself. */
function elementOf(output: Parameters<typeof shapeOf>[0]): Parameters<typeof shapeOf>[0] {
  return 'element' in output._zod.def
    ? (output._zod.def.element as Parameters<typeof shapeOf>[0])
    : output
}
