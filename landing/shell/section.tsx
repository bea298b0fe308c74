/** Section of a public page with its heading. */
import type { ReactNode } from 'react'
import { Arch } from '#landing/shell/arch.tsx'

type Props = { name: string; title: string; lead?: string; tinted?: boolean; children: ReactNode }

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
