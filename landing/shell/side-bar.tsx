/** The side bar of a desktop: contacts before and after the sale, a free test, and the check of a contact (2.7). All of it works without a script. */
import type { ReactNode } from 'react'
import { freeTestRoute } from '#client/routes.ts'
import { LivePart } from '#landing/live/parts.tsx'
import { OpenValidate } from '#landing/shell/open-validate.tsx'
import { t } from '#landing/words.ts'

const pictures = {
  preSale: 'M3 5.500h14v8.500H9l-3.500 3v-3H3z M7 9.700h.01M10 9.700h.01M13 9.700h.01',
  afterSale: 'M4 11V9.500a6 6 0 0 1 12 0V11 M4 11h2.500v4H4z M13.500 11H16v4h-2.500z M16 15c0 1.500-2 2.500-4.500 2.500',
  freeTest: 'M10 2.500v3 M3.500 8.500h13 M5 5.500h10v3H5z M4.500 8.500v8.500h11V8.500 M10 8.500V17',
  validate: 'M10 2.500l6 2.500v4.500c0 4-2.600 6.700-6 8-3.400-1.300-6-4-6-8V5z M7.300 9.800l2 2 3.500-3.800',
} as const

export function SideBar() {
  return (
    <aside className="side" aria-label={t('frame.side.label')}>
      <Pop name="preSale" />
      <Pop name="afterSale" />
      <a className="side-item" href={freeTestRoute} title={t('frame.side.freeTest')}>
        <Item name="freeTest" />
      </a>
      <OpenValidate className="side-item">
        <Item name="validate" />
      </OpenValidate>
    </aside>
  )
}

function Pop({ name }: { name: 'preSale' | 'afterSale' }): ReactNode {
  return (
    <div className={`side-${name}`}>
      <button className="side-item" type="button" popoverTarget={`side-${name}`} title={t(`frame.side.${name}`)}>
        <Item name={name} />
      </button>
      <div id={`side-${name}`} className="side-pop" popover="auto" role="group" aria-label={t(`frame.side.${name}`)}>
        <LivePart part={name} />
      </div>
    </div>
  )
}

function Item({ name }: { name: keyof typeof pictures }) {
  return (
    <>
      <svg width="22" height="22" viewBox="0 0 20 20" fill="none" strokeWidth="1.400" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
        <path d={pictures[name]} />
      </svg>
      <span>{t(`frame.side.${name}`)}</span>
    </>
  )
}
