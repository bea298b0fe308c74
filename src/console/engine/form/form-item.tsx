/** Item of a form: label, control, help and validation errors. */
import { Form as AntdForm, type FormInstance } from 'antd'
import { useRef } from 'react'
import { call } from '#client/api/call.ts'
import { getFieldTypeUi } from '#console/engine/fields/field-types.ts'
import {
  labelOfItem,
  ruleMessage,
  toInputValue,
  validationErrorOf,
} from '#console/engine/form/form-values.ts'
import { fieldText } from '#console/engine/list/cell-text.ts'
import type { Item } from '#console/engine/page-model.ts'
import type { GetLookupData, Row } from '#console/engine/resource.ts'
import { hasMessage, t, messageOf } from '#console/refine/i18n.ts'

/** Debounce of the uniqueness check, in milliseconds. */
const uniqueCheckDebounce = 400

type FormItemProps = {
  item: Item
  form: FormInstance
  getLookupData: GetLookupData
  /** The record as it is stored. */
  row: Row | undefined
  /** The record after a concurrent change, to show where it differs. */
  latest: Row | undefined
}

export function FormItem({ item, form, getLookupData, row, latest }: FormItemProps) {
  const { key, fieldType, required, initial, uniqueCheck, prefill, check } = item
  const { Input, enteredTwice, watches } = getFieldTypeUi(fieldType)
  const label = labelOfItem(item)
  const isAvailable = useUniqueCheck(item)
  const watched = watches?.(fieldType)
  AntdForm.useWatch<unknown>((values: Row) => watched && values[watched], form)
  if (!Input) return null
  const inputProps = {
    label,
    fieldType,
    lookupData: getLookupData(fieldType),
    formValues: () => ({ ...row, ...(form.getFieldsValue(true) as Row) }),
    ...(prefill ? { readOnly: true as const } : {}),
    ...(item.hasInitialFocus ? { 'data-initial-focus': true, autoFocus: true } : {}),
  }
  const hint = item.help ?? (hasMessage(item.hint[0]!) ? messageOf(item.hint) : undefined)
  const differs =
    latest && key in latest && latest[key] !== toInputValue(item, form.getFieldValue(key))
  return (
    <>
      <AntdForm.Item
        name={key}
        label={label}
        required={required || initial !== undefined}
        validateFirst
        {...(uniqueCheck ? { validateDebounce: uniqueCheckDebounce } : {})}
        {...(check?.dependencies ? { dependencies: [...check.dependencies] } : {})}
        {...(differs
          ? {
              extra: t('crud.form.latestIs', {
                value:
                  fieldText({ path: key, label: item.label, fieldType }, latest, getLookupData) ||
                  t('crud.list.none'),
              }),
            }
          : hint === undefined
            ? {}
            : { extra: hint })}
        rules={[
          {
            validator: (_, value) =>
              toValidation(
                validationErrorOf(item, value) ??
                  check?.error(value, form.getFieldsValue(true) as Row),
              ),
          },
          ...(uniqueCheck
            ? [
                {
                  validator: async (_: unknown, value: unknown) =>
                    toValidation(
                      (await isAvailable(value)) ? undefined : ruleMessage(item, { rule: 'taken' }),
                    ),
                },
              ]
            : []),
        ]}
      >
        <Input
          {...inputProps}
          onGenerate={(value) => enteredTwice && form.setFieldValue(repeatedKey(key), value)}
        />
      </AntdForm.Item>
      {enteredTwice && <RepeatedItem item={item} control={<Input {...inputProps} />} />}
    </>
  )
}

const repeatedKey = (key: string) => `${key}2`

/** Confirmation input; must equal the first one, ignoring surrounding spaces (spec 5.7). */
function RepeatedItem({
  item: { key, label, fieldType: _fieldType, ...item },
  control,
}: {
  item: Item
  control: React.ReactElement<{ label: string }>
}) {
  const repeated = {
    ...item,
    key: repeatedKey(key),
    label: label.map((labelKey) => `${labelKey}2`),
  }
  const trimText = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
  return (
    <AntdForm.Item
      name={repeated.key}
      label={messageOf(repeated.label)}
      required
      dependencies={[key]}
      rules={[
        ({ getFieldValue }) => ({
          validator: (_, value) =>
            toValidation(
              trimText(value) === ''
                ? ruleMessage(repeated, { rule: 'required' })
                : trimText(value) === trimText(getFieldValue(key))
                  ? undefined
                  : messageOf('rules.mismatch'),
            ),
        }),
      ]}
    >
      {control}
    </AntdForm.Item>
  )
}

/**
 * Checks whether a value is available, once per value. A failed request passes: the server checks
 * again on save.
 */
function useUniqueCheck({ uniqueCheck }: Item): (value: unknown) => Promise<boolean> {
  const results = useRef(new Map<unknown, Promise<boolean>>())
  return (value) => {
    if (!uniqueCheck) return Promise.resolve(true)
    const pending = results.current.get(value)
    if (pending) return pending
    const result = (
      call(uniqueCheck.call, { [uniqueCheck.input]: value }, { quiet: true }) as Promise<boolean>
    ).catch(() => {
      results.current.delete(value)
      return true
    })
    results.current.set(value, result)
    return result
  }
}

const toValidation = (message: string | undefined) =>
  message === undefined ? Promise.resolve() : Promise.reject(new Error(message))
