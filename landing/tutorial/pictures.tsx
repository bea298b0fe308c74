/** Illustrations of the tutorial topics, by name, on a 320 × 200 canvas, styled by class. */
import type { ReactNode } from 'react'
import './drawing.css'

type Position = { x: number; y: number }
type Line = Position & { width: number; isStrong?: boolean }

/** A window of the client or a page, with its content. */
const Window = ({
  x = 20,
  y = 16,
  width = 280,
  height = 168,
  children,
}: Partial<Position> & { width?: number; height?: number; children?: ReactNode }) => (
  <g>
    <rect className="draw-card" x={x} y={y} width={width} height={height} rx="12" />
    <path className="draw-rule" d={`M${x} ${y + 24}h${width}`} />
    {[0, 1, 2].map((dot) => (
      <circle key={dot} className="draw-dot" cx={x + 14 + dot * 12} cy={y + 12} r="3" />
    ))}
    {children}
  </g>
)

/** A line of text; `isStrong`: in the primary colour. */
const Text = ({ x, y, width, isStrong = false }: Line) => (
  <path className={isStrong ? 'draw-text draw-own' : 'draw-text'} d={`M${x} ${y}h${width}`} />
)

/** Several lines of text. */
const Texts = ({ x, y, widths }: Position & { widths: readonly number[] }) => (
  <>
    {widths.map((width, row) => (
      <Text key={row} x={x} y={y + row * 14} width={width} />
    ))}
  </>
)

/** A chat message with its translation; `isOwn`: of the user. */
const Bubble = ({ x, y, width, isOwn = false }: Position & { width: number; isOwn?: boolean }) => (
  <g>
    <rect
      className={isOwn ? 'draw-bubble-own' : 'draw-bubble'}
      x={x}
      y={y}
      width={width}
      height="40"
      rx="10"
    />
    <path className="draw-text" d={`M${x + 12} ${y + 14}h${width - 32}`} />
    <path className="draw-text draw-own" d={`M${x + 12} ${y + 28}h${width - 24}`} />
  </g>
)

/** The brand's arc between a line and its translation. */
const Arc = ({ x, y, width }: Line) => (
  <path
    className="draw-arc"
    d={`M${x} ${y}c${width * 0.2} ${-width * 0.3} ${width * 0.8} ${-width * 0.3} ${width} 0`}
  />
)

const Face = ({ x, y, isOwn = false }: Position & { isOwn?: boolean }) => (
  <g className={isOwn ? 'draw-face draw-face-own' : 'draw-face'}>
    <circle cx={x} cy={y} r="14" />
    <circle className="draw-inside" cx={x} cy={y - 3} r="4.5" />
    <path className="draw-inside" d={`M${x - 8} ${y + 9}c2-7 14-7 16 0z`} />
  </g>
)

const Box = ({
  x,
  y,
  width,
  height,
  isOn = false,
}: Position & { width: number; height: number; isOn?: boolean }) => (
  <rect
    className={isOn ? 'draw-box draw-box-on' : 'draw-box'}
    x={x}
    y={y}
    width={width}
    height={height}
    rx="6"
  />
)

const Button = ({ x, y, width }: Line) => (
  <g>
    <rect className="draw-button" x={x} y={y} width={width} height="24" rx="6" />
    <path className="draw-button-text" d={`M${x + width * 0.3} ${y + 12}h${width * 0.4}`} />
  </g>
)

const Switch = ({ x, y, isOn = false }: Position & { isOn?: boolean }) => (
  <g>
    <rect
      className={isOn ? 'draw-switch draw-switch-on' : 'draw-switch'}
      x={x}
      y={y}
      width="32"
      height="18"
      rx="9"
    />
    <circle className="draw-knob" cx={isOn ? x + 23 : x + 9} cy={y + 9} r="6" />
  </g>
)

const Tick = ({ x, y }: Position) => <path className="draw-tick" d={`m${x} ${y} 5 5 9-10`} />
const Arrow = ({ x, y, width }: Line) => (
  <path className="draw-arrow" d={`M${x} ${y}h${width}m-7-6 7 6-7 6`} />
)
const Tag = ({ x, y, width }: Line) => (
  <rect className="draw-tag" x={x} y={y} width={width} height="14" rx="7" />
)

export const pictures: Readonly<Record<string, ReactNode>> = {
  register: (
    <Window x={80} width={160}>
      <Box x={100} y={54} width={120} height={20} />
      <Box x={100} y={82} width={78} height={20} />
      <Box x={184} y={82} width={36} height={20} isOn />
      <Box x={100} y={110} width={120} height={20} />
      <Button x={100} y={144} width={120} />
    </Window>
  ),
  install: (
    <>
      <Window x={20} width={120} height={120} y={40}>
        <Text x={36} y={84} width={70} />
        <Button x={36} y={112} width={76} />
      </Window>
      <Arrow x={152} y={100} width={36} />
      <Window x={200} width={100} height={120} y={40}>
        <path className="draw-arrow" d="M250 78v36m-12-12 12 12 12-12" />
        <Text x={226} y={136} width={48} isStrong />
      </Window>
    </>
  ),
  recharge: (
    <Window>
      <Box x={40} y={58} width={72} height={64} />
      <Box x={124} y={58} width={72} height={64} isOn />
      <Box x={208} y={58} width={72} height={64} />
      {[52, 136, 220].map((x) => (
        <Texts key={x} x={x} y={78} widths={[40, 28]} />
      ))}
      <Text x={40} y={152} width={60} />
      <Arrow x={116} y={152} width={30} />
      <Text x={160} y={152} width={44} isStrong />
      <Button x={220} y={140} width={60} />
    </Window>
  ),
  subAccounts: (
    <>
      <Face x={160} y={44} isOwn />
      {[64, 160, 256].map((x) => (
        <g key={x}>
          <path className="draw-line" d={`M160 66C160 92 ${x} 84 ${x} 108`} />
          <Face x={x} y={126} />
          <Text x={x - 26} y={160} width={52} isStrong />
        </g>
      ))}
    </>
  ),
  promotion: (
    <>
      <Face x={70} y={110} isOwn />
      <Arc x={84} y={92} width={152} />
      <Face x={250} y={110} />
      <Text x={50} y={146} width={40} />
      <rect className="draw-button" x="214" y="138" width="72" height="24" rx="12" />
      <path className="draw-button-text" d="M228 150h12m-6-6v12M248 150h26" />
    </>
  ),
  userCenter: (
    <Window>
      <path className="draw-rule" d="M88 40v144" />
      <Texts x={36} y={62} widths={[36, 36, 36, 36]} />
      <Box x={104} y={54} width={54} height={40} isOn />
      <Box x={166} y={54} width={54} height={40} />
      <Box x={228} y={54} width={54} height={40} />
      {[20, 34, 26, 44, 38, 52, 30].map((height, index) => (
        <path key={index} className="draw-bar" d={`M${112 + index * 26} 172v${-height}`} />
      ))}
    </Window>
  ),
  addApp: (
    <Window>
      {[0, 1, 2, 3, 4, 5].map((index) => (
        <Box
          key={index}
          x={44 + (index % 3) * 60}
          y={56 + Math.floor(index / 3) * 60}
          width={44}
          height={44}
        />
      ))}
      <Box x={224} y={56} width={56} height={104} isOn />
      <path className="draw-arrow" d="M252 92v32m-16-16h32" />
    </Window>
  ),
  manageApps: (
    <Window>
      {[0, 1, 2].map((index) => (
        <g key={index}>
          <Box x={40} y={52 + index * 42} width={240} height={32} isOn={index === 0} />
          <path className="draw-line" d={`M52 ${64 + index * 42}h12m-12 8h12`} />
          <Text x={78} y={68 + index * 42} width={[90, 60, 74][index]!} />
          <Switch x={236} y={59 + index * 42} isOn={index !== 2} />
        </g>
      ))}
    </Window>
  ),
  translation: (
    <>
      <Bubble x={24} y={30} width={150} />
      <Arc x={150} y={84} width={64} />
      <Bubble x={146} y={92} width={150} isOwn />
      <Box x={60} y={152} width={80} height={26} />
      <Arrow x={150} y={165} width={22} />
      <Box x={184} y={152} width={80} height={26} isOn />
    </>
  ),
  quickReply: (
    <>
      <Window x={20} width={110} height={150} y={26}>
        {[0, 1, 2].map((index) => (
          <Box key={index} x={34} y={60 + index * 36} width={82} height={26} isOn={index === 1} />
        ))}
      </Window>
      <Arrow x={142} y={108} width={30} />
      <Bubble x={184} y={66} width={116} isOwn />
      <Box x={184} y={122} width={116} height={28} />
      <Text x={196} y={136} width={70} isStrong />
    </>
  ),
  fanNotes: (
    <Window>
      <Face x={60} y={72} />
      <Text x={86} y={66} width={70} />
      <Tag x={86} y={76} width={36} />
      <Tag x={128} y={76} width={28} />
      <path className="draw-rule" d="M180 40v144" />
      <Texts x={196} y={66} widths={[84, 60, 76]} />
      <Text x={196} y={118} width={50} isStrong />
      <Bubble x={36} y={112} width={124} />
    </Window>
  ),
  massMessaging: (
    <>
      <Bubble x={20} y={78} width={110} isOwn />
      {[40, 98, 156].map((y) => (
        <g key={y}>
          <path className="draw-line" d={`M134 98C170 98 170 ${y} 204 ${y}`} />
          <Face x={224} y={y} />
          <Text x={248} y={y} width={48} isStrong />
        </g>
      ))}
    </>
  ),
  aiReply: (
    <>
      <Bubble x={24} y={28} width={150} />
      <Box x={84} y={84} width={212} height={84} isOn />
      <path className="draw-spark" d="M108 100l4 10 10 4-10 4-4 10-4-10-10-4 10-4z" />
      <Texts x={134} y={106} widths={[140, 120]} />
      <Text x={134} y={134} width={80} isStrong />
      <Button x={220} y={138} width={60} />
    </>
  ),
  proxy: (
    <>
      <Window x={20} width={90} height={110} y={46}>
        <Texts x={34} y={90} widths={[56, 40]} />
      </Window>
      <Arrow x={118} y={100} width={26} />
      <circle className="draw-ring" cx="176" cy="100" r="26" />
      <Tick x={168} y={100} />
      <Arrow x={208} y={100} width={26} />
      <circle className="draw-line" cx="270" cy="100" r="30" />
      <path className="draw-line" d="M240 100h60M270 70c-18 18-18 42 0 60 18-18 18-42 0-60" />
    </>
  ),
  system: (
    <Window>
      {[0, 1, 2].map((index) => (
        <g key={index}>
          <Text x={44} y={70 + index * 38} width={[110, 84, 128][index]!} />
          <Switch x={240} y={61 + index * 38} isOn={index < 2} />
        </g>
      ))}
    </Window>
  ),
  smartAi: (
    <>
      <Box x={24} y={44} width={110} height={112} />
      <Texts x={40} y={70} widths={[78, 60, 78, 44]} />
      <path className="draw-spark" d="M160 84l5 13 13 5-13 5-5 13-5-13-13-5 13-5z" />
      <Box x={188} y={44} width={110} height={112} isOn />
      {[78, 66, 50].map((width, row) => (
        <Text key={width} x={204} y={70 + row * 14} width={width} isStrong />
      ))}
      <Tick x={238} y={132} />
    </>
  ),
  image: (
    <>
      <Box x={24} y={36} width={124} height={128} />
      <path className="draw-line" d="M24 140l36-38 28 28 22-20 38 36" />
      <Text x={44} y={62} width={60} />
      <Text x={44} y={78} width={40} />
      <Arc x={130} y={40} width={60} />
      <Box x={172} y={36} width={124} height={128} isOn />
      <path className="draw-line" d="M172 140l36-38 28 28 22-20 38 36" />
      <Text x={192} y={62} width={60} isStrong />
      <Text x={192} y={78} width={44} isStrong />
    </>
  ),
  customerCenter: (
    <Window>
      {[0, 1, 2].map((index) => (
        <g key={index}>
          <Face x={58} y={68 + index * 42} isOwn={index === 0} />
          <Text x={84} y={68 + index * 42} width={[80, 60, 72][index]!} />
          <Tag x={184} y={61 + index * 42} width={[40, 52, 34][index]!} />
          <path className="draw-rule" d={`M250 ${68 + index * 42}h30`} />
        </g>
      ))}
    </Window>
  ),
  display: (
    <>
      <rect className="draw-light" x="24" y="36" width="130" height="128" rx="12" />
      <rect className="draw-dark" x="166" y="36" width="130" height="128" rx="12" />
      <Text x={44} y={68} width={70} />
      <Text x={44} y={84} width={86} isStrong />
      <path className="draw-light-text" d="M186 68h70" />
      <path className="draw-light-text draw-light-own" d="M186 84h86" />
      <text className="draw-letter" x="44" y="144" fontSize="16">
        A
      </text>
      <text className="draw-letter" x="66" y="144" fontSize="26">
        A
      </text>
      <Switch x={242} y={126} isOn />
    </>
  ),
}
