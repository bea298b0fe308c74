/** SVG shapes of the tutorial pictures, on a 320 × 200 canvas, styled by class. */
import type { ReactNode } from 'react'
import './drawing.css'

type At = { x: number; y: number }
type Line = At & { w: number; strong?: boolean }

/** A window of the client or a page, with its content. */
export const Window = ({
  x = 20,
  y = 16,
  w = 280,
  h = 168,
  children,
}: Partial<At> & { w?: number; h?: number; children?: ReactNode }) => (
  <g>
    <rect className="draw-card" x={x} y={y} width={w} height={h} rx="12" />
    <path className="draw-rule" d={`M${x} ${y + 24}h${w}`} />
    {[0, 1, 2].map((dot) => (
      <circle key={dot} className="draw-dot" cx={x + 14 + dot * 12} cy={y + 12} r="3" />
    ))}
    {children}
  </g>
)

/** A line of text. */
export const Text = ({ x, y, w, strong = false }: Line) => (
  <path className={strong ? 'draw-text draw-own' : 'draw-text'} d={`M${x} ${y}h${w}`} />
)

/** Several lines of text. */
export const Texts = ({ x, y, widths }: At & { widths: readonly number[] }) => (
  <>
    {widths.map((w, row) => (
      <Text key={row} x={x} y={y + row * 14} w={w} />
    ))}
  </>
)

/** A chat message with its translation. */
export const Bubble = ({ x, y, w, own = false }: At & { w: number; own?: boolean }) => (
  <g>
    <rect
      className={own ? 'draw-bubble-own' : 'draw-bubble'}
      x={x}
      y={y}
      width={w}
      height="40"
      rx="10"
    />
    <path className="draw-text" d={`M${x + 12} ${y + 14}h${w - 32}`} />
    <path className="draw-text draw-own" d={`M${x + 12} ${y + 28}h${w - 24}`} />
  </g>
)

/** The brand's arc between a line and its translation. */
export const Arc = ({ x, y, w }: Line) => (
  <path
    className="draw-arc"
    d={`M${x} ${y}c${w * 0.2} ${-w * 0.3} ${w * 0.8} ${-w * 0.3} ${w} 0`}
  />
)

export const Face = ({ x, y, own = false }: At & { own?: boolean }) => (
  <g className={own ? 'draw-face draw-face-own' : 'draw-face'}>
    <circle cx={x} cy={y} r="14" />
    <circle className="draw-inside" cx={x} cy={y - 3} r="4.5" />
    <path className="draw-inside" d={`M${x - 8} ${y + 9}c2-7 14-7 16 0z`} />
  </g>
)

export const Box = ({ x, y, w, h, on = false }: At & { w: number; h: number; on?: boolean }) => (
  <rect
    className={on ? 'draw-box draw-box-on' : 'draw-box'}
    x={x}
    y={y}
    width={w}
    height={h}
    rx="6"
  />
)

export const Button = ({ x, y, w }: Line) => (
  <g>
    <rect className="draw-button" x={x} y={y} width={w} height="24" rx="6" />
    <path className="draw-button-text" d={`M${x + w * 0.3} ${y + 12}h${w * 0.4}`} />
  </g>
)

export const Switch = ({ x, y, on = false }: At & { on?: boolean }) => (
  <g>
    <rect
      className={on ? 'draw-switch draw-switch-on' : 'draw-switch'}
      x={x}
      y={y}
      width="32"
      height="18"
      rx="9"
    />
    <circle className="draw-knob" cx={on ? x + 23 : x + 9} cy={y + 9} r="6" />
  </g>
)

export const Tick = ({ x, y }: At) => <path className="draw-tick" d={`m${x} ${y} 5 5 9-10`} />
export const Arrow = ({ x, y, w }: Line) => (
  <path className="draw-arrow" d={`M${x} ${y}h${w}m-7-6 7 6-7 6`} />
)
export const Tag = ({ x, y, w }: Line) => (
  <rect className="draw-tag" x={x} y={y} width={w} height="14" rx="7" />
)
