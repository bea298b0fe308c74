/** What each console page loads first; the build writes it into the page's HTML. */
import { pageInput } from '#console/refine/data-filters.ts'
import { buildPages } from '#console/engine/build-page.ts'
import type { ListPage } from '#console/engine/page-model.ts'
import type { Resource } from '#console/engine/resource.ts'
import type { FirstCall, Initial } from '#client/api/early-requests.ts'
import { extensions } from '#contract/extensions.ts'
import { validate } from '#contract/issues.ts'
import { shapeOf } from '#contract/query.ts'
import { users } from '#contract/users.ts'

/**
 * `route`: without leading slash. `resource`: its file. `sources`: modules that render the page.
 * `isPreloaded`: the page renders all dynamic imports of its resource at once, so they are preloaded.
 * `calls`: its first calls.
 */
export type PageLoad = {
  route: string
  resource: string
  sources: string[]
  isPreloaded: boolean
  calls: FirstCall[]
}

const screenSources = {
  list: ['src/console/engine/list/list-screen.tsx'],
  form: ['src/console/engine/form/form-screen.tsx'],
  screen: [],
}

/** Pages that require a session. */
export const pageLoads: PageLoad[] = buildPages(
  import.meta.glob<{ default: Resource }>('/resources/*.ts', { eager: true }),
)
  .filter(({ access }) => access !== 'visitor')
  .map((page) => ({
    route: page.route,
    resource: page.file,
    sources: ['src/app.tsx', ...screenSources[page.view]],
    isPreloaded:
      page.view === 'screen' ||
      (page.view === 'list' && page.panels.length + page.bulkPanels.length === 0),
    calls: [
      ...[users.get, extensions.list].map(({ path, access }) => ({ path, access, keys: [] })),
      ...(page.view === 'list' ? [firstCallOf(page)] : []),
    ],
  }))

/** The first call of a list: its rows, with the defaults of its filters. */
export function firstCallOf({
  name: list,
  page,
  filters,
}: Pick<ListPage, 'name' | 'page' | 'filters'>): FirstCall {
  const initial: Record<string, Initial> = {}
  const input = pageInput(page)
  const parsed = validate(page.input, input)
  for (const [name, value] of Object.entries(parsed.ok ? (parsed.value as object) : input))
    initial[name] = String(value)
  for (const { defaultRange, keys, fieldType } of filters) {
    const [begin, end] = keys
    const range = { days: defaultRange, ...(fieldType.kind === 'date' ? { dates: true } : {}) }
    if (defaultRange !== undefined && end !== undefined)
      Object.assign(initial, {
        [begin]: { ...range, end: 'begin' },
        [end]: { ...range, end: 'end' },
      })
  }
  const required = new Set(filters.flatMap((filter) => (filter.required ? filter.keys : [])))
  return {
    path: page.path,
    access: page.access,
    list,
    keys: Object.keys(shapeOf(page.input)).map((name) => ({
      name,
      ...(initial[name] === undefined ? {} : { initial: initial[name] }),
      ...(required.has(name) ? { required: true as const } : {}),
    })),
  }
}
