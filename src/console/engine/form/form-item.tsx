/** Form item: label, control and validation error. */
import { Form as AntdForm, type FormInstance } from 'antd'
import { useRef } from 'react'
import { call } from '#client/api/call.ts'
import { kindOf } from '#console/engine/fields/field-types.ts'
import { t, word } from '#console/refine/i18n.ts'
import type { Item } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import { fieldText } from '#console/engine/list/cell-text.ts'
import { sentenceFor, sentValue, validationErrorOf } from '#console/engine/form/form-values.ts'
import type { Found } from '#console/refine/reference-data.ts'

/** Debounce of the uniqueness check, in milliseconds. */
const pause = 400

type Props = {
  item: Item
  form: FormInstance
  found: Found
  /** The record after a concurrent change, to show where it differs. */
  latest: Row | undefined
}

export function FormItem({ item, form, found, latest }: Props) {
  const { key, means, required, initial, uniqueCheck, prefill } = item
  const { Input, twice } = kindOf(means)
  const label = word(item.label)
  const isFree = useFree(item)
  if (!Input) return null
  const config = {
    label,
    means,
    found: found(means),
    others: () => form.getFieldsValue(true) as Row,
    ...(prefill ? { readOnly: true as const } : {}),
  }
  const differs = latest && latest[key] !== sentValue(item, form.getFieldValue(key))
  return (
    <>
      <AntdForm.Item
        name={key}
        label={label}
        required={required || initial !== undefined}
        validateFirst
        {...(uniqueCheck ? { validateDebounce: pause } : {})}
        {...(differs
          ? {
              extra: t('pages.form.latestIs', {
                value:
                  fieldText({ path: key, label: item.label, means }, latest, found) ||
                  t('pages.list.none'),
              }),
            }
          : {})}
        rules={[
          { validator: (_, value) => rejected(validationErrorOf(item, value)) },
          ...(uniqueCheck
            ? [
                {
                  validator: async (_: unknown, value: unknown) =>
                    rejected((await isFree(value)) ? undefined : sentenceFor(item, 'taken')),
                },
              ]
            : []),
        ]}
      >
        <Input {...config} />
      </AntdForm.Item>
      {twice && <Again item={item} control={<Input {...config} />} />}
    </>
  )
}

/** Confirmation input; must equal the first one, ignoring surrounding spaces (spec 5.7). */
function Again({
  item: { key, label, means: _means, ...item },
  control,
}: {
  item: Item
  control: React.ReactElement<{ label: string }>
}) {
  const again = { ...item, key: `${key}2`, label: label.map((one) => `${one}2`) }
  const config = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
  return (
    <AntdForm.Item
      name={again.key}
      label={word(again.label)}
      required
      dependencies={[key]}
      rules={[
        ({ getFieldValue }) => ({
          validator: (_, value) =>
            rejected(
              config(value) === ''
                ? sentenceFor(again, 'required')
                : config(value) === config(getFieldValue(key))
                  ? undefined
                  : word('rules.unlike'),
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
function useFree({ uniqueCheck }: Item): (value: unknown) => Promise<boolean> {
  const answers = useRef(new Map<unknown, Promise<boolean>>())
  return (value) => {
    if (!uniqueCheck) return Promise.resolve(true)
    const before = answers.current.get(value)
    if (before) return before
    const asked = (
      call(uniqueCheck.call, { [uniqueCheck.input]: value }) as Promise<boolean>
    ).catch(() => {
      answers.current.delete(value)
      return true
    })
    answers.current.set(value, asked)
    return asked
  }
}

const rejected = (sentence: string | undefined) =>
  sentence === undefined ? Promise.resolve() : Promise.reject(new Error(sentence))
