/** Visible columns of a list, saved in this browser if they differ from the default. */
import { useState } from 'react'
import { parseJson } from '#client/parse-json.ts'
import { browserStore } from '#client/storage.ts'
import type { Column, ListPage } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import { matches } from '#console/engine/matches.ts'

export type ColumnsShown = {
  /** All columns that apply under the current filters. */
  readonly offered: readonly Column[]
  readonly shown: readonly Column[]
  readonly isShown: (column: Column) => boolean
  readonly isFixed: (column: Column) => boolean
  readonly toggle: (column: Column) => void
  readonly showAll: () => void
}

export function useColumnsShown(
  { name, columns }: Pick<ListPage, 'name' | 'columns'>,
  query: Row,
): ColumnsShown {
  const key = `columns.${name}`
  const aside = columns.filter((column) => column.hiddenByDefault).map((column) => column.key)
  const [hidden, setHidden] = useState(() => readHidden(browserStore.get(key)) ?? aside)
  const remember = (keys: readonly string[]) => {
    setHidden(keys)
    if (keys.length === aside.length && aside.every((one) => keys.includes(one)))
      browserStore.remove(key)
    else browserStore.set(key, JSON.stringify(keys))
  }
  const isFixed = (column: Column) => column === columns[0]
  const isShown = (column: Column) => isFixed(column) || !hidden.includes(column.key)
  const offered = columns.filter(({ when }) => matches(query, when))
  return {
    offered,
    shown: offered.filter(isShown),
    isShown,
    isFixed,
    toggle: (column) =>
      remember(
        hidden.includes(column.key)
          ? hidden.filter((one) => one !== column.key)
          : [...hidden, column.key],
      ),
    showAll: () => remember([]),
  }
}

function readHidden(text: string | null): readonly string[] | undefined {
  const value = parseJson(text)
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined
}
