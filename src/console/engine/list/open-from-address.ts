/** Opens what the address of a list names in `open`, and takes the parameter out of the address. */
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { ListPage } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import type { RowButton } from '#console/engine/list/row-actions.tsx'

const openKey = 'open'
/** In the place of a name: what a click on the row opens. */
export const openRow = 'row'

type Props = {
  page: Pick<ListPage, 'create' | 'forms' | 'panels' | 'rowOpens'>
  /** Undefined until the rows of the address are loaded. */
  rows: readonly Row[] | undefined
  buttonsOf: ((row: Row) => RowButton[]) | undefined
  openCreate: (form: ListPage['create'][number]) => void
  /** Opens a dialog of the aside. */
  openOfAside: (name: string) => void
}

/**
 * `open` names a form of the list, a dialog of its aside, or a form or panel of the row if the list
 * has one only. An action is never run: an address may come from anywhere.
 */
export function useOpenFromAddress({
  page,
  rows,
  buttonsOf,
  openCreate,
  openOfAside,
}: Props): void {
  const [params, setParams] = useSearchParams()
  const name = params.get(openKey)
  const form = page.create.find((candidate) => candidate.name === name)
  const [row, ...others] = rows ?? []
  const opens = [...page.forms, ...page.panels].map((entry) => entry.name)
  const buttons =
    row && others.length === 0
      ? (buttonsOf?.(row) ?? []).filter((candidate) => opens.includes(candidate.name))
      : []
  const names = name === openRow ? page.rowOpens : [name]
  const button = names
    .map((wanted) => buttons.find((candidate) => candidate.name === wanted))
    .find((found) => found !== undefined)
  const opened = useRef<string | null>(null)
  useEffect(() => {
    if (name === null) opened.current = null
    if (name === null || opened.current === name || (!form && !rows)) return
    opened.current = name
    const next = new URLSearchParams(location.search)
    next.delete(openKey)
    setParams(next, { replace: true })
    if (form) openCreate(form)
    else if (button) button.onClick()
    else openOfAside(name)
  })
}
