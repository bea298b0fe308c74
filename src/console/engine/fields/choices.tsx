/** Field types with a fixed set of values: codes, flags and looked-up names. */
import { cellTextWidth, tagPadding, wholeTexts } from '#console/engine/fields/content-width.ts'
import {
  codeKeyOf,
  controlProps,
  plainText,
  type FilterProps,
  type InputProps,
  type FieldTypeUi,
  type FieldTypeOf,
} from '#console/engine/fields/field-type.ts'
import { application } from '#console/refine/application.ts'
import { t, hasMessage, messageOf } from '#console/refine/i18n.ts'
import { Switch } from '#console/engine/fields/switch.tsx'
import { localName } from '#client/i18n/format.ts'
import { channels, type Channel } from '#contract/packages.ts'
import { isMain } from '#contract/roles.ts'
import type { CodeName, Tones } from '#contract/vocabulary.ts'

type Option = { readonly value: string; readonly text: string }

/** Select filter; `optionsOf` derives its options from the field type and the lookup data. */
function optionFilter<T>(optionsOf: (fieldType: T, lookupData: unknown) => readonly Option[]) {
  return function OptionFilter({
    id,
    fieldType,
    lookupData,
    required,
    values,
    onChange,
  }: FilterProps<T>) {
    const chosen = values[0] ?? ''
    return (
      <select
        id={id}
        className="control"
        value={chosen}
        onChange={({ target }) => onChange(target.value ? [target.value] : [])}
      >
        {(!required || !chosen) && (
          <option value="">{required ? t('crud.filter.choose') : t('crud.filter.all')}</option>
        )}
        {withChosenOption(optionsOf(fieldType, lookupData), chosen).map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    )
  }
}

/** Form input with the same options. */
function optionInput<T>(optionsOf: (fieldType: T, lookupData: unknown) => readonly Option[]) {
  return function OptionInput(props: InputProps<T>) {
    const { value, onChange, label, fieldType, lookupData } = props
    const chosen = plainText(value)
    return (
      <select
        {...controlProps(props)}
        className="control"
        value={chosen}
        onChange={({ target }) => onChange?.(target.value || undefined)}
      >
        <option value="">{t('crud.form.choose', { field: label })}</option>
        {withChosenOption(optionsOf(fieldType, lookupData), chosen).map(
          ({ value: optionValue, text }) => (
            <option key={optionValue} value={optionValue}>
              {text}
            </option>
          ),
        )}
      </select>
    )
  }
}

/**
 * Adds the chosen value as an option if it is unknown, so that a filter from a shared URL stays
 * visible.
 */
export function withChosenOption(options: readonly Option[], chosen: string): readonly Option[] {
  return !chosen || options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, text: chosen }]
}

type CodeType = FieldTypeOf<'code'>

/** Enum code: label from the messages, colour from the tones; unknown codes as they are. */
export const code: FieldTypeUi<CodeType> = {
  text: (value, { fieldType }) => codeLabel(fieldType, String(value)),
  Cell: ({ value, fieldType }) => {
    const tone = toneOf(fieldType, String(value))
    const label = codeLabel(fieldType, String(value))
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
  width: (fieldType) => {
    const isTag = optionsOf(fieldType).some(({ value }) => toneOf(fieldType, value))
    const texts = optionsOf(fieldType).map(({ text }) => text)
    const usual = cellTextWidth(texts) + (isTag ? tagPadding : 0)
    return { usual, least: Math.min(usual, isTag ? maxWholeTag : maxWholeCode) }
  },
  Input: optionInput(optionsOf),
}

/** Widths up to which the words of a code are never cut, in CSS pixels. */
const maxWholeTag = 136
const maxWholeCode = 88

/** All codes; for a sub-account only those that its rows can have. */
function optionsOf(fieldType: CodeType) {
  const user = application().userAccess()
  const values =
    user && !isMain(user) ? (fieldType.ofSubAccounts ?? fieldType.values) : fieldType.values
  return values.map((value) => ({ value, text: codeLabel(fieldType, value) }))
}

const codeLabel = (fieldType: CodeType, value: string): string =>
  fieldType.values.includes(value) ? messageOf(codeKeyOf(fieldType, value)) : value

/** Boolean field type, encoded as 1 or 0. */
export const flag: FieldTypeUi<FieldTypeOf<'flag'>> = {
  text: (value, { fieldType }) => flagLabel(fieldType, String(value)),
  Cell: ({ value, fieldType }) => (
    <span className="tag">{flagLabel(fieldType, String(value))}</span>
  ),
  width: (fieldType) =>
    wholeTexts(
      ['1', '0'].map((value) => flagLabel(fieldType, value)),
      tagPadding,
    ),
  Filter: optionFilter((fieldType) =>
    ['1', '0'].map((value) => ({ value, text: flagLabel(fieldType, value) })),
  ),
  Input: (props) => (
    <span className="switch-line">
      <Switch
        {...controlProps(props)}
        isOn={props.value === 1}
        onSwitch={(flag) => props.onChange?.(flag)}
      />
      <span aria-hidden="true">{flagLabel(props.fieldType, props.value === 1 ? '1' : '0')}</span>
    </span>
  ),
}

/** Message of the resource's field, else of all fields with this name, else yes and no. */
function flagLabel({ labelKeys = [] }: FieldTypeOf<'flag'>, value: string): string {
  if (value !== '1' && value !== '0') return value
  const ownKey = labelKeys.map((key) => `${key}.${value}`).find((key) => hasMessage(key))
  return messageOf(ownKey ?? `codes.flag.${value}`)
}

/** The English name is in another field of the row. */
export const localized: FieldTypeUi<FieldTypeOf<'localized'>> = {
  width: () => ({ usual: 140, least: 72 }),
  text: (value, { fieldType, row }) =>
    localName({
      name: String(value),
      enName: typeof row[fieldType.en] === 'string' ? (row[fieldType.en] as string) : null,
    }),
}

/** A channel that no longer exists is shown as unknown (spec 2.32). */
export const channel: FieldTypeUi<FieldTypeOf<'channel'>> = {
  lookup: channels.list,
  width: () => ({ usual: 126, least: 72 }),
  exists: (value, lookupData) =>
    !lookupData || channelOptions(lookupData).some((option) => option.value === value),
  text: (value, { lookupData }) => {
    if (!lookupData) return String(value)
    const known = (lookupData as Channel[]).find(({ id }) => String(id) === String(value))
    return known ? localName(known) : t('crud.unknownChannel')
  },
  Filter: optionFilter((_, lookupData) => channelOptions(lookupData)),
  Input: optionInput((_, lookupData) => channelOptions(lookupData)),
}

const channelOptions = (lookupData: unknown) =>
  ((lookupData ?? []) as Channel[]).map((known) => ({
    value: String(known.id),
    text: localName(known),
  }))

/** Colours of codes that several calls share. */
const tones: Partial<Record<CodeName, Tones>> = {
  payStatus: { W: 'warning', P: 'success', T: 'plain', C: 'plain' },
  unmatchedState: {
    open: 'warning',
    asked: 'warning',
    order: 'success',
    account: 'success',
    returned: 'plain',
    refunded: 'plain',
    other: 'plain',
  },
  refundRequestState: {
    asked: 'warning',
    approved: 'primary',
    paid: 'success',
    declined: 'danger',
    withdrawn: 'plain',
  },
  refundState: {
    open: 'warning',
    owed: 'warning',
    asked: 'warning',
    settled: 'success',
    void: 'plain',
  },
  approvalState: {
    open: 'warning',
    approved: 'success',
    refused: 'plain',
    withdrawn: 'plain',
    lapsed: 'plain',
  },
  inviteReward: {
    given: 'success',
    self: 'plain',
    again: 'plain',
    browser: 'plain',
    network: 'plain',
    day: 'plain',
  },
}

export const toneOf = (
  { code: name, tones: own }: Pick<CodeType, 'code' | 'tones'>,
  value: string,
) => (own ?? (name && tones[name]))?.[value]
