/** Filter controls of a list and chips for the active filters. */
import { useId, useState } from 'react'
import { getFieldTypeUi } from '#console/engine/fields/field-types.ts'
import { t, messageOf } from '#console/refine/i18n.ts'
import type { Filter } from '#console/engine/page-model.ts'
import { valuesOf } from '#console/engine/list/list-state.ts'
import type { GetLookupData } from '#console/engine/resource.ts'
import type { List } from '#console/engine/list/use-list.ts'
import { useMediaQuery } from '#console/ui/use-media-query.ts'
import { CloseIcon, DownIcon } from '#ui/icons.tsx'

type Props = { filters: readonly Filter[]; list: List; getLookupData: GetLookupData }

/** On a phone, more filters than this are collapsed, except a text filter that comes first. */
const maxUnfolded = 2
const narrowQuery = '(width < 640px)'

export function FilterBar({
  filters,
  list: { state, change, clear, refresh },
  getLookupData,
}: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const isNarrow = useMediaQuery(narrowQuery)
  if (filters.length === 0) return null
  // Lists with several text filters also have buttons to query again and to clear all filters.
  const hasButtons = filters.filter(({ fieldType }) => fieldType.kind === 'text').length > 1
  const isFolded = isNarrow && filters.length > maxUnfolded
  const [first, ...others] = filters
  const unfolded = !isFolded ? filters : first?.fieldType.kind === 'text' ? [first] : []
  const folded = !isFolded ? [] : unfolded.length > 0 ? others : filters
  const activeCount = folded.filter((filter) => state.chosen.includes(filter)).length
  const buttons = hasButtons && (
    <div className="filter-buttons">
      <button type="button" className="button" onClick={() => void refresh()}>
        {t('crud.filter.query')}
      </button>
      <button
        type="button"
        className="button"
        disabled={!state.chosen.some(({ inAside }) => !inAside)}
        onClick={clear}
      >
        {t('crud.filter.reset')}
      </button>
    </div>
  )
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
    <div
      role="search"
      className="filter-bar"
      data-folded={isFolded}
      aria-label={t('crud.filter.label')}
    >
      {unfolded.map(controlOf)}
      {isFolded && (
        <button
          type="button"
          className="button filter-fold"
          aria-expanded={isOpen}
          aria-controls={`${id}-folded`}
          onClick={() => setOpen(!isOpen)}
        >
          {activeCount > 0
            ? t('crud.filter.labelActive', { active: activeCount })
            : t('crud.filter.label')}
          <DownIcon />
        </button>
      )}
      {isFolded ? (
        <div id={`${id}-folded`} className="folded-filters" hidden={!isOpen}>
          {folded.map(controlOf)}
          {buttons}
        </div>
      ) : (
        buttons
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
  return (
    Control && (
      <div className="filter">
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
      </div>
    )
  )
}

/**
 * Chips for the filters that the user set. The default range gets no chip, nor does a required
 * filter, which can't be removed.
 */
export function FilterChips({
  list: { state, change, clear },
  getLookupData,
  onRemove,
}: Omit<Props, 'filters'> & {
  /** Called before the button that was pressed disappears. */
  onRemove: () => void
}) {
  const chips = state.chosen.filter(({ required }) => !required)
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
      <li>
        <button
          type="button"
          className="text-button"
          onClick={() => {
            onRemove()
            clear()
          }}
        >
          {t('crud.filter.clear')}
        </button>
      </li>
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
