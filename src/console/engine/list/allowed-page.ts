/** Reduces a list page to what the backend takes and the user may call. */
import { getFieldTypeUi } from '#console/engine/fields/field-types.ts'
import type { CanUse, Capabilities } from '#console/refine/capabilities.ts'
import type { Row } from '#console/engine/resource.ts'
import type {
  Bulk,
  Column,
  Filter,
  FormPage,
  ListPage,
  Toggle,
} from '#console/engine/page-model.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { canActAsMain, isMadeByRole, type UserAccess } from '#contract/roles.ts'

/**
 * Leaves out filters, their choices and sorting that the backend would ignore or refuse. In place of
 * a search above the rows comes the first text filter behind the button.
 */
export function supportedPage(page: ListPage, takes: Capabilities['takes']): ListPage {
  const isSearch = ({ fieldType, isInMore }: Filter) => fieldType.kind === 'text' && !isInMore
  const filters = page.filters
    .filter(({ keys }) => keys.every((key) => takes(page.page, key)))
    .map((filter) => withSupportedChoices(filter, (value) => takes(page.page, value)))
  const lacksSearch = page.filters.some(isSearch) && !filters.some(isSearch)
  const substitute = lacksSearch
    ? filters.find(({ fieldType }) => fieldType.kind === 'text')
    : undefined
  return {
    ...page,
    filters: filters.map((filter) => (filter === substitute ? withoutMore(filter) : filter)),
    sortFields: takes(page.page, 'sortBy') ? page.sortFields : [],
  }
}

const withoutMore = ({ isInMore: _isInMore, ...filter }: Filter): Filter => filter

function withSupportedChoices(filter: Filter, takes: (value: string) => boolean): Filter {
  const { key, fieldType } = filter
  if (fieldType.kind !== 'code') return filter
  const { values, ofSubAccounts } = fieldType
  const isTaken = (value: string) => takes(`${key}=${value}`)
  if (values.every(isTaken)) return filter
  return {
    ...filter,
    fieldType: {
      ...fieldType,
      values: values.filter(isTaken),
      ...(ofSubAccounts && { ofSubAccounts: ofSubAccounts.filter(isTaken) }),
    },
  }
}

export function allowedPage(page: ListPage, canUse: CanUse, user: UserAccess | null): ListPage {
  const isAllowed = ({ call }: { readonly call: Endpoint | undefined }) => !call || canUse(call)
  const seesAllUsers = canActAsMain(page.page, user)
  const isOfRole = (call: Endpoint) => call.method !== 'GET' && isMadeByRole(call, user)
  /**
   * By a role, users act on members alone; what they do for themselves, they do with rows of their
   * own.
   */
  function forRole<C extends Conditional>(conditional: C): C {
    const { call, when } = conditional
    if (call && isOfRole(call)) return { ...conditional, when: { ...when, ...hasNoRole } }
    if (call?.access === 'sub' && seesAllUsers)
      return { ...conditional, when: { ...when, userId: user?.userId } }
    return conditional
  }
  const toggleForRole = (toggle: Toggle): Toggle => {
    const shown = forRole(toggle)
    return shown === toggle ? toggle : { ...shown, disabledReason: ['crud.list.hasRole'] }
  }
  const bulkForRole = (bulk: Bulk): Bulk =>
    isOfRole(bulk.call)
      ? { ...bulk, only: { when: hasNoRole, reason: ['crud.list.selectedHaveRole'] } }
      : bulk
  const bulk = page.bulk.filter(isAllowed).map(bulkForRole)
  const bulkPanels = page.bulkPanels.filter(isAllowed)
  const allowedColumn = (column: Column): Column =>
    (column.toggle && !isAllowed(column.toggle)) || (column.edit && !isAllowed(column.edit))
      ? readOnlyColumn(column)
      : {
          ...column,
          ...(column.toggle && { toggle: toggleForRole(column.toggle) }),
          ...(column.edit && { edit: forRole(column.edit) }),
        }
  return {
    ...page,
    columns: page.columns.map(allowedColumn),
    toggles: page.toggles.map(toggleForRole),
    // A filter is useless without the endpoint that supplies its options.
    filters: page.filters.filter(({ fieldType }) => {
      const { lookup } = getFieldTypeUi(fieldType)
      return !lookup || canUse(lookup)
    }),
    import: page.import && isAllowed(page.import) ? page.import : undefined,
    create: page.create.filter(isAllowed),
    forms: page.forms.filter(isAllowed).map(forRole),
    actions: page.actions.filter(isAllowed).map(forRole),
    panels: page.panels.filter(isAllowed).map(forRole),
    bulk,
    bulkPanels,
    isSelectable: bulk.length + bulkPanels.length > 0,
  }
}

const hasNoRole: Row = { accountRole: ['member', undefined] }

type Conditional = { readonly call: Endpoint | undefined; readonly when: Row }

/** Forms of a page that the user may submit. */
export const allowedForms = ({ forms }: FormPage, canUse: CanUse): FormPage['forms'] =>
  forms.filter(({ call }) => canUse(call))

/** Shows the value without a control. */
const readOnlyColumn = ({ toggle: _toggle, edit: _edit, ...column }: Column): Column => column
