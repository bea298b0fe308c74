/** Arch behind the hero section, with greetings along it. */
import { Arch, onArch } from '#landing/shell/arch.tsx'
import { samples } from '#locales/samples.ts'

const shape = { centre: 1550, wide: 352, high: 580, deck: 700 }
/** Positions of the greetings in degrees along the arch. */
const stands = [156, 138, 42, 24] as const

export function HeroBridge() {
  return (
    <Arch name="hero-bridge" shape={shape}>
      {stands.map((degrees, at) => (
        <Greeting key={degrees} {...onArch(shape, degrees)} word={samples.greeting.others[at]!} />
      ))}
    </Arch>
  )
}

function Greeting({ x, y, word }: { x: number; y: number; word: string }) {
  const width = 34 + word.length * (/[\u3000-\uffef]/.test(word) ? 14 : 8)
  return (
    <g className="hero-greeting">
      <rect x={x - width / 2} y={y - 18} width={width} height="36" rx="18" />
      <text x={x} y={y + 5} textAnchor="middle">
        {word}
      </text>
    </g>
  )
}
