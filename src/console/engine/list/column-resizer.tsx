/** Handle at the edge of a column's heading that changes the width; sliders do it by keyboard. */
import { useRef, type PointerEvent } from 'react'
import type { ColumnSizes } from '#console/engine/list/column-widths.ts'

type Props = {
  columnKey: string
  width: number
  sizes: ColumnSizes
}

export function ColumnResizer({ columnKey, width, sizes }: Props) {
  const start = useRef<{ x: number; width: number }>(undefined)
  const resize = ({ clientX }: PointerEvent) => {
    if (start.current) sizes.set(columnKey, start.current.width + clientX - start.current.x)
  }
  return (
    <span
      className="column-resizer"
      aria-hidden="true"
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, width }
      }}
      onPointerMove={resize}
      onPointerUp={() => (start.current = undefined)}
      onPointerCancel={() => (start.current = undefined)}
    />
  )
}
