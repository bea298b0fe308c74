/** Builds forms, actions and bulk actions from endpoints: inputs, input sources and messages. */
import type * as z from 'zod/mini'
import type { Capability, Endpoint } from '#contract/endpoint.ts'
import { check } from '#contract/issues.ts'
import { bare, shapeOf } from '#contract/query.ts'
import type { AnyFormConfig, AnyListConfig, Calls, Row } from '#console/engine/resource.ts'
import type {
  Action,
  Bulk,
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
  fieldsHeldByRow,
  isRequired,
  labelOf,
  fieldTypeAt,
  fieldTypeOf,
} from '#console/engine/build-fields.ts'

type Schema = z.core.$ZodType
type Actions = NonNullable<AnyListConfig['actions']>
type BulkActions = NonNullable<AnyListConfig['bulk']>

/** Message keys of an action's label. */
const actionMessages = (name: string, called: string): MessageKeys => [
  `resources.${name}.actions.${called}`,
  `crud.actions.${called}`,
]

/** Message shown when the membership lacks a capability. */
export const unavailableMessages = (needs: Capability, part: 'title' | 'help'): MessageKeys => [
  `crud.needs.${needs}.${part}`,
]

/** Inputs that come from the row, never from typing: ids and versions. */
export const isIdentity = (schema: Schema): boolean =>
  ['id', 'version'].includes(fieldTypeOf(schema).kind)

/** `chosen`: the input that the choice in the list's aside fills in. */
export function formsOf(
  name: string,
  calls: Calls,
  config: AnyFormConfig['forms'] | undefined,
  chosen?: string,
): Form[] {
  return pressed(calls, config, (call, { readOnly, when, result, preview }, called) => {
    const shape = shapeOf(call.input)
    const inputs = Object.keys(shape).filter((key) => key !== chosen)
    const offered = inputs.filter((key) => !isIdentity(shape[key]!))
    return {
      name: called,
      call,
      messages: { action: actionMessages(name, called), done: done(name, called) },
      items: offered.map((key) =>
        itemOf(name, key, shape[key]!, calls[`check${capitalized(key)}`], readOnly?.[key]),
      ),
      fromRow: inputs.filter((key) => isIdentity(shape[key]!)),
      fromList: Object.keys(shape).filter((key) => key === chosen),
      title: [`resources.${name}.forms.${called}`],
      when: when ?? {},
      ...(result ? { result: result as NonNullable<Form['result']> } : {}),
      ...(preview ? { preview } : {}),
    }
  })
}

/** The import call of a list, whose rows are the input of its call `create`. */
export function importOf(name: string, calls: Calls, chosen?: string): Import | undefined {
  const call = calls['import']
  const [form] = formsOf(name, calls, { create: {} }, chosen)
  return call && form && { call, items: form.items, fromList: form.fromList }
}

export function actionsOf(name: string, calls: Calls, config: Actions = {}): Action[] {
  return pressed(calls, config, (call, action, called) => {
    if (action.component || action.route) return undefined
    const { confirm = false, when = {} } = action
    const outcome = outcomeOf(name, calls, called)
    return {
      name: called,
      call,
      messages: { action: actionMessages(name, called), done: done(name, called) },
      question: [`resources.${name}.confirm.${called}`],
      no: cancelMessages(name, called),
      confirm,
      when,
      mapInput: (row) => fieldsHeldByRow(call, row),
      ...(outcome ? { outcome } : {}),
    }
  })
}

function outcomeOf(name: string, calls: Calls, called: string): Outcome | undefined {
  const [inputs = '', field = ''] = calls[called]?.outcome?.split('.') ?? []
  const call = calls[inputs]
  const keysOf = (code: string): MessageKeys => [`resources.${name}.done.${called}.${code}`]
  return (
    call && { call, field, fieldType: fieldTypeOf(shapeOf(call.output)[field]), messages: keysOf }
  )
}

/** Actions whose endpoint takes one flag of the row, besides ids and versions. */
export function togglesOf(
  name: string,
  row: Schema | undefined,
  calls: Calls,
  config: Actions = {},
): Toggle[] {
  const rowShape = row ? shapeOf(row) : {}
  return pressed(calls, config, (call, action, called) => {
    const shape = shapeOf(call.input)
    const [field, ...others] = Object.keys(shape).filter((key) => !isIdentity(shape[key]!))
    if (action.component || action.route || field === undefined || others.length > 0)
      return undefined
    const isFlag = fieldTypeOf(shape[field]).kind === 'flag' && rowShape[field]
    return isFlag ? toggleOf(name, call, called, field, action) : undefined
  })
}

function toggleOf(
  name: string,
  call: Endpoint,
  called: string,
  field: string,
  { confirm, when = {} }: Actions[string],
): Toggle {
  return {
    name: called,
    call,
    field,
    confirm: confirm !== undefined,
    when,
    disabled: [`resources.${name}.disabled.${called}`],
    mapInput: (row, to) => ({ ...fieldsHeldByRow(call, row), [field]: to }),
    messages: (to) => {
      const state = to === 1 ? 'on' : 'off'
      return {
        action: [`resources.${name}.actions.${called}.${state}`],
        confirm: [`resources.${name}.confirm.${called}.${state}`],
        done: [`resources.${name}.done.${called}.${state}`, 'crud.done.default'],
      }
    },
  }
}

export const linksOf = (name: string, config: Actions = {}): ListPage['links'] =>
  Object.entries(config).flatMap(([called, action]) =>
    'route' in action && action.route
      ? [{ name: called, route: action.route, action: actionMessages(name, called) }]
      : [],
  )

export function bulkOf(
  name: string,
  calls: Calls,
  id: string | undefined,
  config: BulkActions = {},
): Bulk[] {
  return pressed(calls, config, (call, action, called) =>
    action.component
      ? undefined
      : {
          name: called,
          call,
          messages: {
            action: actionMessages(name, `${called}Many`),
            done: done(name, `${called}Many`),
          },
          question: [`resources.${name}.confirm.${called}Many`],
          no: cancelMessages(name, `${called}Many`),
          confirm: action.confirm ?? false,
          mapInput: (rows) => ({ [idList(call) ?? '']: rows.map((row) => row[id ?? '']) }),
        },
  )
}

type PanelConfig<P> = {
  readonly component?: P | undefined
  readonly when?: Row
  readonly requires?: Endpoint
  readonly insteadOf?: string
  readonly secondary?: true
}

export function panelsOf<P>(
  name: string,
  calls: Calls,
  config: Readonly<Record<string, PanelConfig<P>>> = {},
): PanelEntry<P>[] {
  return Object.entries(config).flatMap(
    ([called, { component, when = {}, requires, insteadOf, secondary = false }]) =>
      component
        ? [
            {
              name: called,
              action: actionMessages(name, called),
              call: requires ?? calls[called],
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
export function idList(call: Endpoint): string | undefined {
  const shape = shapeOf(call.input)
  return Object.keys(shape).find((key) => {
    const { def } = bare(shape[key]!)._zod
    return 'element' in def && fieldTypeOf(def.element as Schema).kind === 'id'
  })
}

function itemOf(
  name: string,
  key: string,
  schema: Schema,
  uniqueCheck?: Endpoint,
  prefill?: string,
): Item {
  const inputs = uniqueCheck && Object.keys(shapeOf(uniqueCheck.input))[0]
  return {
    key,
    label: labelOf(name, key),
    fieldType: fieldTypeAt(name, key, schema),
    schema,
    required: isRequired(schema),
    initial: defaultOf(schema),
    empty: check(schema, null).ok ? null : undefined,
    hint: [`resources.${name}.hints.${key}`],
    ...(uniqueCheck && inputs ? { uniqueCheck: { call: uniqueCheck, input: inputs } } : {}),
    ...(prefill === undefined ? {} : { prefill }),
  }
}

function defaultOf(schema: Schema): unknown {
  return 'defaultValue' in schema._zod.def ? schema._zod.def.defaultValue : undefined
}

/** What `make` returns for each entry named after an endpoint, if anything. */
function pressed<S, T>(
  calls: Calls,
  config: Readonly<Record<string, S | undefined>> = {},
  make: (call: Endpoint, config: S, name: string) => T | undefined,
): T[] {
  return Object.entries(config).flatMap(([name, what]) => {
    const made = calls[name] && what && make(calls[name], what, name)
    return made ? [made] : []
  })
}

/**
 * Label of the dismiss button. A specific one avoids confusion where the action is itself a
 * cancellation.
 */
const cancelMessages = (name: string, called: string): MessageKeys => [
  `resources.${name}.no.${called}`,
  'crud.confirm.cancel',
]
const done = (name: string, called: string): MessageKeys => [
  `resources.${name}.done.${called}`,
  `crud.done.${called}`,
  'crud.done.default',
]
