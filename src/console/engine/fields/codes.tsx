/** Field type for several of fixed codes, with its input. */
import {
  codeKeyOf,
  controlProps,
  type FieldTypeOf,
  type FieldTypeUi,
  type InputProps,
} from '#console/engine/fields/field-type.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import './codes.css'

type CodesType = FieldTypeOf<'codes'>

const codesIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : []

const labelOf = (fieldType: CodesType, value: string): string =>
  fieldType.values.includes(value) ? messageOf(codeKeyOf(fieldType, value)) : value

const textOf = (value: unknown, fieldType: CodesType): string =>
  codesIn(value)
    .map((one) => labelOf(fieldType, one))
    .join(t('crud.tags.between'))

/** Words of the codes on one line. */
export const codes: FieldTypeUi<CodesType> = {
  width: () => ({ usual: 140, least: 80 }),
  text: (value, { fieldType }) => textOf(value, fieldType),
  Input: CodesInput,
}

/** One checkbox per code. */
function CodesInput(props: InputProps<CodesType>) {
  const { value, onChange, fieldType, label, readOnly } = props
  const { id, ...described } = controlProps(props)
  const chosen = codesIn(value)
  const change = (code: string, isChosen: boolean) =>
    onChange?.(fieldType.values.filter((one) => (one === code ? isChosen : chosen.includes(one))))
  return (
    <span role="group" aria-label={label} className="codes-input">
      {fieldType.values.map((code, index) => (
        <label key={code}>
          <input
            {...described}
            {...(index === 0 && { id })}
            type="checkbox"
            disabled={readOnly}
            checked={chosen.includes(code)}
            onChange={({ target }) => change(code, target.checked)}
          />
          {labelOf(fieldType, code)}
        </label>
      ))}
    </span>
  )
}
