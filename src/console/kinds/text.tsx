/** Plain text. */
import { TextFilter } from '#console/kinds/text-filter.tsx'
import { TextInput } from '#console/kinds/text-input.tsx'
import type { KindModule, MeaningOf } from '#console/kinds/kind.ts'

export const text: KindModule<MeaningOf<'text'>> = {
  text: String,
  Filter: TextFilter,
  Input: TextInput,
}
