/** Row of a table, and what it unfolds below itself. */
import './data-row.css'
import { useId, useState, type MouseEvent, type ReactNode } from 'react'
import { t, messageOf } from '#console/refine/i18n.ts'
import type { ListPage } from '#console/engine/page-model.ts'
import { PanelHost } from '#console/engine/panel-host.tsx'
import type { Row } from '#console/engine/resource.ts'
import { DownIcon } from '#ui/icons.tsx'

type Props = {
  row: Row
  name: string
  details: ListPage['rowDetails']
  cells: readonly {
    readonly key: string
    readonly className: string | undefined
    readonly content: ReactNode
  }[]
  /** What a click on the row does. */
  onOpen: (() => void) | undefined
}

export function DataRow({ row, name, details, cells, onOpen }: Props) {
  const id = useId()
  const [isUnfolded, setUnfolded] = useState(false)
  const hasDetails = details?.has(row) === true
  const toggle = hasDetails ? (
    <button
      type="button"
      className="icon-button unfold"
      aria-label={t('crud.list.actionOf', { action: messageOf(details.label), name })}
      aria-expanded={isUnfolded}
      aria-controls={isUnfolded ? id : undefined}
      onClick={() => setUnfolded(!isUnfolded)}
    >
      <DownIcon />
    </button>
  ) : (
    <i className="unfold" />
  )
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the link or button in the row has the keyboard. */}
      <tr
        className="data-row"
        data-opens={onOpen !== undefined || undefined}
        onClick={(event) => {
          if (isPlainClick(event)) onOpen?.()
        }}
      >
        {cells.map(({ key, className, content }) => (
          <td key={key} className={className}>
            {details && className?.split(' ').includes('first') ? (
              <span className="with-unfold">
                {toggle}
                {content}
              </span>
            ) : (
              content
            )}
          </td>
        ))}
      </tr>
      {hasDetails && isUnfolded && (
        <tr id={id} className="row-details">
          <td colSpan={cells.length}>
            <PanelHost load={details.component} props={{ row }} />
          </td>
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
