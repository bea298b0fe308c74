/** Finds configuration errors in resource files that types can't catch, each with its remedy. */
import { bare, shapeOf } from '#contract/query.ts'
import { idList } from '#console/engine/build-calls.ts'
import { isRequired, fieldTypeOf, rowOf } from '#console/engine/build-fields.ts'
import type { Form, ListPage, PageModel } from '#console/engine/page-model.ts'
import { messageKeysOf } from '#console/engine/message-keys.ts'

export type Environment = {
  /** Whether fields of a type can be edited in a form or used as a filter. */
  hasInput: (kind: string) => boolean
  hasFilter: (kind: string) => boolean
  /** Available languages, each with a check whether a message key exists. */
  words: Readonly<Record<string, (key: string, values?: { count: number }) => boolean>>
}

export function diagnose(pages: readonly PageModel[], house: Environment): string[] {
  return [...pages.flatMap((page) => alone(page, house)), ...together(pages)]
}

function alone(page: PageModel, house: Environment): string[] {
  const found: string[] = []
  const report = (place: string, what: string) => found.push(`${page.file}, ${place}: ${what}`)
  if (page.view === 'list') list(page, house, report)
  const record = page.view === 'list' ? rowOf(page.page) : page.calls['get']?.output
  const row = new Set(record ? Object.keys(shapeOf(record)) : [])
  const forms =
    page.view === 'list' ? [...page.create, ...page.forms] : page.view === 'form' ? page.forms : []
  for (const form of forms) inForm(form, row, house, report)
  const unsaid = new Set<string>()
  for (const [lang, has] of Object.entries(house.words)) {
    for (const { chain, values } of messageKeysOf(page)) {
      if (!chain.some((key) => has(key, values)))
        unsaid.add(
          `no ${lang} words for ${chain.map((key) => `"${key}"`).join(' or ')}; add them to locales/resources.ts.`,
        )
    }
  }
  for (const what of unsaid) report('words', what)
  return found
}

type Report = (place: string, what: string) => void

function list(
  { page, id, columns, filters, create, forms, actions, bulk, panels, selects, pending }: ListPage,
  house: Environment,
  report: Report,
): void {
  const twice = repeated(columns.map(({ key }) => key))
  if (twice) report('columns', `"${twice}" stands twice; remove one of them.`)
  for (const { toggle } of columns) {
    if (!toggle || fieldTypeOf(shapeOf(toggle.call.input)[toggle.field]).kind === 'flag') continue
    report(
      'columns',
      `${toggle.call.path} does not take "${toggle.field}" as a flag, so it can't switch it; show the field without a toggle.`,
    )
  }
  const query = shapeOf(page.input)
  const unfilled = Object.keys(query).filter(
    (key) =>
      isRequired(query[key]!) &&
      !filters.some(({ keys }) => (keys as readonly string[]).includes(key)),
  )
  if (unfilled[0])
    report('filters', `the page requires "${unfilled[0]}", which is left out; add it.`)
  for (const { key, means, inAside } of filters) {
    if (!inAside && !house.hasFilter(means.kind))
      report(
        'filters',
        `"${key}" is of the kind "${means.kind}", which can't be filtered by; name the others in filters.`,
      )
  }
  const name = repeated([...create, ...forms, ...actions, ...panels].map((one) => one.name))
  if (name) report(name, 'two of forms, actions and panels have this name; rename one of them.')
  if (selects && !id)
    report(
      'bulk',
      'rows have no id, so none can be selected; leave bulk and bulkPanels out or give the row an Id in the contract.',
    )
  if (pending && !id)
    report(
      'pending',
      'rows have no id, so it can’t be told which of them changed; leave it out or give the row an Id in the contract.',
    )
  if (columns[0] && Object.keys(columns[0].when).length > 0)
    report(
      'columns',
      `"${columns[0].key}" comes first and names the row, so it can't depend on a filter; put another first.`,
    )
  for (const { name: called, call, mapInput } of bulk) {
    if (!idList(call) && '' in mapInput([]))
      report(`bulk.${called}`, 'the call takes no list of ids; say with mapInput what it gets.')
  }
}

function inForm(
  { name, call, items, fromRow, fromList }: Form,
  row: ReadonlySet<string>,
  house: Environment,
  report: Report,
): void {
  const place = `forms.${name}`
  const shape = shapeOf(call.input)
  if (items.length === 0) report(place, 'nothing of this call can be typed in; make it an action.')
  for (const key of fromRow) {
    if (!row.has(key) && isRequired(shape[key]!))
      report(
        place,
        `the call asks for "${key}", which the record lacks; use a panel, or add it to the record in the contract.`,
      )
  }
  const missing = Object.keys(shape).find(
    (key) =>
      isRequired(shape[key]!) &&
      ![...fromRow, ...fromList, ...items.map((item) => item.key)].includes(key),
  )
  if (missing) report(place, `items leaves out "${missing}", which the call requires; add it.`)
  for (const { key, means, uniqueCheck, schema } of items) {
    if (!house.hasInput(means.kind)) {
      report(
        place,
        `"${key}" is of the kind "${means.kind}", which can't be typed in; name the others in items, or attach a meaning to it in the contract.`,
      )
    }
    if ('element' in bare(schema)._zod.def && means.kind === 'text')
      report(
        place,
        `"${key}" is a list, which no form item holds; name the others in items, or use a panel.`,
      )
    const inputs = uniqueCheck ? Object.keys(shapeOf(uniqueCheck.call.input)) : []
    if (inputs.length > 1)
      report(
        `${place}.uniqueCheck.${key}`,
        `${uniqueCheck!.call.path} takes ${inputs.join(' and ')}, and only one input can receive the value; name a call with one.`,
      )
  }
}

function together(pages: readonly PageModel[]): string[] {
  const found: string[] = []
  const seen = new Map<string, string>()
  const once = (key: string, file: string, say: (other: string) => string) => {
    const other = seen.get(key)
    if (other) found.push(`${file}, ${say(other)}`)
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
