/** Select control for a few known values, as a filter and as a form input. */
import { plainText, type FilterProps, type InputProps } from '#console/engine/fields/field-type.ts'
import { t } from '#console/refine/i18n.ts'

export type Option = { readonly value: string; readonly text: string }

/** Filter with the options that `optionsOf` derives from the field type and the lookup. */
export function optionFilter<M>(optionsOf: (means: M, found: unknown) => readonly Option[]) {
  return function OptionFilter({ id, means, found, required, values, onChange }: FilterProps<M>) {
    const chosen = values[0] ?? ''
    return (
      <select
        id={id}
        className="control"
        value={chosen}
        onChange={({ target }) => onChange(target.value ? [target.value] : [])}
      >
        {(!required || !chosen) && (
          <option value="">{required ? t('pages.filter.choose') : t('pages.filter.all')}</option>
        )}
        {withChosen(optionsOf(means, found), chosen).map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    )
  }
}

export function optionInput<M>(optionsOf: (means: M, found: unknown) => readonly Option[]) {
  return function OptionInput({
    value,
    onChange,
    label,
    means,
    found,
    others: _others,
    ...control
  }: InputProps<M>) {
    const chosen = plainText(value)
    return (
      <select
        {...control}
        className="control"
        value={chosen}
        onChange={({ target }) => onChange?.(target.value || undefined)}
      >
        <option value="">{t('pages.form.choose', { field: label })}</option>
        {withChosen(optionsOf(means, found), chosen).map(({ value: one, text }) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    )
  }
}

/**
 * Adds the chosen value as an option if it is unknown, so that a filter from a shared URL stays
 * visible.
 */
export function withChosen(options: readonly Option[], chosen: string): readonly Option[] {
  return !chosen || options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, text: chosen }]
}
