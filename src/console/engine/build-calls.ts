/** Builds forms, actions and bulk actions from endpoints: inputs, input sources and messages. */
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { check } from '#contract/issues.ts'
import { bare, shapeOf } from '#contract/query.ts'
import type {
  Calls,
  UntypedAction,
  UntypedBulkAction,
  UntypedForm,
  Row,
} from '#console/engine/resource.ts'
import type {
  Action,
  Bulk,
  MessageKeys,
  ResultField,
  Form,
  Item,
  PanelEntry,
} from '#console/engine/page-model.ts'
import { fieldsHeldByRow, isRequired, labelOf, fieldTypeOf } from '#console/engine/build-fields.ts'

type Schema = z.core.$ZodType
type Named<T> = Readonly<Record<string, T>> | undefined

/** Message keys of an action's label. */
export const actionWords = (name: string, called: string): MessageKeys => [
  `resources.${name}.actions.${called}`,
  `pages.actions.${called}`,
]

/** Inputs that come from the row, never from typing: ids and versions. */
export const isIdentity = (schema: Schema): boolean =>
  ['id', 'version'].includes(fieldTypeOf(schema).kind)

/** `chosen`: the input that the choice in the list's aside fills in. */
export function formsOf(
  name: string,
  calls: Calls,
  config: Named<UntypedForm>,
  chosen?: string,
): Form[] {
  return pressed(calls, config, (call, { items, uniqueCheck, prefill, when }, called) => {
    const shape = shapeOf(call.input)
    const asked = Object.keys(shape).filter((key) => key !== chosen)
    const offered = asked.filter((key) => !isIdentity(shape[key]!))
    return {
      name: called,
      call,
      messages: { action: actionWords(name, called), done: done(name, called) },
      items: (items ?? offered).flatMap((key) =>
        shape[key] ? [itemOf(name, key, shape[key], uniqueCheck?.[key], prefill?.[key])] : [],
      ),
      fromRow: asked.filter((key) => isIdentity(shape[key]!)),
      fromList: Object.keys(shape).filter((key) => key === chosen),
      title: [`resources.${name}.forms.${called}`],
      when: when ?? {},
    }
  })
}

export function actionsOf(name: string, calls: Calls, config: Named<UntypedAction>): Action[] {
  return pressed(calls, config, (call, { confirm, when, mapInput, resultField }, called) => {
    const finding =
      resultField === undefined ? undefined : findingOf(name, calls, called, resultField)
    return {
      name: called,
      call,
      messages: { action: actionWords(name, called), done: done(name, called) },
      question: [`resources.${name}.confirm.${called}`],
      no: noWords(name, called),
      confirm: confirm ?? false,
      when: when ?? {},
      mapInput: (row) => (mapInput ? (mapInput(row) as Row) : fieldsHeldByRow(call, row)),
      ...(finding ? { resultField: finding } : {}),
    }
  })
}

function findingOf(
  name: string,
  calls: Calls,
  called: string,
  resultField: string,
): ResultField | undefined {
  const [asked = '', field = ''] = resultField.split('.')
  const call = calls[asked]
  const words = (code: string): MessageKeys => [`resources.${name}.done.${called}.${code}`]
  return call && { call, field, means: fieldTypeOf(shapeOf(call.output)[field]), messages: words }
}

export function bulkOf(
  name: string,
  calls: Calls,
  id: string | undefined,
  config: Named<UntypedBulkAction>,
): Bulk[] {
  return pressed(calls, config, (call, { confirm, mapInput }, called) => ({
    name: called,
    call,
    messages: { action: actionWords(name, `${called}Many`), done: done(name, `${called}Many`) },
    question: [`resources.${name}.confirm.${called}Many`],
    no: noWords(name, `${called}Many`),
    confirm: confirm ?? false,
    mapInput: (rows) =>
      mapInput
        ? (mapInput(rows) as Row)
        : { [idList(call) ?? '']: rows.map((row) => row[id ?? '']) },
  }))
}

export function panelsOf<P>(
  name: string,
  calls: Calls,
  config: Named<P | PanelConfig<P>>,
): PanelEntry<P>[] {
  return Object.entries(config ?? {}).map(([called, panel]) => {
    const {
      component: load,
      when = {},
      load: loadCall = called,
      secondary = false,
    } = isSaid(panel) ? panel : { component: panel }
    return {
      name: called,
      action: actionWords(name, called),
      call: calls[loadCall],
      when,
      secondary,
      load,
    }
  })
}

type PanelConfig<P> = {
  readonly component: P
  readonly when?: Row
  readonly load?: string
  readonly secondary?: true
}
const isSaid = <P>(panel: P | PanelConfig<P>): panel is PanelConfig<P> => typeof panel === 'object'

/** Name of an endpoint's input that is a list of ids. */
export function idList(call: Endpoint): string | undefined {
  const shape = shapeOf(call.input)
  return Object.keys(shape).find((key) => {
    const { def } = bare(shape[key]!)._zod
    return 'element' in def && fieldTypeOf(def.element as Schema).kind === 'id'
  })
}

function itemOf(name: string, key: string, schema: Schema, free?: Endpoint, given?: string): Item {
  const asked = free && Object.keys(shapeOf(free.input))[0]
  return {
    key,
    label: labelOf(name, key),
    means: fieldTypeOf(schema),
    schema,
    required: isRequired(schema),
    initial: defaultOf(schema),
    empty: check(schema, null).ok ? null : undefined,
    ...(free && asked ? { uniqueCheck: { call: free, input: asked } } : {}),
    ...(given === undefined ? {} : { prefill: given }),
  }
}

function defaultOf(schema: Schema): unknown {
  return 'defaultValue' in schema._zod.def ? schema._zod.def.defaultValue : undefined
}

function pressed<S, T>(
  calls: Calls,
  config: Named<S>,
  make: (call: Endpoint, config: S, name: string) => T,
): T[] {
  return Object.entries(config ?? {}).flatMap(([name, what]) =>
    calls[name] ? [make(calls[name], what, name)] : [],
  )
}

/**
 * Label of the dismiss button. A specific one avoids confusion where the action is itself a
 * cancellation.
 */
const noWords = (name: string, called: string): MessageKeys => [
  `resources.${name}.no.${called}`,
  'pages.confirm.cancel',
]
const done = (name: string, called: string): MessageKeys => [
  `resources.${name}.done.${called}`,
  `pages.done.${called}`,
  'pages.done.default',
]
