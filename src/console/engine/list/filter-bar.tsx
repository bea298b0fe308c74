/** Filter controls of a list, and chips for those that are set behind the button. */
import { useId } from 'react'
import { getFieldTypeUi } from '#console/engine/fields/field-types.ts'
import { t, messageOf } from '#console/refine/i18n.ts'
import type { Filter } from '#console/engine/page-model.ts'
import { valuesOf } from '#console/engine/list/list-state.ts'
import type { GetLookupData } from '#console/engine/resource.ts'
import type { List } from '#console/engine/list/use-list.ts'
import { useMediaQuery } from '#console/ui/use-media-query.ts'
import { ClearFiltersIcon, CloseIcon, FilterIcon, SearchIcon } from '#ui/icons.tsx'
import { Popover } from '#ui/popover.tsx'

type Props = { filters: readonly Filter[]; list: List; getLookupData: GetLookupData }

const narrowQuery = '(width < 640px)'

/** Filters behind the button: those of the resource, and on a phone all but a first text filter. */
export const useMoreFilters = (filters: readonly Filter[]): readonly Filter[] =>
  useMediaQuery(narrowQuery)
    ? filters.filter(({ fieldType }, index) => index > 0 || fieldType.kind !== 'text')
    : filters.filter(({ isInMore }) => isInMore)

/** One line of filters; `more` are behind a button. */
export function FilterBar({
  filters,
  more,
  list: { state, change, clear, refresh },
  getLookupData,
  onClear,
}: Props & {
  more: readonly Filter[]
  /** Called before the button that clears the filters disappears. */
  onClear: () => void
}) {
  const id = useId()
  if (filters.length === 0) return null
  const shown = filters.filter((filter) => !more.includes(filter))
  // Lists with several text filters also have buttons to query again and to clear all filters.
  const hasButtons = shown.filter(({ fieldType }) => fieldType.kind === 'text').length > 1
  const isFiltered = state.chosen.some(({ inAside, required }) => !inAside && !required)
  const activeCount = more.filter((filter) => state.chosen.includes(filter)).length
  const controlOf = (filter: Filter) => (
    <FilterControl
      key={filter.key}
      id={`${id}-${filter.key}`}
      filter={filter}
      getLookupData={getLookupData}
      values={valuesOf(filter, state.query)}
      onChange={(values) =>
        change({
          filters: { [filter.key]: values.length > 0 ? values : filter.keys.map(() => '') },
        })
      }
    />
  )
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers without support for <search> expose no role for it.
    <div role="search" className="filter-bar" aria-label={t('crud.filter.label')}>
      {shown.map(controlOf)}
      {more.length > 0 && (
        <Popover
          className="button more-filters"
          label={
            <>
              <FilterIcon />
              {activeCount > 0
                ? t('crud.filter.labelActive', { active: activeCount })
                : t('crud.filter.label')}
            </>
          }
          align="start"
          lazy
        >
          <div className="filter-list">{more.map(controlOf)}</div>
        </Popover>
      )}
      {hasButtons && (
        <button type="button" className="button" onClick={() => void refresh()}>
          {t('crud.filter.query')}
        </button>
      )}
      {hasButtons && (
        <button type="button" className="button" disabled={!isFiltered} onClick={clear}>
          {t('crud.filter.reset')}
        </button>
      )}
      {!hasButtons && isFiltered && (
        <button
          type="button"
          className="button clear-filters"
          aria-label={t('crud.filter.clear')}
          title={t('crud.filter.clear')}
          onClick={() => {
            onClear()
            clear()
          }}
        >
          <ClearFiltersIcon />
          <span>{t('crud.filter.clear')}</span>
        </button>
      )}
    </div>
  )
}

function FilterControl({
  id,
  filter: { fieldType, label: labelKeys, required },
  getLookupData,
  values,
  onChange,
}: {
  id: string
  filter: Filter
  getLookupData: GetLookupData
  values: readonly string[]
  onChange: (values: readonly string[]) => void
}) {
  const { Filter: Control } = getFieldTypeUi(fieldType)
  const label = messageOf(labelKeys)
  // A text is cleared by its keys.
  const isClearable = !required && fieldType.kind !== 'text' && values.some(Boolean)
  return (
    Control && (
      <div className="filter" data-kind={fieldType.kind}>
        {fieldType.kind === 'text' && <SearchIcon />}
        <label htmlFor={id}>{label}</label>
        <Control
          id={id}
          label={label}
          fieldType={fieldType}
          required={required}
          lookupData={getLookupData(fieldType)}
          values={values}
          onChange={onChange}
        />
        {isClearable && (
          <button
            type="button"
            className="clear-filter"
            aria-label={t('crud.filter.clearOne', { field: label })}
            onClick={() => {
              document.getElementById(id)?.focus()
              onChange([])
            }}
          >
            <CloseIcon />
          </button>
        )}
      </div>
    )
  )
}

/** Chips for the filters behind the button that the user set. */
export function FilterChips({
  filters,
  list: { state, change },
  getLookupData,
  onRemove,
}: Props & {
  /** Called before the button that was pressed disappears. */
  onRemove: () => void
}) {
  const chips = filters.filter((filter) => state.chosen.includes(filter) && !filter.required)
  if (chips.length === 0) return null
  return (
    <ul className="chips" aria-label={t('crud.filter.active')}>
      {chips.map((filter) => {
        const chipValues = {
          field: messageOf(filter.label),
          value: filterText(filter, state.query, getLookupData),
        }
        return (
          <li key={filter.key} className="chip">
            {t('crud.filter.chip', chipValues)}
            <button
              type="button"
              aria-label={t('crud.filter.remove', chipValues)}
              onClick={() => {
                onRemove()
                change({ filters: { [filter.key]: [] } })
              }}
            >
              <CloseIcon />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

function filterText(
  filter: Filter,
  query: List['state']['query'],
  getLookupData: GetLookupData,
): string {
  const { fieldType } = filter
  const texts = valuesOf(filter, query).map(
    (value) =>
      value &&
      getFieldTypeUi(fieldType).text(value, {
        fieldType,
        row: query,
        lookupData: getLookupData(fieldType),
      }),
  )
  return texts.length === 0
    ? t('crud.filter.anyTime')
    : texts.map((text) => text || '…').join(' – ')
}
