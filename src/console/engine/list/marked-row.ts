/** The row that the address names after `#` by its id: it is marked, and scrolled into view once. */
import { useEffect, useRef, type RefObject } from 'react'
import { useLocation } from 'react-router'
import type { ListPage } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'

export function useMarkedRow({ id }: Pick<ListPage, 'id'>): (row: Row) => boolean {
  const marked = useLocation().hash.slice(1)
  return (row) => id !== undefined && marked !== '' && String(row[id]) === marked
}

/** For the element of a row. */
export function useScrollTo<E extends HTMLElement>(isMarked: boolean): RefObject<E | null> {
  const element = useRef<E>(null)
  useEffect(() => {
    if (isMarked) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isMarked])
  return element
}
