/** Section and heading of a public page, and the brand's bridge drawing. */
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
          <Bridge />
          <h2 id={`${name}-title`}>{title}</h2>
          {lead && <p>{lead}</p>}
        </div>
        {children}
      </div>
    </section>
  )
}

const headArch = { centre: 1590, wide: 230, high: 112, deck: 200 }

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
        <Bridge />
        <h1>{title}</h1>
        <p>{lead}</p>
        {children}
      </div>
    </div>
  )
}

function Bridge() {
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

type Shape = { centre: number; wide: number; high: number; deck: number }

/** The brand's bridge drawing: two lines joined by an arch with hangers. */
export function Arch({
  name,
  shape,
  children,
}: {
  name: string
  shape: Shape
  children?: ReactNode
}) {
  const { centre, wide, high, deck } = shape
  return (
    <svg
      className={`arch ${name}`}
      width="2400"
      height={deck}
      viewBox={`0 0 2400 ${deck}`}
      fill="none"
      aria-hidden="true"
    >
      <path className="arch-hangers" d={hangers(shape)} />
      <path
        className="arch-span"
        d={`M${centre - wide} ${deck}A${wide} ${high} 0 0 1 ${centre + wide} ${deck}`}
      />
      <path className="arch-source" d={`M0 ${deck - 2}H${centre - wide - 24}`} />
      <path className="arch-target" d={`M${centre + wide + 24} ${deck - 2}H2400`} />
      {children}
    </svg>
  )
}

/** Point on the arch at an angle in degrees from its right foot. */
export function onArch(
  { centre, wide, high, deck }: Shape,
  degrees: number,
): { x: number; y: number } {
  const angle = (degrees * Math.PI) / 180
  return {
    x: Math.round(centre + wide * Math.cos(angle)),
    y: Math.round(deck - high * Math.sin(angle)),
  }
}

/** Evenly spaced vertical lines from the arch to the deck. */
function hangers({ centre, wide, high, deck }: Shape): string {
  const lines: string[] = []
  for (let x = centre - wide + 32; x < centre + wide; x += 32) {
    const top = deck - high * Math.sqrt(1 - ((x - centre) / wide) ** 2)
    lines.push(`M${x} ${Math.round(top)}V${deck}`)
  }
  return lines.join('')
}
