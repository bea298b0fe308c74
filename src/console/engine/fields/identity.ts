/** What names a row and its state: shown as it is, typed in by nobody. */
import type { KindModule, MeaningOf } from '#console/engine/fields/field-type.ts'

export const id: KindModule<MeaningOf<'id'>> = { text: String }
export const version: KindModule<MeaningOf<'version'>> = { text: String }
