/** Finds configuration errors in resource files that types can't catch, each with its remedy. */
import { shapeOf, unwrapSchema } from '#contract/query.ts'
import { idListInput, isIdentity, capabilityMessages } from '#console/engine/build-calls.ts'
import { isRequired, rowOf } from '#console/engine/build-fields.ts'
import type { Form, ListPage, PageModel, MessageKeys, Outcome } from '#console/engine/page-model.ts'
import { language } from '#client/i18n/language.ts'
import { codeKeyOf } from '#console/engine/fields/field-type.ts'
import { isKind, getFieldTypeUi } from '#console/engine/fields/field-types.ts'
import { hasMessage } from '#console/refine/i18n.ts'
import type { FieldType } from '#contract/vocabulary.ts'

/** Field types and messages that exist, which a check can't see in the page models. */
export type Environment = {
  /** Whether fields of a type can be edited in a form or used as a filter. */
  hasInput: (kind: string) => boolean
  hasFilter: (kind: string) => boolean
  /** By language: whether a message key exists. */
  hasMessage: Readonly<Record<string, (key: string, values?: { count: number }) => boolean>>
}

export function diagnose(pages: readonly PageModel[], environment: Environment): string[] {
  return [...pages.flatMap((page) => diagnosePage(page, environment)), ...findConflicts(pages)]
}

function diagnosePage(page: PageModel, environment: Environment): string[] {
  const problems: string[] = []
  const report = (place: string, problem: string) =>
    problems.push(`${page.file}, ${place}: ${problem}`)
  if (page.view === 'list') diagnoseList(page, environment, report)
  const record = page.view === 'list' ? rowOf(page.page) : page.calls['get']?.output
  const row = new Set(record ? Object.keys(shapeOf(record)) : [])
  const forms =
    page.view === 'list' ? [...page.create, ...page.forms] : page.view === 'form' ? page.forms : []
  for (const form of forms) diagnoseForm(form, row, environment, report)
  const missing = new Set<string>()
  for (const [lang, hasKey] of Object.entries(environment.hasMessage)) {
    for (const { chain, values } of messageKeysOf(page)) {
      if (!chain.some((key) => hasKey(key, values)))
        missing.add(
          `no ${lang} message for ${chain.map((key) => `"${key}"`).join(' or ')}; add one to ${fileOf(chain[0]!, page, hasKey)}.`,
        )
    }
  }
  for (const problem of missing) report('messages', problem)
  return problems
}

/** File with the messages of a key; only those of collections say what people call a row. */
function fileOf(key: string, { name, file }: PageModel, hasKey: (key: string) => boolean): string {
  const isOperators = file.startsWith('resources/operator/')
  if (hasKey(`resources.${name}.one`) && !key.startsWith('codes.'))
    return isOperators ? 'locales/operator-collections.ts' : 'locales/collections.ts'
  if (isOperators) return 'a file of locales/operator'
  return key.startsWith('codes.') ? 'locales/codes.ts' : 'locales/resources.ts'
}

type Report = (place: string, problem: string) => void

function diagnoseList(
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
    isSelectable,
    links,
    toggles,
  }: ListPage,
  environment: Environment,
  report: Report,
): void {
  const row = shapeOf(rowOf(page) ?? page.output)
  const duplicate = firstDuplicate(columns.map(({ key }) => key))
  if (duplicate) report('columns', `"${duplicate}" is listed twice; remove one of them.`)
  for (const { name: callName, call, outcome } of actions) {
    const inputs = shapeOf(call.input)
    const [input, ...others] = Object.keys(inputs).filter((key) => !isIdentity(inputs[key]!))
    if (input !== undefined && others.length === 0 && row[input])
      report(
        `actions.${callName}`,
        `${call.path} does not take "${input}" as a flag of the row, so it can't switch it; make it a form.`,
      )
    if (call.outcome && outcome?.fieldType.kind !== 'code')
      report(
        `actions.${callName}`,
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
  for (const { name: callName, insteadOf } of panels)
    if (insteadOf !== undefined && !panels.some((panel) => panel.name === insteadOf))
      report(
        `actions.${callName}`,
        `"${insteadOf}" is no action with a component; correct insteadOf.`,
      )
  const sharedName = firstDuplicate(
    [...create, ...forms, ...actions, ...panels, ...links].map((entry) => entry.name),
  )
  if (sharedName) report(sharedName, 'a form and an action have this name; rename one of them.')
  if (isSelectable && !id)
    report(
      'bulk',
      'rows have no id, so none can be selected; leave bulk out or give the row an Id in the contract.',
    )
  if (columns[0] && Object.keys(columns[0].when).length > 0)
    report(
      'columns',
      `"${columns[0].key}" comes first and names the row, so it can't depend on a filter; put another first.`,
    )
  for (const { name: callName, call } of bulk) {
    if (!idListInput(call))
      report(`bulk.${callName}`, 'the call takes no list of ids; give it a component.')
  }
}

function diagnoseForm(
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
    if ('element' in unwrapSchema(schema)._zod.def && fieldType.kind === 'text')
      report(place, `"${key}" is a list, which no form item holds; use a component.`)
    const inputs = uniqueCheck ? Object.keys(shapeOf(uniqueCheck.call.input)) : []
    if (inputs.length > 1)
      report(
        `${place}.${key}`,
        `${uniqueCheck!.call.path} takes ${inputs.join(' and ')}, and only one input can receive the value; name a call with one.`,
      )
  }
}

function findConflicts(pages: readonly PageModel[]): string[] {
  const problems: string[] = []
  const owners = new Map<string, string>()
  const reportIfTaken = (key: string, file: string, describe: (other: string) => string) => {
    const other = owners.get(key)
    if (other) problems.push(`${file}, ${describe(other)}`)
    else owners.set(key, file)
  }
  for (const { file, route, menu } of pages) {
    reportIfTaken(
      `/${route}`,
      file,
      (other) => `route: "${route}" is also the address of ${other}; give one of them another.`,
    )
    if (menu) {
      const place = `['${menu.group}', ${menu.order}]`
      reportIfTaken(
        place,
        file,
        (other) => `menu: ${place} is also the place of ${other}; give one of them another number.`,
      )
    }
  }
  for (const page of pages)
    if (page.parent !== undefined)
      if (!pages.some(({ name, menu }) => name === page.parent && menu))
        problems.push(
          `${page.file}, menu: no page "${page.parent}" has a place in the menu; name one that has.`,
        )
  return problems
}

/** Messages of the codes that the fields of a page show. */
const codeMessages = (fields: readonly { readonly fieldType: FieldType }[]): MessageKeys[] =>
  fields.flatMap(({ fieldType }) =>
    fieldType.kind === 'code' || fieldType.kind === 'codes'
      ? fieldType.values.map((value) => [codeKeyOf(fieldType, value)])
      : [],
  )

const firstDuplicate = (names: readonly string[]) =>
  names.find((name, index) => names.indexOf(name) !== index)

/** Shows resource configuration errors in Vite's error overlay during development. */
export function showDiagnostics(pages: readonly PageModel[]): void {
  const problems = diagnose(pages, { ...availableKinds, hasMessage: { [language()]: hasMessage } })
  if (problems.length === 0) return
  for (const problem of problems) console.error(problem)
  const Overlay = customElements.get('vite-error-overlay')
  if (Overlay)
    document.body.append(
      new Overlay({ message: problems.join('\n\n'), stack: '', plugin: 'resources' }),
    )
}

/** Whether a field type has a form input or a filter, by its module in `fields/`. */
export const availableKinds: Omit<Environment, 'hasMessage'> = {
  hasInput: (kind) => isKind(kind) && getFieldTypeUi({ kind } as FieldType).Input !== undefined,
  hasFilter: (kind) => isKind(kind) && getFieldTypeUi({ kind } as FieldType).Filter !== undefined,
}

/** A message that must exist: its keys, and the count that selects its plural form. */
type RequiredMessage = {
  readonly chain: MessageKeys
  readonly values?: { readonly count: number }
}

/** Lists the messages that a page needs, for checks that translations exist. */
export function messageKeysOf(page: PageModel): RequiredMessage[] {
  const required: RequiredMessage[] = [{ chain: page.title }, { chain: page.help }]
  const addKeys = (...chains: MessageKeys[]) => chains.forEach((chain) => required.push({ chain }))
  if (page.view === 'form') {
    page.readOnly.forEach(({ label }) => addKeys(label))
    addKeys(...codeMessages(page.readOnly))
    page.forms.forEach((form) =>
      addKeys(...formMessages(form), ...(page.forms.length > 1 ? [form.title] : [])),
    )
  }
  if (page.view !== 'list') return required
  addKeys(page.empty, ...page.links.map(({ action }) => action))
  for (const { label, fields, toggle, layout, difference } of page.columns) {
    addKeys(
      label,
      ...codeMessages(fields),
      ...(layout === 'stack' ? fields.map((field) => field.label) : []),
      ...(difference ? [difference.label] : []),
    )
    for (const flag of toggle ? ([0, 1] as const) : []) {
      const { action, question, done } = toggle!.messages(flag)
      addKeys(action, done, ...(toggle!.confirm ? [question] : []))
      if (Object.keys(toggle!.when).length > 0) addKeys(toggle!.disabledReason)
    }
  }
  page.filters.forEach(({ label }) => addKeys(label))
  if (page.rowDetails) addKeys(page.rowDetails.label)
  addKeys(...codeMessages(page.filters))
  for (const form of [...page.create, ...page.forms]) addKeys(...formMessages(form))
  for (const { messages, confirm, question, cancelLabel, outcome } of page.actions) {
    addKeys(
      messages.action,
      ...(outcome ? outcomeMessages(outcome) : [messages.done]),
      ...(confirm ? [question, cancelLabel] : []),
    )
  }
  for (const { action } of [...page.panels, ...page.bulkPanels]) addKeys(action)
  for (const { messages, confirm, question, cancelLabel } of page.bulk) {
    addKeys(messages.action, ...(confirm ? [cancelLabel] : []))
    for (const count of [1, 2])
      required.push(
        ...[messages.done, ...(confirm ? [question] : [])].map((chain) => ({
          chain,
          values: { count },
        })),
      )
  }
  return required
}

/**
 * Keys that a page uses if they exist: failed calls, help below controls, labels of flags, and
 * lists that are empty with one filter.
 */
export function optionalKeysOf(page: PageModel): string[] {
  const forms =
    page.view === 'list' ? [...page.create, ...page.forms] : page.view === 'form' ? page.forms : []
  const columns = page.view === 'list' ? page.columns.flatMap(({ fields }) => fields) : []
  const flagLabelKeys = [...columns, ...forms.flatMap(({ items }) => items)].flatMap(
    ({ fieldType }) => (fieldType.kind === 'flag' ? (fieldType.labelKeys ?? []) : []),
  )
  const filters = page.view === 'list' ? page.filters : []
  return [
    ...filters.flatMap(({ key, fieldType: { kind, ...type } }) =>
      (kind === 'code' && 'values' in type ? type.values : kind === 'reference' ? ['any'] : []).map(
        (value) => `resources.${page.name}.emptyWith.${key}.${value}`,
      ),
    ),
    ...Object.keys(page.calls).map((call) => `resources.${page.name}.failed.${call}`),
    ...forms.flatMap(({ items }) => items.flatMap(({ hint }) => hint)),
    ...flagLabelKeys.flatMap((key) => [`${key}.1`, `${key}.0`]),
  ]
}

/** Messages of all outcomes of an action, one per code. */
const outcomeMessages = ({ fieldType, messages }: Outcome): MessageKeys[] =>
  fieldType.kind === 'code' ? fieldType.values.map((code) => messages(code)) : []

function formMessages({ messages, items, call: { needs } }: Form): MessageKeys[] {
  return [
    messages.action,
    messages.save,
    messages.done,
    ...items.map(({ label }) => label),
    ...codeMessages(items),
    ...(needs ? [capabilityMessages(needs, 'title'), capabilityMessages(needs, 'help')] : []),
  ]
}
