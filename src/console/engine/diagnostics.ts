/** Finds configuration errors in resource files that types can't catch, each with its remedy. */
import { bare, shapeOf } from '#contract/query.ts'
import { idList, isIdentity, unavailableMessages } from '#console/engine/build-calls.ts'
import { isRequired, rowOf } from '#console/engine/build-fields.ts'
import type { Form, ListPage, PageModel, MessageKeys, Outcome } from '#console/engine/page-model.ts'
import { language } from '#client/i18n/language.ts'
import { isKind, kindOf } from '#console/engine/fields/field-types.ts'
import { hasMessage } from '#console/refine/i18n.ts'
import type { FieldType } from '#contract/vocabulary.ts'

/** What a check needs to know of the field types and messages at hand. */
export type Environment = {
  /** Whether fields of a type can be edited in a form or used as a filter. */
  hasInput: (kind: string) => boolean
  hasFilter: (kind: string) => boolean
  /** Available languages, each with a check whether a message key exists. */
  hasMessage: Readonly<Record<string, (key: string, values?: { count: number }) => boolean>>
}

export function diagnose(pages: readonly PageModel[], environment: Environment): string[] {
  return [...pages.flatMap((page) => alone(page, environment)), ...together(pages)]
}

function alone(page: PageModel, environment: Environment): string[] {
  const found: string[] = []
  const report = (place: string, what: string) => found.push(`${page.file}, ${place}: ${what}`)
  if (page.view === 'list') list(page, environment, report)
  const record = page.view === 'list' ? rowOf(page.page) : page.calls['get']?.output
  const row = new Set(record ? Object.keys(shapeOf(record)) : [])
  const forms =
    page.view === 'list' ? [...page.create, ...page.forms] : page.view === 'form' ? page.forms : []
  for (const form of forms) inForm(form, row, environment, report)
  const missing = new Set<string>()
  for (const [lang, has] of Object.entries(environment.hasMessage)) {
    for (const { chain, values } of messageKeysOf(page)) {
      if (!chain.some((key) => has(key, values)))
        missing.add(
          `no ${lang} message for ${chain.map((key) => `"${key}"`).join(' or ')}; add one to locales/resources.ts.`,
        )
    }
  }
  for (const what of missing) report('messages', what)
  return found
}

type Report = (place: string, what: string) => void

function list(
  {
    page,
    id,
    columns,
    filters,
    create,
    forms,
    actions,
    bulk,
    panels,
    selects,
    links,
    toggles,
  }: ListPage,
  environment: Environment,
  report: Report,
): void {
  const row = shapeOf(rowOf(page) ?? page.output)
  const twice = repeated(columns.map(({ key }) => key))
  if (twice) report('columns', `"${twice}" stands twice; remove one of them.`)
  for (const { name: called, call, outcome } of actions) {
    const inputs = shapeOf(call.input)
    const [input, ...others] = Object.keys(inputs).filter((key) => !isIdentity(inputs[key]!))
    if (input !== undefined && others.length === 0 && row[input])
      report(
        `actions.${called}`,
        `${call.path} does not take "${input}" as a flag of the row, so it can't switch it; make it a form.`,
      )
    if (call.outcome && outcome?.fieldType.kind !== 'code')
      report(
        `actions.${called}`,
        `"${call.outcome}", where its outcome is found, is no code of a call of this subject; correct it in the contract.`,
      )
  }
  for (const toggle of toggles)
    if (!columns.some((column) => column.toggle === toggle))
      report(
        `actions.${toggle.name}`,
        `no column shows "${toggle.field}", which this call switches; add it to columns.`,
      )
  for (const { key, fieldType, inAside } of filters) {
    if (!inAside && !environment.hasFilter(fieldType.kind))
      report(
        'filters',
        `"${key}" is of the kind "${fieldType.kind}", which can't be filtered by; attach another field type to it in the contract.`,
      )
  }
  for (const { name: called, insteadOf } of panels)
    if (insteadOf !== undefined && !panels.some((panel) => panel.name === insteadOf))
      report(
        `actions.${called}`,
        `"${insteadOf}" is no action with a component; correct insteadOf.`,
      )
  const name = repeated(
    [...create, ...forms, ...actions, ...panels, ...links].map((one) => one.name),
  )
  if (name) report(name, 'a form and an action have this name; rename one of them.')
  if (selects && !id)
    report(
      'bulk',
      'rows have no id, so none can be selected; leave bulk out or give the row an Id in the contract.',
    )
  if (columns[0] && Object.keys(columns[0].when).length > 0)
    report(
      'columns',
      `"${columns[0].key}" comes first and names the row, so it can't depend on a filter; put another first.`,
    )
  for (const { name: called, call, mapInput } of bulk) {
    if (!idList(call) && '' in mapInput([]))
      report(`bulk.${called}`, 'the call takes no list of ids; give it a component.')
  }
}

function inForm(
  { name, call, items, fromRow }: Form,
  row: ReadonlySet<string>,
  environment: Environment,
  report: Report,
): void {
  const place = `forms.${name}`
  const shape = shapeOf(call.input)
  if (items.length === 0) report(place, 'nothing of this call can be typed in; make it an action.')
  for (const key of fromRow) {
    if (!row.has(key) && isRequired(shape[key]!))
      report(
        place,
        `the call asks for "${key}", which the record lacks; use a component, or add it to the record in the contract.`,
      )
  }
  for (const { key, fieldType, uniqueCheck, schema } of items) {
    if (!environment.hasInput(fieldType.kind)) {
      report(
        place,
        `"${key}" is of the kind "${fieldType.kind}", which can't be typed in; attach a field type to it in the contract, or use a component.`,
      )
    }
    if ('element' in bare(schema)._zod.def && fieldType.kind === 'text')
      report(place, `"${key}" is a list, which no form item holds; use a component.`)
    const inputs = uniqueCheck ? Object.keys(shapeOf(uniqueCheck.call.input)) : []
    if (inputs.length > 1)
      report(
        `${place}.${key}`,
        `${uniqueCheck!.call.path} takes ${inputs.join(' and ')}, and only one input can receive the value; name a call with one.`,
      )
  }
}

function together(pages: readonly PageModel[]): string[] {
  const found: string[] = []
  const seen = new Map<string, string>()
  const once = (key: string, file: string, describe: (other: string) => string) => {
    const other = seen.get(key)
    if (other) found.push(`${file}, ${describe(other)}`)
    else seen.set(key, file)
  }
  for (const { file, route, menu } of pages) {
    once(
      `/${route}`,
      file,
      (other) => `route: "${route}" is also the address of ${other}; give one of them another.`,
    )
    if (menu) {
      const place = `['${menu.group}', ${menu.order}]`
      once(
        place,
        file,
        (other) => `menu: ${place} is also the place of ${other}; give one of them another number.`,
      )
    }
  }
  return found
}

const repeated = (names: readonly string[]) => names.find((name, at) => names.indexOf(name) !== at)

/** Shows resource configuration errors in Vite's error overlay during development. */
export function showDiagnostics(pages: readonly PageModel[]): void {
  const mistakes = diagnose(pages, { ...availableKinds, hasMessage: { [language()]: hasMessage } })
  if (mistakes.length === 0) return
  for (const mistake of mistakes) console.error(mistake)
  const Overlay = customElements.get('vite-error-overlay')
  if (Overlay)
    document.body.append(
      new Overlay({ message: mistakes.join('\n\n'), stack: '', plugin: 'resources' }),
    )
}

/** Whether a field type has a form input or a filter, by its module in `fields/`. */
export const availableKinds: Omit<Environment, 'hasMessage'> = {
  hasInput: (kind) => isKind(kind) && kindOf({ kind } as FieldType).Input !== undefined,
  hasFilter: (kind) => isKind(kind) && kindOf({ kind } as FieldType).Filter !== undefined,
}

/** Lists the message keys that a page uses, for checks that translations exist. */
type MessageRequest = {
  readonly chain: MessageKeys
  readonly values?: { readonly count: number }
}

export function messageKeysOf(page: PageModel): MessageRequest[] {
  const requests: MessageRequest[] = [{ chain: page.title }, { chain: page.help }]
  const addKeys = (...chains: MessageKeys[]) => chains.forEach((chain) => requests.push({ chain }))
  if (page.view === 'form') {
    page.readOnly.forEach(({ label }) => addKeys(label))
    page.forms.forEach((form) =>
      addKeys(...formMessages(form), ...(page.forms.length > 1 ? [form.title] : [])),
    )
  }
  if (page.view !== 'list') return requests
  addKeys(page.empty, ...page.links.map(({ action }) => action))
  for (const { label, fields, toggle, layout, by } of page.columns) {
    addKeys(
      label,
      ...(layout === 'stack' ? fields.map((field) => field.label) : []),
      ...(by ? [by.label] : []),
    )
    for (const way of toggle ? ([0, 1] as const) : []) {
      const { action, confirm, done } = toggle!.messages(way)
      addKeys(action, done, ...(toggle!.confirm ? [confirm] : []))
      if (Object.keys(toggle!.when).length > 0) addKeys(toggle!.disabled)
    }
  }
  page.filters.forEach(({ label }) => addKeys(label))
  for (const form of [...page.create, ...page.forms]) addKeys(...formMessages(form))
  for (const { messages, confirm, question, no, outcome } of page.actions) {
    addKeys(
      messages.action,
      ...(outcome ? outcomes(outcome) : [messages.done]),
      ...(confirm ? [question, no] : []),
    )
  }
  for (const { action } of [...page.panels, ...page.bulkPanels]) addKeys(action)
  for (const { messages, confirm, question, no } of page.bulk) {
    addKeys(messages.action, ...(confirm ? [no] : []))
    for (const count of [1, 2])
      requests.push(
        ...[messages.done, ...(confirm ? [question] : [])].map((chain) => ({
          chain,
          values: { count },
        })),
      )
  }
  return requests
}

/** Keys that a page uses if they exist: help below controls, words of flags, failed forms. */
export function optionalKeysOf(page: PageModel): string[] {
  const forms =
    page.view === 'list' ? [...page.create, ...page.forms] : page.view === 'form' ? page.forms : []
  const columns = page.view === 'list' ? page.columns.flatMap(({ fields }) => fields) : []
  const words = [...columns, ...forms.flatMap(({ items }) => items)].flatMap(({ fieldType }) =>
    fieldType.kind === 'flag' ? (fieldType.words ?? []) : [],
  )
  return [
    ...Object.keys(page.calls).map((call) => `resources.${page.name}.failed.${call}`),
    ...forms.flatMap(({ items }) => items.flatMap(({ hint }) => hint)),
    ...words.flatMap((key) => [`${key}.1`, `${key}.0`]),
  ]
}

/** Messages of all outcomes of an action, one per code. */
const outcomes = ({ fieldType, messages }: Outcome): MessageKeys[] =>
  fieldType.kind === 'code' ? fieldType.values.map((code) => messages(code)) : []

function formMessages({ messages, items, call: { needs } }: Form): MessageKeys[] {
  return [
    messages.action,
    messages.done,
    ...items.map(({ label }) => label),
    ...(needs ? [unavailableMessages(needs, 'title'), unavailableMessages(needs, 'help')] : []),
  ]
}
