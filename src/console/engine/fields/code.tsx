/** Enum code: label from the messages, colour from the tones; unknown codes as they are. */
import { optionFilter, optionInput } from '#console/engine/fields/options.tsx'
import type { KindModule, MeaningOf } from '#console/engine/fields/field-type.ts'
import { toneOf } from '#console/engine/fields/tones.ts'
import { hasWord, word } from '#console/refine/i18n.ts'

type Means = MeaningOf<'code'>

export const code: KindModule<Means> = {
  text: (value, { means }) => labelOf(means, String(value)),
  Cell: ({ value, means }) => {
    const tone = toneOf(means.code, String(value))
    const label = labelOf(means, String(value))
    return tone ? (
      <span className="tag" data-tone={tone}>
        {label}
      </span>
    ) : (
      label
    )
  },
  Filter: optionFilter(optionsOf),
  choices: optionsOf,
  Input: optionInput(optionsOf),
}

function optionsOf(means: Means) {
  return means.values.map((value) => ({ value, text: labelOf(means, value) }))
}

function labelOf({ code }: Means, value: string): string {
  const key = `codes.${code}.${value}`
  return /^\w+$/.test(value) && hasWord(key) ? word(key) : value
}
