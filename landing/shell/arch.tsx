/** The brand's bridge drawing: two lines joined by an arch with hangers. */
import type { ReactNode } from 'react'

type Shape = { centre: number; wide: number; high: number; deck: number }

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
