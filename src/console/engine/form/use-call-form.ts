/** State of the form of one call: values, what is refused, saving, and whether input is unsaved. */
import {
  useForm,
  useWarnAboutChange,
  type BaseKey,
  type BaseRecord,
  type HttpError,
} from '@refinedev/core'
import { Form as AntdForm } from 'antd'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { reportRefusal } from '#client/api/error-message.ts'
import { itemOf } from '#console/engine/build-calls.ts'
import { typedInput } from '#console/engine/form/form-values.ts'
import type { Item } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import { failureOf, type CallError } from '#console/refine/data-errors.ts'
import { notifyDone } from '#console/refine/notification.ts'
import { signOutWithMessage } from '#console/refine/session-expiry.ts'
import type { Endpoint, OutputOf } from '#contract/endpoint.ts'
import { times } from '#contract/limits.ts'
import { shapeOf } from '#contract/query.ts'

type ItemConfig = Partial<
  Pick<Item, 'schema' | 'required' | 'help' | 'check' | 'hasInitialFocus'>
> & {
  readonly label: string
}

/**
 * Items of a form that no resource declares. A `schema` replaces that of the call's input, as where
 * the form demands a note that the call only takes.
 */
export const callItems = <E extends Pick<Endpoint, 'input'>>(
  { input }: E,
  configs: { readonly [K in keyof z.input<E['input']>]?: ItemConfig | false },
): readonly Item[] =>
  Object.entries<ItemConfig | false | undefined>(configs).flatMap(([key, config]) => {
    if (!config) return []
    const { label, ...options } = config
    const schema = options.schema ?? shapeOf(input)[key]!
    return [{ ...itemOf('', key, schema), ...options, schema, labelText: label }]
  })

type Options<E extends Endpoint> = {
  /** Names the form, and its controls. */
  name: string
  /** Resource of the page, which Refine refetches, and the record that is edited. */
  resource: string
  id?: BaseKey | undefined
  call: E
  items: readonly Item[]
  initialValues?: Row
  /** Inputs that nobody types, such as ids. */
  fixed: Row
  /** Item at which a refusal with this code is shown, where the server names no field. */
  fieldOfCode?: Readonly<Record<string, string>>
  /** Timeout of the call in milliseconds. */
  timeout?: number
  /** Message of the success; undefined if the caller shows it in another way. */
  done: (output: OutputOf<E>) => string | undefined
  /** The form is busy until it resolves. */
  onSaved: (output: OutputOf<E>, input: Row) => unknown
  /** A refusal often means outdated data, which the caller refetches. */
  onRefused?: () => unknown
}

export type CallForm = ReturnType<typeof useCallForm>

/**
 * The server's errors are shown at their items; a refusal without an item of the form is shown as a
 * toast too (spec 8.1).
 */
export function useCallForm<E extends Endpoint>({
  name,
  resource,
  id,
  call,
  items,
  initialValues = {},
  fixed,
  fieldOfCode = {},
  timeout,
  done,
  onSaved,
  onRefused,
}: Options<E>) {
  const { setWarnWhen } = useWarnAboutChange()
  const [error, setError] = useState<unknown>()
  const [isSaving, setSaving] = useState(false)
  const [antdForm] = AntdForm.useForm<Row>()
  const { onFinish } = useForm<BaseRecord, CallError & HttpError, Row>({
    resource,
    action: id === undefined ? 'create' : 'edit',
    ...(id === undefined ? {} : { id }),
    queryOptions: { enabled: false },
    mutationMeta: {
      endpoint: call,
      callOptions: { quiet: true, ...(timeout === undefined ? {} : { timeout }) },
    },
    mutationMode: 'pessimistic',
    redirect: false,
    // Refetching is pointless once the session has ended.
    invalidates: call.endsSessions ? [] : ['list', 'many', 'detail'],
    successNotification: false,
    errorNotification: false,
    onMutationError: (failure) => {
      const shown = fieldErrorsOf(failure, fieldOfCode)
      const [firstInvalid] = items.filter(({ key }) => key in shown)
      antdForm.setFields(
        items.map(({ key }) => ({ name: key, errors: key in shown ? [shown[key]!] : [] })),
      )
      if (firstInvalid) antdForm.focusField(firstInvalid.key)
      if (isShownAtItems(shown, items)) return
      setError(failure)
      reportRefusal(failure)
    },
  })
  async function send(input: Row): Promise<boolean> {
    setSaving(true)
    setError(undefined)
    try {
      const result = await onFinish(input).catch(() => undefined)
      if (!result) {
        setWarnWhen(true)
        onRefused?.()
        return false
      }
      const { data } = result as { data: OutputOf<E> }
      antdForm.setFields(items.map(({ key }) => ({ name: key, touched: false })))
      const message = done(data)
      if (message !== undefined && call.endsSessions) {
        signOutWithMessage('success', message, times.signOutRedirectDelay)
        return true
      }
      if (message !== undefined) notifyDone(message)
      await onSaved(data, input)
      return true
    } finally {
      setSaving(false)
    }
  }

  return {
    name,
    items,
    antdForm,
    formProps: { form: antdForm, initialValues, onValuesChange: () => setWarnWhen(true) },
    /** Input of the call for these values. */
    inputOf: (values: Row): Row => ({ ...fixed, ...typedInput(items, values) }),
    /** Resolves to whether it succeeded; the form shows what failed. */
    send,
    isSaving,
    error,
    setError,
    isDirty: () => antdForm.isFieldsTouched(items.map(({ key }) => key)),
    /** Turns off the unsaved-changes warning. */
    allowLeaving: () => setWarnWhen(false),
  }
}

/** Input of the call as it would be sent now, possibly invalid; for previews. */
export function useInput({ antdForm, formProps, inputOf }: CallForm): Row {
  return inputOf(AntdForm.useWatch<Row>([], antdForm) ?? formProps.initialValues)
}

function fieldErrorsOf(
  error: unknown,
  fieldOfCode: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const failure = failureOf(error)
  if (failure?.kind !== 'refused') return {}
  const field = failure.code && fieldOfCode[failure.code]
  return failure.fields ?? (field ? { [field]: failure.msg } : {})
}

const isShownAtItems = (errors: Readonly<Record<string, string>>, items: readonly Item[]) =>
  Object.keys(errors).length > 0 &&
  Object.keys(errors).every((field) => items.some(({ key }) => key === field))
