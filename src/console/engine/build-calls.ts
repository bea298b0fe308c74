/** Builds what a page offers to do from endpoints: forms, import, actions, toggles, links, panels. */
import type * as z from 'zod/mini'
import type { Capability, Endpoint } from '#contract/endpoint.ts'
import { unwrapSchema, shapeOf } from '#contract/query.ts'
import type { AnyFormConfig, AnyListConfig, Calls, Row } from '#console/engine/resource.ts'
import type {
  Action,
  Bulk,
  CellEdit,
  MessageKeys,
  Import,
  Outcome,
  Form,
  Item,
  ListPage,
  PanelEntry,
  Toggle,
} from '#console/engine/page-model.ts'
import {
  capitalized,
  inputsFromRow,
  isRequired,
  labelOf,
  fieldTypeAt,
  fieldTypeOf,
} from '#console/engine/build-fields.ts'

type Schema = z.core.$ZodType
type Actions = NonNullable<AnyListConfig['actions']>
type BulkActions = NonNullable<AnyListConfig['bulk']>

/** Message keys of an action's label. */
const actionMessages = (resourceName: string, callName: string): MessageKeys => [
  `resources.${resourceName}.actions.${callName}`,
  `crud.actions.${callName}`,
]

/** Message shown when the membership lacks a capability. */
export const capabilityMessages = (
  needs: Capability,
  part: 'before' | 'title' | 'help',
): MessageKeys => [`crud.needs.${needs}.${part}`]

/** Inputs that come from the row, never from typing: ids and versions. */
export const isIdentity = (schema: Schema): boolean =>
  ['id', 'version'].includes(fieldTypeOf(schema).kind)

/** `asideInput`: the input that the choice in the list's aside fills in. */
export function formsOf(
  resourceName: string,
  calls: Calls,
  config: AnyFormConfig['forms'] | undefined,
  asideInput?: string,
): Form[] {
  return mapCalls(calls, config, (call, options, callName) => {
    const { readOnly, when, result, preview, initial, secondary = false } = options
    const shape = shapeOf(call.input)
    const inputs = Object.keys(shape).filter((key) => key !== asideInput)
    const editable = inputs.filter((key) => !isIdentity(shape[key]!))
    return {
      name: callName,
      call,
      messages: {
        action: actionMessages(resourceName, callName),
        save: [`resources.${resourceName}.save.${callName}`, 'crud.form.save'],
        done: doneMessages(resourceName, callName),
      },
      items: editable.map((key) =>
        itemOf(resourceName, key, shape[key]!, calls[`check${capitalized(key)}`], readOnly?.[key]),
      ),
      fromRow: inputs.filter((key) => isIdentity(shape[key]!)),
      fromAside: Object.keys(shape).filter((key) => key === asideInput),
      title: [`resources.${resourceName}.forms.${callName}`],
      when: when ?? {},
      secondary,
      ...(result ? { result: result as NonNullable<Form['result']> } : {}),
      ...(preview ? { preview } : {}),
      ...(initial ? { initial } : {}),
    }
  })
}

/** The import call of a list, whose rows are the input of its call `create`. */
export function importOf(
  resourceName: string,
  calls: Calls,
  asideInput?: string,
): Import | undefined {
  const call = calls['import']
  const [form] = formsOf(resourceName, calls, { create: {} }, asideInput)
  return call && form && { call, items: form.items, fromAside: form.fromAside }
}

export function actionsOf(resourceName: string, calls: Calls, config: Actions = {}): Action[] {
  return mapCalls(calls, config, (call, action, callName) => {
    if (action.component || action.route) return undefined
    const { confirm = false, when = {}, result } = action
    const outcome = outcomeOf(resourceName, calls, callName)
    return {
      name: callName,
      call,
      messages: {
        action: actionMessages(resourceName, callName),
        done: doneMessages(resourceName, callName),
      },
      question: [`resources.${resourceName}.confirm.${callName}`],
      cancelLabel: cancelMessages(resourceName, callName),
      confirm,
      when,
      mapInput: (row) => inputsFromRow(call, row),
      ...(outcome ? { outcome } : {}),
      ...(result ? { result: result as NonNullable<Action['result']> } : {}),
    }
  })
}

/** Change in the cell of a column that names an endpoint for it. Throws if that does not take the field. */
export function cellEditOf(
  resourceName: string,
  calls: Calls,
  column: AnyListConfig['columns'][number],
  forms: AnyListConfig['forms'] = {},
): CellEdit | undefined {
  const name = typeof column === 'object' ? column.editable : undefined
  if (typeof column !== 'object' || name === undefined) return undefined
  const { field } = column
  const call = calls[name]
  const schema = call && typeof field === 'string' ? shapeOf(call.input)[field] : undefined
  if (!call || !schema || typeof field !== 'string')
    throw new Error(
      `resources, ${resourceName}: the call "${name}" does not take "${String(field)}", so its cells can't be edited; leave editable out.`,
    )
  const when = forms[name]?.when ?? {}
  return { call, item: itemOf(resourceName, field, schema), get: calls['get'], when }
}

/** The endpoint declares its outcome as `call.field`, such as `get.payStatus`. */
function outcomeOf(resourceName: string, calls: Calls, callName: string): Outcome | undefined {
  const [source = '', field = ''] = calls[callName]?.outcome?.split('.') ?? []
  const call = calls[source]
  const messages = (code: string): MessageKeys => [
    `resources.${resourceName}.done.${callName}.${code}`,
  ]
  return call && { call, field, fieldType: fieldTypeOf(shapeOf(call.output)[field]), messages }
}

/** Actions whose endpoint takes one flag of the row, besides ids and versions. */
export function togglesOf(
  resourceName: string,
  row: Schema | undefined,
  calls: Calls,
  config: Actions = {},
): Toggle[] {
  const rowShape = row ? shapeOf(row) : {}
  return mapCalls(calls, config, (call, action, callName) => {
    const shape = shapeOf(call.input)
    const [field, ...others] = Object.keys(shape).filter((key) => !isIdentity(shape[key]!))
    if (action.component || action.route || field === undefined || others.length > 0)
      return undefined
    const isFlag = fieldTypeOf(shape[field]).kind === 'flag' && rowShape[field]
    return isFlag ? toggleOf(resourceName, call, callName, field, action) : undefined
  })
}

function toggleOf(
  resourceName: string,
  call: Endpoint,
  callName: string,
  field: string,
  { confirm, when = {} }: Actions[string],
): Toggle {
  return {
    name: callName,
    call,
    field,
    confirm: confirm !== undefined,
    when,
    disabledReason: [`resources.${resourceName}.disabled.${callName}`],
    mapInput: (row, flag) => ({ ...inputsFromRow(call, row), [field]: flag }),
    messages: (flag) => {
      const state = flag === 1 ? 'on' : 'off'
      return {
        action: [`resources.${resourceName}.actions.${callName}.${state}`],
        question: [`resources.${resourceName}.confirm.${callName}.${state}`],
        done: [`resources.${resourceName}.done.${callName}.${state}`, 'crud.done.default'],
      }
    },
  }
}

export const linksOf = (resourceName: string, config: Actions = {}): ListPage['links'] =>
  Object.entries(config).flatMap(([callName, action]) =>
    'route' in action && action.route
      ? [
          {
            name: callName,
            route: action.route,
            secondary: action.secondary === true,
            action: actionMessages(resourceName, callName),
          },
        ]
      : [],
  )

export function bulkOf(
  resourceName: string,
  calls: Calls,
  id: string | undefined,
  config: BulkActions = {},
): Bulk[] {
  const inputOfIds = (call: Endpoint) => (rows: readonly Row[]) => ({
    [idListInput(call) ?? '']: rows.map((row) => row[id ?? '']),
  })
  return mapCalls(calls, config, (call, action, callName) => {
    if (action.component) return undefined
    return {
      name: callName,
      call,
      messages: {
        action: actionMessages(resourceName, `${callName}Many`),
        done: doneMessages(resourceName, `${callName}Many`),
      },
      question: [`resources.${resourceName}.confirm.${callName}Many`],
      cancelLabel: cancelMessages(resourceName, `${callName}Many`),
      confirm: action.confirm ?? false,
      mapInput: inputOfIds(call),
    }
  })
}

type PanelConfig<P> = {
  readonly component?: P | undefined
  readonly when?: Row
  readonly insteadOf?: string
  readonly secondary?: true
}

export function panelsOf<P>(
  resourceName: string,
  calls: Calls,
  config: Readonly<Record<string, PanelConfig<P>>> = {},
): PanelEntry<P>[] {
  return Object.entries(config).flatMap(
    ([callName, { component, when = {}, insteadOf, secondary = false }]) =>
      component
        ? [
            {
              name: callName,
              action: actionMessages(resourceName, callName),
              call: calls[callName],
              when,
              ...(insteadOf === undefined ? {} : { insteadOf }),
              secondary,
              load: component,
            },
          ]
        : [],
  )
}

/** Name of an endpoint's input that is a list of ids. */
export function idListInput(call: Endpoint): string | undefined {
  const shape = shapeOf(call.input)
  return Object.keys(shape).find((key) => {
    const { def } = unwrapSchema(shape[key]!)._zod
    return 'element' in def && fieldTypeOf(def.element as Schema).kind === 'id'
  })
}

/** Item of a form for one input of a call. */
export function itemOf(
  resourceName: string,
  key: string,
  schema: Schema,
  uniqueCheck?: Endpoint,
  prefill?: string,
): Item {
  const checkInput = uniqueCheck && Object.keys(shapeOf(uniqueCheck.input))[0]
  return {
    key,
    label: labelOf(resourceName, key),
    fieldType: fieldTypeAt(resourceName, key, schema),
    schema,
    required: isRequired(schema),
    initial: defaultOf(schema),
    hint: [`resources.${resourceName}.hints.${key}`],
    ...(uniqueCheck && checkInput ? { uniqueCheck: { call: uniqueCheck, input: checkInput } } : {}),
    ...(prefill === undefined ? {} : { prefill }),
  }
}

function defaultOf(schema: Schema): unknown {
  return 'defaultValue' in schema._zod.def ? schema._zod.def.defaultValue : undefined
}

/** Maps each config entry that is named after an endpoint; leaves out undefined results. */
function mapCalls<S, T>(
  calls: Calls,
  config: Readonly<Record<string, S | undefined>> = {},
  build: (call: Endpoint, entry: S, callName: string) => T | undefined,
): T[] {
  return Object.entries(config).flatMap(([callName, entry]) => {
    const result = calls[callName] && entry && build(calls[callName], entry, callName)
    return result ? [result] : []
  })
}

/**
 * Label of the dismiss button. A specific one avoids confusion where the action is itself a
 * cancellation.
 */
const cancelMessages = (resourceName: string, callName: string): MessageKeys => [
  `resources.${resourceName}.no.${callName}`,
  'crud.confirm.cancel',
]
const doneMessages = (resourceName: string, callName: string): MessageKeys => [
  `resources.${resourceName}.done.${callName}`,
  `crud.done.${callName}`,
  'crud.done.default',
]
