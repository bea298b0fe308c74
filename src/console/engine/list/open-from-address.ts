/** Opens what the address of a list names in `open`, and the form whose input is stored as a draft. */
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { ListPage } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import type { RowButton } from '#console/engine/list/row-actions.tsx'
import { draftNameOf, hasFormDraft } from '#console/refine/form-draft.ts'

const openKey = 'open'
/** In the place of a name: what a click on the row opens. */
export const openRow = 'row'

type Props = {
  page: Pick<ListPage, 'name' | 'id' | 'create' | 'forms' | 'panels' | 'rowOpens'>
  /** Undefined until the rows of the address are loaded. */
  rows: readonly Row[] | undefined
  buttonsOf: ((row: Row) => RowButton[]) | undefined
  openCreate: (form: ListPage['create'][number]) => void
  /** Opens a dialog of the aside. */
  openOfAside: (name: string) => void
}

/**
 * `open` names a form of the list, a dialog of its aside, or a form or panel of the row if the list
 * has one only; the parameter is taken out of the address. An action is never run: an address may
 * come from anywhere.
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
  useOpenDraft({ page, rows, buttonsOf, openCreate })
}

type DraftProps = Pick<Props, 'rows' | 'buttonsOf'> & {
  page: Pick<ListPage, 'name' | 'id' | 'create' | 'forms'>
  /** Undefined on a page that creates nothing. */
  openCreate?: Props['openCreate']
}

/** Opens the form whose input was stored at this address when the session ended, once. */
export function useOpenDraft({ page, rows, buttonsOf, openCreate }: DraftProps): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (!rows || isDone.current) return
    isDone.current = true
    const hasDraft = (form: string, id?: unknown) => hasFormDraft(draftNameOf(page.name, form, id))
    const newRecord = openCreate && page.create.find(({ name }) => hasDraft(name))
    if (newRecord) {
      openCreate(newRecord)
      return
    }
    for (const row of rows) {
      const form = page.forms.find(({ name }) => hasDraft(name, row[page.id ?? '']))
      const button = buttonsOf?.(row).find(({ name }) => name === form?.name)
      if (button) {
        button.onClick()
        return
      }
    }
  })
}
