/** Plain text field type. */
import { TextFilter } from '#console/engine/fields/text-filter.tsx'
import { TextInput } from '#console/engine/fields/text-input.tsx'
import type { KindModule, MeaningOf } from '#console/engine/fields/field-type.ts'

export const text: KindModule<MeaningOf<'text'>> = {
  text: String,
  Filter: TextFilter,
  Input: TextInput,
}
