/** Sections and headings of public pages, and the drawings of a bridge behind them. */
import type { ReactNode } from 'react'

type Props = { name: string; title: string; lead?: string; tinted?: boolean; children: ReactNode }

/** Section of a public page with its heading. */
export function Section({ name, title, lead, tinted = false, children }: Props) {
  return (
    <section
      className={`section ${tinted ? 'section-tinted' : ''}`}
      id={name}
      aria-labelledby={`${name}-title`}
    >
      <div className="section-box">
        <div className="section-head">
          <HeadingMark />
          <h2 id={`${name}-title`}>{title}</h2>
          {lead && <p>{lead}</p>}
        </div>
        {children}
      </div>
    </section>
  )
}

const headArch = { centre: 1590, radiusX: 230, radiusY: 112, deck: 200 }

/** Heading of public pages other than the home page. */
export function PageHead({
  title,
  lead,
  children,
}: {
  title: string
  lead: string
  children?: ReactNode
}) {
  return (
    <div className="page-head">
      <Arch name="page-head-arch" shape={headArch} />
      <div className="section-box">
        <HeadingMark />
        <h1>{title}</h1>
        <p>{lead}</p>
        {children}
      </div>
    </div>
  )
}

/** Small bridge above a heading. */
function HeadingMark() {
  return (
    <svg
      className="bridge"
      width="72"
      height="20"
      viewBox="0 0 72 20"
      fill="none"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path className="bridge-source" d="M2 18h22" />
      <path className="bridge-target" d="M48 18h22" />
      <path className="bridge-arc" d="M13 12C20 -2 52 -2 59 12" />
    </svg>
  )
}

/** In SVG units: middle and radii of the half ellipse, and the y of the line it stands on. */
type ArchShape = { centre: number; radiusX: number; radiusY: number; deck: number }

/** SVG units between an arch and the lines beside it. */
const archGap = 24
/** SVG units between two hangers. */
const hangerDistance = 32

/** Background drawing of a bridge: two lines joined by an arch with hangers. */
export function Arch({
  name,
  shape,
  children,
}: {
  name: string
  shape: ArchShape
  children?: ReactNode
}) {
  const { centre, radiusX, radiusY, deck } = shape
  return (
    <svg
      className={`arch ${name}`}
      width="2400"
      height={deck}
      viewBox={`0 0 2400 ${deck}`}
      fill="none"
      aria-hidden="true"
    >
      <path className="arch-hangers" d={hangersPath(shape)} />
      <path
        className="arch-span"
        d={`M${centre - radiusX} ${deck}A${radiusX} ${radiusY} 0 0 1 ${centre + radiusX} ${deck}`}
      />
      <path className="arch-source" d={`M0 ${deck - 2}H${centre - radiusX - archGap}`} />
      <path className="arch-target" d={`M${centre + radiusX + archGap} ${deck - 2}H2400`} />
      {children}
    </svg>
  )
}

/** Point on the arch at an angle in degrees from its right foot. */
export function pointOnArch(
  { centre, radiusX, radiusY, deck }: ArchShape,
  degrees: number,
): { x: number; y: number } {
  const angle = (degrees * Math.PI) / 180
  return {
    x: Math.round(centre + radiusX * Math.cos(angle)),
    y: Math.round(deck - radiusY * Math.sin(angle)),
  }
}

/** Path of the vertical lines from the arch to the deck. */
function hangersPath({ centre, radiusX, radiusY, deck }: ArchShape): string {
  const lines: string[] = []
  for (let x = centre - radiusX + hangerDistance; x < centre + radiusX; x += hangerDistance) {
    const top = deck - radiusY * Math.sqrt(1 - ((x - centre) / radiusX) ** 2)
    lines.push(`M${x} ${Math.round(top)}V${deck}`)
  }
  return lines.join('')
}
