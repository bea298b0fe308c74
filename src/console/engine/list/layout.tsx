/** Layout of a list page: its aside, table or cards by width, and the focus after a row is gone. */
import { type ReactNode, useEffect, useState, type RefObject, useRef } from 'react'
import type { ListPage } from '#console/engine/page-model.ts'
import { valuesOf } from '#console/engine/list/list-state.ts'
import { PanelHost } from '#console/engine/panel-host.tsx'
import type { List } from '#console/engine/list/use-list.ts'
import './with-aside.css'
import type { Row } from '#console/engine/resource.ts'

type Props = { page: ListPage; list: List; head: ReactNode; children: ReactNode }

/** Layout of a list page, with an aside next to the rows if something must be chosen first. */
export function WithAside({
  page: { aside, filters },
  list: { state, change },
  head,
  children,
}: Props) {
  const filter = aside && filters.find(({ key }) => key === aside.filter)
  if (!aside || !filter) {
    return (
      <div className="list-page">
        {head}
        {children}
      </div>
    )
  }
  const choose = (value: string, replaceHistory?: boolean) =>
    change({ filters: { [filter.key]: [value] } }, replaceHistory)
  return (
    <div className="list-page">
      {head}
      <div className="sided">
        <div className="beside">
          <PanelHost
            load={aside.load}
            props={{ chosen: valuesOf(filter, state.query)[0], choose }}
          />
        </div>
        <div className="rows-side">{children}</div>
      </div>
    </div>
  )
}

/** `cards` is too narrow for a table; `tight` stacks some columns under others. */
type LayoutMode = 'cards' | 'tight' | 'wide'

/**
 * Minimum container widths in CSS pixels for a table and for unstacked columns. Next to an aside,
 * narrower cells lower the latter.
 */
const table = 640
const wide = 1_040
const wideBeside = 880

export function useLayoutMode(
  container: RefObject<HTMLElement | null>,
  beside: boolean,
): LayoutMode {
  const [room, setRoom] = useState(() => roomOf(innerWidth, beside))
  useEffect(() => {
    const watched = container.current
    if (!watched) return undefined
    const watch = new ResizeObserver(
      ([entry]) => entry && setRoom(roomOf(entry.contentRect.width, beside)),
    )
    watch.observe(watched)
    return () => watch.disconnect()
  }, [container, beside])
  return room
}

function roomOf(width: number, beside: boolean): LayoutMode {
  if (width < table) return 'cards'
  return width < (beside ? wideBeside : wide) ? 'tight' : 'wide'
}

/** Call the returned function when a row was removed; the focus moves when the new rows arrive. */
export function useKeptFocus(
  container: RefObject<HTMLElement | null>,
  rows: readonly Row[],
): () => void {
  const removed = useRef(false)
  useEffect(() => {
    if (removed.current && document.activeElement === document.body)
      container.current?.focus({ preventScroll: true })
    removed.current = false
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs when new rows arrive.
  }, [container, rows])
  return () => (removed.current = true)
}
