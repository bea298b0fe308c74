/** Illustrations of the tutorial topics on a 320 × 200 canvas, styled by class. */
import type { ReactNode } from 'react'
import './drawing.css'

type Position = { x: number; y: number }
type Line = Position & { w: number; strong?: boolean }

/** A window of the client or a page, with its content. */
const Window = ({
  x = 20,
  y = 16,
  w = 280,
  h = 168,
  children,
}: Partial<Position> & { w?: number; h?: number; children?: ReactNode }) => (
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
const Text = ({ x, y, w, strong = false }: Line) => (
  <path className={strong ? 'draw-text draw-own' : 'draw-text'} d={`M${x} ${y}h${w}`} />
)

/** Several lines of text. */
const Texts = ({ x, y, widths }: Position & { widths: readonly number[] }) => (
  <>
    {widths.map((w, row) => (
      <Text key={row} x={x} y={y + row * 14} w={w} />
    ))}
  </>
)

/** A chat message with its translation. */
const Bubble = ({ x, y, w, own = false }: Position & { w: number; own?: boolean }) => (
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
const Arc = ({ x, y, w }: Line) => (
  <path
    className="draw-arc"
    d={`M${x} ${y}c${w * 0.2} ${-w * 0.3} ${w * 0.8} ${-w * 0.3} ${w} 0`}
  />
)

const Face = ({ x, y, own = false }: Position & { own?: boolean }) => (
  <g className={own ? 'draw-face draw-face-own' : 'draw-face'}>
    <circle cx={x} cy={y} r="14" />
    <circle className="draw-inside" cx={x} cy={y - 3} r="4.5" />
    <path className="draw-inside" d={`M${x - 8} ${y + 9}c2-7 14-7 16 0z`} />
  </g>
)

const Box = ({ x, y, w, h, on = false }: Position & { w: number; h: number; on?: boolean }) => (
  <rect
    className={on ? 'draw-box draw-box-on' : 'draw-box'}
    x={x}
    y={y}
    width={w}
    height={h}
    rx="6"
  />
)

const Button = ({ x, y, w }: Line) => (
  <g>
    <rect className="draw-button" x={x} y={y} width={w} height="24" rx="6" />
    <path className="draw-button-text" d={`M${x + w * 0.3} ${y + 12}h${w * 0.4}`} />
  </g>
)

const Switch = ({ x, y, on = false }: Position & { on?: boolean }) => (
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

const Tick = ({ x, y }: Position) => <path className="draw-tick" d={`m${x} ${y} 5 5 9-10`} />
const Arrow = ({ x, y, w }: Line) => (
  <path className="draw-arrow" d={`M${x} ${y}h${w}m-7-6 7 6-7 6`} />
)
const Tag = ({ x, y, w }: Line) => (
  <rect className="draw-tag" x={x} y={y} width={w} height="14" rx="7" />
)

export const pictures: Readonly<Record<string, ReactNode>> = {
  register: (
    <Window x={80} w={160}>
      <Box x={100} y={54} w={120} h={20} />
      <Box x={100} y={82} w={78} h={20} />
      <Box x={184} y={82} w={36} h={20} on />
      <Box x={100} y={110} w={120} h={20} />
      <Button x={100} y={144} w={120} />
    </Window>
  ),
  install: (
    <>
      <Window x={20} w={120} h={120} y={40}>
        <Text x={36} y={84} w={70} />
        <Button x={36} y={112} w={76} />
      </Window>
      <Arrow x={152} y={100} w={36} />
      <Window x={200} w={100} h={120} y={40}>
        <path className="draw-arrow" d="M250 78v36m-12-12 12 12 12-12" />
        <Text x={226} y={136} w={48} strong />
      </Window>
    </>
  ),
  recharge: (
    <Window>
      <Box x={40} y={58} w={72} h={64} />
      <Box x={124} y={58} w={72} h={64} on />
      <Box x={208} y={58} w={72} h={64} />
      {[52, 136, 220].map((x) => (
        <Texts key={x} x={x} y={78} widths={[40, 28]} />
      ))}
      <Text x={40} y={152} w={60} />
      <Arrow x={116} y={152} w={30} />
      <Text x={160} y={152} w={44} strong />
      <Button x={220} y={140} w={60} />
    </Window>
  ),
  subAccounts: (
    <>
      <Face x={160} y={44} own />
      {[64, 160, 256].map((x) => (
        <g key={x}>
          <path className="draw-line" d={`M160 66C160 92 ${x} 84 ${x} 108`} />
          <Face x={x} y={126} />
          <Text x={x - 26} y={160} w={52} strong />
        </g>
      ))}
    </>
  ),
  promotion: (
    <>
      <Face x={70} y={110} own />
      <Arc x={84} y={92} w={152} />
      <Face x={250} y={110} />
      <Text x={50} y={146} w={40} />
      <rect className="draw-button" x="214" y="138" width="72" height="24" rx="12" />
      <path className="draw-button-text" d="M228 150h12m-6-6v12M248 150h26" />
    </>
  ),
  userCenter: (
    <Window>
      <path className="draw-rule" d="M88 40v144" />
      <Texts x={36} y={62} widths={[36, 36, 36, 36]} />
      <Box x={104} y={54} w={54} h={40} on />
      <Box x={166} y={54} w={54} h={40} />
      <Box x={228} y={54} w={54} h={40} />
      {[20, 34, 26, 44, 38, 52, 30].map((high, at) => (
        <path key={at} className="draw-bar" d={`M${112 + at * 26} 172v${-high}`} />
      ))}
    </Window>
  ),
  addApp: (
    <Window>
      {[0, 1, 2, 3, 4, 5].map((at) => (
        <Box key={at} x={44 + (at % 3) * 60} y={56 + Math.floor(at / 3) * 60} w={44} h={44} />
      ))}
      <Box x={224} y={56} w={56} h={104} on />
      <path className="draw-arrow" d="M252 92v32m-16-16h32" />
    </Window>
  ),
  manageApps: (
    <Window>
      {[0, 1, 2].map((at) => (
        <g key={at}>
          <Box x={40} y={52 + at * 42} w={240} h={32} on={at === 0} />
          <path className="draw-line" d={`M52 ${64 + at * 42}h12m-12 8h12`} />
          <Text x={78} y={68 + at * 42} w={[90, 60, 74][at]!} />
          <Switch x={236} y={59 + at * 42} on={at !== 2} />
        </g>
      ))}
    </Window>
  ),
  translation: (
    <>
      <Bubble x={24} y={30} w={150} />
      <Arc x={150} y={84} w={64} />
      <Bubble x={146} y={92} w={150} own />
      <Box x={60} y={152} w={80} h={26} />
      <Arrow x={150} y={165} w={22} />
      <Box x={184} y={152} w={80} h={26} on />
    </>
  ),
  quickReply: (
    <>
      <Window x={20} w={110} h={150} y={26}>
        {[0, 1, 2].map((at) => (
          <Box key={at} x={34} y={60 + at * 36} w={82} h={26} on={at === 1} />
        ))}
      </Window>
      <Arrow x={142} y={108} w={30} />
      <Bubble x={184} y={66} w={116} own />
      <Box x={184} y={122} w={116} h={28} />
      <Text x={196} y={136} w={70} strong />
    </>
  ),
  fanNotes: (
    <Window>
      <Face x={60} y={72} />
      <Text x={86} y={66} w={70} />
      <Tag x={86} y={76} w={36} />
      <Tag x={128} y={76} w={28} />
      <path className="draw-rule" d="M180 40v144" />
      <Texts x={196} y={66} widths={[84, 60, 76]} />
      <Text x={196} y={118} w={50} strong />
      <Bubble x={36} y={112} w={124} />
    </Window>
  ),
  massMessaging: (
    <>
      <Bubble x={20} y={78} w={110} own />
      {[40, 98, 156].map((y) => (
        <g key={y}>
          <path className="draw-line" d={`M134 98C170 98 170 ${y} 204 ${y}`} />
          <Face x={224} y={y} />
          <Text x={248} y={y} w={48} strong />
        </g>
      ))}
    </>
  ),
  aiReply: (
    <>
      <Bubble x={24} y={28} w={150} />
      <Box x={84} y={84} w={212} h={84} on />
      <path className="draw-spark" d="M108 100l4 10 10 4-10 4-4 10-4-10-10-4 10-4z" />
      <Texts x={134} y={106} widths={[140, 120]} />
      <Text x={134} y={134} w={80} strong />
      <Button x={220} y={138} w={60} />
    </>
  ),
  proxy: (
    <>
      <Window x={20} w={90} h={110} y={46}>
        <Texts x={34} y={90} widths={[56, 40]} />
      </Window>
      <Arrow x={118} y={100} w={26} />
      <circle className="draw-ring" cx="176" cy="100" r="26" />
      <Tick x={168} y={100} />
      <Arrow x={208} y={100} w={26} />
      <circle className="draw-line" cx="270" cy="100" r="30" />
      <path className="draw-line" d="M240 100h60M270 70c-18 18-18 42 0 60 18-18 18-42 0-60" />
    </>
  ),
  system: (
    <Window>
      {[0, 1, 2].map((at) => (
        <g key={at}>
          <Text x={44} y={70 + at * 38} w={[110, 84, 128][at]!} />
          <Switch x={240} y={61 + at * 38} on={at < 2} />
        </g>
      ))}
    </Window>
  ),
  smartAi: (
    <>
      <Box x={24} y={44} w={110} h={112} />
      <Texts x={40} y={70} widths={[78, 60, 78, 44]} />
      <path className="draw-spark" d="M160 84l5 13 13 5-13 5-5 13-5-13-13-5 13-5z" />
      <Box x={188} y={44} w={110} h={112} on />
      {[78, 66, 50].map((w, row) => (
        <Text key={w} x={204} y={70 + row * 14} w={w} strong />
      ))}
      <Tick x={238} y={132} />
    </>
  ),
  image: (
    <>
      <Box x={24} y={36} w={124} h={128} />
      <path className="draw-line" d="M24 140l36-38 28 28 22-20 38 36" />
      <Text x={44} y={62} w={60} />
      <Text x={44} y={78} w={40} />
      <Arc x={130} y={40} w={60} />
      <Box x={172} y={36} w={124} h={128} on />
      <path className="draw-line" d="M172 140l36-38 28 28 22-20 38 36" />
      <Text x={192} y={62} w={60} strong />
      <Text x={192} y={78} w={44} strong />
    </>
  ),
  customerCenter: (
    <Window>
      {[0, 1, 2].map((at) => (
        <g key={at}>
          <Face x={58} y={68 + at * 42} own={at === 0} />
          <Text x={84} y={68 + at * 42} w={[80, 60, 72][at]!} />
          <Tag x={184} y={61 + at * 42} w={[40, 52, 34][at]!} />
          <path className="draw-rule" d={`M250 ${68 + at * 42}h30`} />
        </g>
      ))}
    </Window>
  ),
  display: (
    <>
      <rect className="draw-light" x="24" y="36" width="130" height="128" rx="12" />
      <rect className="draw-dark" x="166" y="36" width="130" height="128" rx="12" />
      <Text x={44} y={68} w={70} />
      <Text x={44} y={84} w={86} strong />
      <path className="draw-light-text" d="M186 68h70" />
      <path className="draw-light-text draw-light-own" d="M186 84h86" />
      <text className="draw-letter" x="44" y="144" fontSize="16">
        A
      </text>
      <text className="draw-letter" x="66" y="144" fontSize="26">
        A
      </text>
      <Switch x={242} y={126} on />
    </>
  ),
}
