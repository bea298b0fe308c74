/** Compiles resources and their schemas into the page models that the screens render. */
import type { Access, Endpoint } from '#contract/endpoint.ts'
import { shapeOf } from '#contract/query.ts'
import type { Panel, Resource, Row } from '#console/engine/resource.ts'
import { actionsOf, actionWords, bulkOf, formsOf, panelsOf } from '#console/engine/build-calls.ts'
import {
  columnOf,
  fieldOf,
  filtersOf,
  fieldTypeOf,
  rowOf,
  sortFieldsOf,
} from '#console/engine/build-fields.ts'
import type { PageModel } from '#console/engine/page-model.ts'

/**
 * Builds a page per resource file; `files` maps path to module, as `import.meta.glob` returns it.
 */
export function buildPages(
  files: Readonly<Record<string, { readonly default: Resource }>>,
): PageModel[] {
  return Object.entries(files).map(([file, { default: resource }]) => buildPage(file, resource))
}

export function buildPage(file: string, resource: Resource): PageModel {
  if (!resource?.view)
    throw new Error(
      `${fileOf(file)} exports no resource: end it with export default list(…), form(…) or screen(…).`,
    )
  const name = nameOf(file)
  const { calls } = resource
  const { route, menu, tabs } = resource.config
  const base = {
    name,
    file: fileOf(file),
    route,
    menu: menu && { group: menu[0], order: menu[1], icon: menu[2] ?? ('page' as const) },
    tabs: tabs && { group: tabs[0], order: tabs[1] },
    title: [`resources.${name}.title`],
    help: [`resources.${name}.help`],
    calls,
  }
  if (resource.view === 'screen')
    return {
      ...base,
      view: 'screen',
      access: resource.config.access ?? 'member',
      component: resource.config.component,
    }
  if (resource.view === 'form') {
    const { forms: said, readOnly = [], cards } = resource.config
    const forms = formsOf(name, calls, said)
    const record = calls['get']
    const shown = readOnly.map((path) => fieldOf(name, record?.output, path))
    const access =
      record && shown.length > 0
        ? record.access
        : strictest([record, ...forms.map(({ call }) => call)])
    return { ...base, view: 'form', access, forms, readOnly: shown, cards }
  }
  const { page } = resource.calls
  const { config } = resource
  const row = rowOf(page)
  const id =
    row && Object.entries(shapeOf(row)).find(([, schema]) => fieldTypeOf(schema).kind === 'id')?.[0]
  const forms = formsOf(name, calls, config.forms, config.aside?.chooses)
  return {
    ...base,
    view: 'list',
    access: page.access,
    page,
    sortFields: sortFieldsOf(page),
    totals: calls['totals'],
    id,
    columns: config.columns.map((column) => columnOf(name, row, calls, column)),
    filters: filtersOf(name, page, config),
    create: forms.filter(({ fromRow }) => fromRow.length === 0),
    forms: forms.filter(({ fromRow }) => fromRow.length > 0),
    actions: actionsOf(name, calls, config.actions),
    bulk: bulkOf(name, calls, id, config.bulk),
    panels: panelsOf<Panel<Row>>(name, calls, config.panels),
    bulkPanels: panelsOf(name, calls, config.bulkPanels),
    selects: Object.keys({ ...config.bulk, ...config.bulkPanels }).length > 0,
    header: config.header,
    aside: config.aside && {
      filter: config.aside.chooses,
      load: config.aside.component,
      unchosen: config.aside.unchosen,
    },
    pending: config.pending,
    createRoute: config.createRoute && {
      route: config.createRoute,
      action: actionWords(name, 'create'),
    },
    empty: [`resources.${name}.empty`],
    placeholder: config.placeholder,
  }
}

const fileOf = (file: string) => file.replace(/^.*(?=resources\/)/, '')

/** `/resources/sub-accounts.ts` becomes `subAccounts`. */
export function nameOf(file: string): string {
  const plain = file.slice(file.lastIndexOf('/') + 1).replace(/\.tsx?$/, '')
  return plain.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

function strictest(calls: readonly (Endpoint | undefined)[]): Access {
  const asked = calls.flatMap((call) => (call ? [call.access] : []))
  return (
    (['main', 'member', 'visitor'] as const).find((access) => asked.includes(access)) ?? 'member'
  )
}
