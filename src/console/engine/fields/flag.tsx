/** Boolean field type, encoded as 1 or 0. */
import { optionFilter } from '#console/engine/fields/options.tsx'
import type { KindModule, MeaningOf } from '#console/engine/fields/field-type.ts'
import { Switch } from '#console/engine/fields/switch.tsx'
import { toneOf } from '#console/engine/fields/tones.ts'
import { word } from '#console/refine/i18n.ts'

export const flag: KindModule<MeaningOf<'flag'>> = {
  text: (value) => labelOf(String(value)),
  Cell: ({ value }) => (
    <span className="tag" data-tone={toneOf('flag', String(value))}>
      {labelOf(String(value))}
    </span>
  ),
  Filter: optionFilter(() => ['1', '0'].map((value) => ({ value, text: labelOf(value) }))),
  Input: ({
    value,
    onChange,
    label: _label,
    means: _means,
    found: _found,
    others: _others,
    ...control
  }) => (
    <span className="switch-line">
      <Switch {...control} on={value === 1} onFlip={(to) => onChange?.(to)} />
      <span aria-hidden="true">{labelOf(value === 1 ? '1' : '0')}</span>
    </span>
  ),
}

function labelOf(value: string): string {
  return value === '1' || value === '0' ? word(`codes.flag.${value}`) : value
}
