/** Ids and row versions: shown unchanged and never edited. */
import type { KindModule, MeaningOf } from '#console/engine/fields/field-type.ts'

export const id: KindModule<MeaningOf<'id'>> = { text: String }
export const version: KindModule<MeaningOf<'version'>> = { text: String }
