/** Row of a table, and what it unfolds below itself. */
import type { MouseEvent, ReactNode } from 'react'
import type { ListPage } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import { useScrollTo } from '#console/engine/list/marked-row.ts'
import { useUnfold } from '#console/engine/list/unfold.tsx'

type Props = {
  row: Row
  name: string
  details: ListPage['rowDetails']
  cells: readonly {
    readonly key: string
    readonly className: string | undefined
    readonly content: ReactNode
  }[]
  /** Whether the address names the row. */
  isMarked: boolean
  /** What a click on the row does. */
  onOpen: (() => void) | undefined
}

export function DataRow({ row, name, details, cells, isMarked, onOpen }: Props) {
  const unfold = useUnfold(row, name, details)
  const element = useScrollTo<HTMLTableRowElement>(isMarked)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the link or button in the row has the keyboard. */}
      <tr
        ref={element}
        className="data-row"
        aria-current={isMarked || undefined}
        data-opens={onOpen !== undefined || undefined}
        onClick={(event) => {
          if (isPlainClick(event)) onOpen?.()
        }}
      >
        {cells.map(({ key, className, content }) => (
          <td key={key} className={className}>
            {unfold.toggle && className?.split(' ').includes('first') ? (
              <span className="with-unfold">
                {unfold.toggle}
                {content}
              </span>
            ) : (
              content
            )}
          </td>
        ))}
      </tr>
      {unfold.details && (
        <tr id={unfold.id} className="row-details">
          <td colSpan={cells.length}>{unfold.details}</td>
        </tr>
      )}
    </>
  )
}

/** Whether a click is on the row itself: on no control, and not the end of a selection of text. */
const isPlainClick = ({ target, defaultPrevented }: MouseEvent): boolean =>
  !defaultPrevented &&
  target instanceof Element &&
  !target.closest('a, button, input, select, label, dialog, [popover]') &&
  getSelection()?.isCollapsed !== false
