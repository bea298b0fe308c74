/** Layout of a list page: its aside, table or cards by width, and the focus after a removal. */
import { type ReactNode, useEffect, useLayoutEffect, useState, type RefObject, useRef } from 'react'
import type { ListPage } from '#console/engine/page-model.ts'
import { valuesOf } from '#console/engine/list/list-state.ts'
import { PanelHost } from '#console/engine/panel-host.tsx'
import type { List } from '#console/engine/list/use-list.ts'
import './with-aside.css'
import type { AsideProps, Row } from '#console/engine/resource.ts'

type Props = { page: ListPage; list: List; header: ReactNode; children: ReactNode }

/** Layout of a list page, with an aside next to the rows if its required filter is set there. */
export function WithAside({
  page: { aside, filters },
  list: { state, change },
  header,
  children,
}: Props) {
  const filter = aside && filters.find(({ key }) => key === aside.filter)
  if (!aside || !filter) {
    return (
      <div className="list-page">
        {header}
        {children}
      </div>
    )
  }
  const choose: AsideProps['choose'] = (value, options) =>
    change({ filters: { [filter.key]: [value] } }, options)
  return (
    <div className="list-page">
      {header}
      <div className="list-with-aside">
        <div className="list-aside">
          <PanelHost
            load={aside.load}
            props={{ chosen: valuesOf(filter, state.query)[0], choose }}
          />
        </div>
        <div className="list-main">{children}</div>
      </div>
    </div>
  )
}

/** `cards` is too narrow for a table; `tight` stacks some columns under others. */
type LayoutMode = 'cards' | 'tight' | 'wide'

/**
 * Minimum container widths in CSS pixels for a table and for unstacked columns, which a window of
 * 1280 pixels has even beside a scroll bar.
 */
const minTableWidth = 520
const minWideWidth = 960
/** Width of the aside, and the window's above which it is next to the rows (with-aside.css). */
const asideWidth = 232
const minWindowWithAside = 1_025

/** Layout of the rows and the width of their container in CSS pixels. */
export function useListLayout(
  container: RefObject<HTMLElement | null>,
  hasAside: boolean,
): { mode: LayoutMode; width: number; isBesideAside: boolean } {
  const [width, setWidth] = useState(() => usualWidth(hasAside))
  // Before the first paint, so that no column changes its width later.
  useLayoutEffect(() => {
    const element = container.current
    if (!element) return undefined
    const measure = () => element.clientWidth > 0 && setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [container])
  const isBesideAside = hasAside && innerWidth >= minWindowWithAside
  return { mode: layoutModeOf(width, isBesideAside), width, isBesideAside }
}

/** Menu, padding of the page below and from 1440 pixels, and borders (shell.css, rows.css). */
const menuWidth = 208
const pagePadding = { narrow: 16, wide: 24 }
const borders = 2
const maxPageWidth = 1_600

/** Width with an open menu: most first renderings need no second one after the measurement. */
function usualWidth(hasAside: boolean): number {
  const padding = innerWidth < 1_440 ? pagePadding.narrow : pagePadding.wide
  const aside = hasAside && innerWidth >= minWindowWithAside ? asideWidth : 0
  const page = Math.min(innerWidth - menuWidth, maxPageWidth)
  return Math.max(0, page - 2 * padding - aside - borders)
}

function layoutModeOf(width: number, isBesideAside: boolean): LayoutMode {
  if (width < minTableWidth) return 'cards'
  return width + (isBesideAside ? asideWidth : 0) < minWideWidth ? 'tight' : 'wide'
}

/**
 * Moves a focus that was lost with a removed row or button to the list, once the new rows arrive.
 * Call the returned function before what has the focus may disappear.
 */
export function useFocusAfterRemoval(
  container: RefObject<HTMLElement | null>,
  rows: readonly Row[],
): () => void {
  const isRemovalPending = useRef(false)
  useEffect(() => {
    if (!isRemovalPending.current) return
    isRemovalPending.current = false
    const focusIfLost = () => {
      if (document.activeElement === document.body)
        container.current?.focus({ preventScroll: true })
    }
    // Nothing behind a dialog takes the focus, and the question may close after the rows arrive.
    const dialog = document.querySelector('dialog[open]')
    if (dialog) dialog.addEventListener('close', focusIfLost, { once: true })
    else focusIfLost()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs when new rows arrive.
  }, [container, rows])
  return () => (isRemovalPending.current = true)
}
