/** Builds the page models that the screens render, from resources and the schemas of their calls. */
import { ownAndMain, type Collection } from '#contract/collection.ts'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import { shapeOf } from '#contract/query.ts'
import type { AnyCollectionConfig, AnyListConfig, Resource } from '#console/engine/resource.ts'
import {
  actionsOf,
  bulkOf,
  cellEditOf,
  formsOf,
  importOf,
  isIdentity,
  linksOf,
  panelsOf,
  togglesOf,
} from '#console/engine/build-calls.ts'
import {
  isRequired,
  columnOf,
  fieldOf,
  filtersOf,
  idFieldOf,
  rowOf,
  sortFieldsOf,
} from '#console/engine/build-fields.ts'
import type { ListPage, PageModel } from '#console/engine/page-model.ts'

/**
 * Builds a page per resource file; `files` maps path to module, as `import.meta.glob` returns it.
 */
export function buildPages(
  files: Readonly<Record<string, { readonly default: Resource }>>,
): PageModel[] {
  const pages = Object.entries(files).map(([file, { default: resource }]) =>
    buildPage(file, resource),
  )
  return pages.map((page) =>
    page.view === 'screen' ? { ...page, parentList: findList(pages, page.parent) } : page,
  )
}

const findList = (pages: readonly PageModel[], name: string | undefined): ListPage | undefined =>
  pages.find((page): page is ListPage => page.view === 'list' && page.name === name)

/** The user of a row, in collections whose main account sees the rows of its sub-accounts. */
const userColumn = 'userName'

export function buildPage(file: string, resource: Resource): PageModel {
  if (!resource?.view)
    throw new Error(
      `${resourcePath(file)} exports no resource: end it with export default list(…), form(…) or screen(…).`,
    )
  const name = nameOf(file)
  const { calls } = resource
  const { route, menu } = resource.config
  const base = {
    name,
    file: resourcePath(file),
    route,
    menu:
      typeof menu === 'object'
        ? { group: menu[0], order: menu[1], icon: menu[2] ?? ('page' as const) }
        : undefined,
    parent: typeof menu === 'string' ? menu : undefined,
    title: [`resources.${name}.title`],
    help: [`resources.${name}.help`],
    calls,
  }
  if (resource.view === 'screen')
    return {
      ...base,
      view: 'screen',
      parentList: undefined,
      access: resource.config.access ?? 'member',
      accountRoles: resource.config.accountRoles,
      component: resource.config.component,
    }
  if (resource.view === 'form') {
    const { forms: config, readOnly = [], component } = resource.config
    const forms = formsOf(name, calls, config)
    const record = calls['get']
    const readOnlyFields = readOnly.map((path) => fieldOf(name, record?.output, path))
    const access =
      record && readOnlyFields.length > 0
        ? record.access
        : strictestAccess([record, ...forms.map(({ call }) => call)])
    const roles = record ? record.roles : rolesOfAny(forms.map(({ call }) => call))
    return { ...base, view: 'form', access, roles, forms, readOnly: readOnlyFields, component }
  }
  const { collection } = resource
  if (collection && collection.name !== name)
    throw new Error(
      `${base.file} shows the collection "${collection.name}"; give both the same name.`,
    )
  const { page } = resource.calls
  const config = collection ? configOf(collection, resource.config) : resource.config
  const rowSchema = rowOf(page)
  const id = idFieldOf(page)
  const asideFilter = config.component && requiredId(page)
  const forms = formsOf(name, calls, config.forms, asideFilter)
  const toggles = togglesOf(name, rowSchema, calls, config.actions)
  const isToggle = (action: string) => toggles.some((toggle) => toggle.name === action)
  const bulkPanels = panelsOf(name, calls, config.bulk)
  const bulk = bulkOf(name, calls, id, config.bulk)
  return {
    ...base,
    view: 'list',
    access: page.access,
    roles: page.roles,
    accountRoles: page.accountRoles,
    page,
    sortFields: sortFieldsOf(page),
    totals: calls['totals'],
    id,
    columns: config.columns.map((column) => {
      const edit = cellEditOf(name, calls, column, config.forms)
      const built = columnOf(name, rowSchema, column, toggles)
      return {
        ...built,
        ...(edit ? { edit } : {}),
        // Others have only rows of their own.
        ...(built.key === userColumn && collection?.config.scope.name === ownAndMain.name
          ? { access: 'main' as const }
          : {}),
      }
    }),
    rowNumbers: config.rowNumbers === true,
    toggles,
    filters: filtersOf(name, page, config.defaultRange, asideFilter).map((filter) => ({
      ...filter,
      ...(config.moreFilters?.includes(filter.key) ? { isInMore: true as const } : {}),
      initial: config.initialFilters?.[filter.key],
    })),
    import: importOf(name, calls, asideFilter),
    create: forms.filter(({ fromRow }) => fromRow.length === 0),
    forms: forms.filter(({ fromRow }) => fromRow.length > 0),
    actions: actionsOf(name, calls, config.actions).filter((action) => !isToggle(action.name)),
    bulk,
    panels: panelsOf(name, calls, config.actions),
    bulkPanels,
    isSelectable: bulk.length + bulkPanels.length > 0,
    add: config.add,
    header: config.header,
    rowLink: config.rowLink,
    rowDetails: config.rowDetails && {
      ...config.rowDetails,
      label: [`resources.${name}.rowDetails`],
    },
    rowOpens: config.rowOpens ?? [],
    summary: config.summary,
    links: linksOf(name, config.actions),
    empty: [`resources.${name}.empty`],
    ...asideLoaders(asideFilter, config.component),
  }
}

/**
 * Config of a collection's list: what its calls allow, with what is stated changed or added. A
 * component that edits takes the place of the form.
 */
function configOf({ calls, config }: Collection, stated: AnyCollectionConfig): AnyListConfig {
  const { records } = config
  const offered = <T>(entries: Record<string, T>) =>
    Object.fromEntries(Object.entries(entries).filter(([call]) => calls[call]))
  const actions = offered({
    remove: { confirm: 'danger' as const },
  })
  return {
    rowOpens: ['edit'],
    ...stated,
    columns: columnsOf(config, stated.columns),
    forms: {
      ...offered({ create: {}, ...(stated.actions?.['edit'] ? {} : { edit: {} }) }),
      ...stated.forms,
    },
    actions: { ...actions, ...stated.actions },
    // Records are deleted one by one.
    bulk: { ...(records ? {} : actions), ...stated.bulk },
  }
}

/** The columns stated, or one for each field, with the options stated. */
function columnsOf(
  { fields, computed, records }: Collection['config'],
  stated: AnyCollectionConfig['columns'] = {},
): AnyListConfig['columns'] {
  if (Array.isArray(stated)) return stated as AnyListConfig['columns']
  const options = stated as Readonly<Record<string, object>>
  const names = Object.keys({ ...fields, ...computed, ...options })
  return [
    ...names.map((field) => ({ field, ...options[field] })),
    ...(records || options['createDateTime']
      ? []
      : [{ field: 'createDateTime', hiddenByDefault: true as const }]),
  ]
}

/** The id that a list requires as a filter. */
function requiredId(page: Endpoint): string | undefined {
  const query = shapeOf(page.input)
  return Object.keys(query).find((key) => isIdentity(query[key]!) && isRequired(query[key]!))
}

/** Loaders of the list's aside, of what replaces the rows, and of what replaces the page. */
function asideLoaders(
  filter: string | undefined,
  load: AnyListConfig['component'],
): Pick<ListPage, 'aside' | 'placeholder'> {
  if (!load || filter === undefined) return { aside: undefined, placeholder: undefined }
  return {
    aside: {
      filter,
      load,
      nothingChosen: async () => ({ default: (await load()).NothingChosen }),
      headerActions: async () => ({ default: (await load()).HeaderActions }),
    },
    placeholder: async () => ({ default: (await load()).Placeholder }),
  }
}

/** Path from `resources/` on, for error messages. */
const resourcePath = (file: string) => file.replace(/^.*(?=resources\/)/, '')

/** `/resources/sub-accounts.ts` becomes `subAccounts`. */
function nameOf(file: string): string {
  const kebab = file.slice(file.lastIndexOf('/') + 1).replace(/\.tsx?$/, '')
  return kebab.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** Roles that may make at least one of the calls; undefined for all. */
function rolesOfAny(calls: readonly Endpoint[]): Endpoint['roles'] {
  return calls.some(({ roles }) => !roles) ? undefined : calls.flatMap(({ roles = [] }) => roles)
}

/** The narrowest access that one of the calls requires. */
function strictestAccess(calls: readonly (Endpoint | undefined)[]): Access {
  const accesses = calls.flatMap((call) => (call ? [call.access] : []))
  return (
    (['main', 'sub', 'member', 'visitor'] as const).find((access) => accesses.includes(access)) ??
    'member'
  )
}
