/** Removes buttons, switches and filters from a list page whose endpoints the user may not call. */
import { kindOf } from '#console/engine/fields/field-types.ts'
import type { Offers } from '#console/refine/capabilities.ts'
import type { Column, FormPage, ListPage } from '#console/engine/page-model.ts'
import type { Endpoint } from '#contract/endpoint.ts'

export function allowedPage(page: ListPage, offers: Offers): ListPage {
  const isOffered = ({ call }: { readonly call: Endpoint | undefined }) => !call || offers(call)
  const bulk = page.bulk.filter(isOffered)
  const bulkPanels = page.bulkPanels.filter(isOffered)
  const actions = page.actions.filter(isOffered)
  return {
    ...page,
    columns: page.columns.map((column) =>
      column.toggle && !isOffered(column.toggle) ? withoutToggle(column) : column,
    ),
    // A filter is useless without the endpoint that supplies its options.
    filters: page.filters.filter(({ fieldType }) =>
      [kindOf(fieldType).lookup].every((lookup) => !lookup || offers(lookup)),
    ),
    import: page.import && isOffered(page.import) ? page.import : undefined,
    create: page.create.filter(isOffered),
    forms: page.forms.filter(isOffered),
    actions,
    panels: page.panels.filter(isOffered),
    trash: actions.some(({ name }) => name === 'restore') ? page.trash : undefined,
    bulk,
    bulkPanels,
    selects: bulk.length + bulkPanels.length > 0,
  }
}

/**
 * A list with a trash offers restoring where deleted rows are listed, and everything else where the
 * others are.
 */
export function pageInTrash(page: ListPage, inTrash: boolean): ListPage {
  if (!page.trash) return page
  const isOffered = ({ name }: { readonly name: string }) => (name === 'restore') === inTrash
  return {
    ...page,
    import: inTrash ? undefined : page.import,
    create: inTrash ? [] : page.create,
    forms: page.forms.filter(isOffered),
    actions: page.actions.filter(isOffered),
    panels: page.panels.filter(isOffered),
    bulk: page.bulk.filter(isOffered),
    bulkPanels: page.bulkPanels.filter(isOffered),
  }
}

/** Forms of a page that the user may submit. */
export const allowedForms = ({ forms }: FormPage, offers: Offers): FormPage['forms'] =>
  forms.filter(({ call }) => offers(call))

/** Shows the flag as a read-only value. */
const withoutToggle = ({ toggle: _toggle, ...column }: Column): Column => column
