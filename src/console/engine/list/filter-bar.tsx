/** Filter controls of a list and chips for the active filters. */
import { useId } from 'react'
import { kindOf } from '#console/engine/fields/field-types.ts'
import { t, messageOf } from '#console/refine/i18n.ts'
import type { Filter } from '#console/engine/page-model.ts'
import { valuesOf } from '#console/engine/list/list-state.ts'
import type { Found } from '#console/refine/reference-data.ts'
import type { List } from '#console/engine/list/use-list.ts'
import { CloseIcon } from '#ui/icons.tsx'

type Props = { filters: readonly Filter[]; list: List; found: Found }

export function FilterBar({ filters, list: { state, change, clear, refresh }, found }: Props) {
  const id = useId()
  if (filters.length === 0) return null
  const searches = filters.filter(({ fieldType }) => fieldType.kind === 'text').length > 1
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers without support for <search> expose no role for it.
    <div role="search" className="filter-bar" aria-label={t('crud.filter.label')}>
      {filters.map((filter) => {
        const { Filter: Control } = kindOf(filter.fieldType)
        const label = messageOf(filter.label)
        return (
          Control && (
            <div key={filter.key} className="filter">
              <label htmlFor={`${id}-${filter.key}`}>{label}</label>
              <Control
                id={`${id}-${filter.key}`}
                label={label}
                fieldType={filter.fieldType}
                required={filter.required}
                found={found(filter.fieldType)}
                values={valuesOf(filter, state.query)}
                onChange={(values) =>
                  change({
                    filters: {
                      [filter.key]: values.length > 0 ? values : filter.keys.map(() => ''),
                    },
                  })
                }
              />
            </div>
          )
        )
      })}
      {searches && (
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
      )}
    </div>
  )
}

/**
 * Chips for the filters that the user set. The default range gets no chip, nor does a required
 * filter, which can't be removed.
 */
export function FilterChips({ list: { state, change, clear }, found }: Omit<Props, 'filters'>) {
  const chips = state.chosen.filter(({ required }) => !required)
  if (chips.length === 0) return null
  return (
    <ul className="chips" aria-label={t('crud.filter.active')}>
      {chips.map((filter) => {
        const config = { field: messageOf(filter.label), value: textOf(filter, state.query, found) }
        return (
          <li key={filter.key} className="chip">
            {t('crud.filter.chip', config)}
            <button
              type="button"
              aria-label={t('crud.filter.remove', config)}
              onClick={() => change({ filters: { [filter.key]: [] } })}
            >
              <CloseIcon />
            </button>
          </li>
        )
      })}
      <li>
        <button type="button" className="text-button" onClick={clear}>
          {t('crud.filter.clear')}
        </button>
      </li>
    </ul>
  )
}

function textOf(filter: Filter, query: List['state']['query'], found: Found): string {
  const { fieldType } = filter
  const texts = valuesOf(filter, query).map(
    (value) =>
      value && kindOf(fieldType).text(value, { fieldType, row: query, found: found(fieldType) }),
  )
  return texts.length === 0
    ? t('crud.filter.anyTime')
    : texts.map((text) => text || '…').join(' – ')
}
