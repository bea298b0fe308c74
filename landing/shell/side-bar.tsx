/** Desktop side bar: contacts, free test and contact check, without JavaScript (spec 2.7). */
import type { ReactNode } from 'react'
import { freeTestRoute } from '#client/routes.ts'
import type { ContactPurpose } from '#client/service-contacts.ts'
import { Island } from '#landing/live/islands.tsx'
import { OpenValidateButton, shieldPath } from '#landing/shell/validate-dialog.tsx'
import { sitePath } from '#landing/site-links.ts'
import { t } from '#landing/messages.ts'

const iconPaths = {
  preSale: 'M3 5.5h14v8.5H9l-3.5 3v-3H3z M7 9.7h.01M10 9.7h.01M13 9.7h.01',
  afterSale:
    'M4 11V9.5a6 6 0 0 1 12 0V11 M4 11h2.5v4H4z M13.5 11H16v4h-2.5z M16 15c0 1.5-2 2.5-4.5 2.5',
  freeTest: 'M10 2.5v3 M3.5 8.5h13 M5 5.5h10v3H5z M4.5 8.5v8.5h11V8.5 M10 8.5V17',
  validate: shieldPath,
} as const

export function SideBar() {
  return (
    <aside className="side" aria-label={t('frame.side.label')}>
      <ContactsPopover name="preSale" />
      <ContactsPopover name="afterSale" />
      <a className="side-item" href={freeTestRoute} title={t('frame.side.freeTest')}>
        <SideItem name="freeTest" />
      </a>
      <OpenValidateButton className="side-item">
        <SideItem name="validate" />
      </OpenValidateButton>
    </aside>
  )
}

/** Its QR codes are loaded when one of the two first opens (`landing/live/side-contacts.ts`). */
function ContactsPopover({ name }: { name: ContactPurpose }): ReactNode {
  return (
    <div className={`side-${name}`}>
      <button
        className="side-item"
        type="button"
        popoverTarget={`side-${name}`}
        title={t(`frame.side.${name}`)}
      >
        <SideItem name={name} />
      </button>
      <div
        id={`side-${name}`}
        className="popover side-pop"
        popover="auto"
        role="group"
        aria-label={t(`frame.side.${name}`)}
        data-contacts={name}
      >
        <Island name={name === 'preSale' ? 'sidePreSale' : 'sideAfterSale'} />
        <div className="side-failed">
          <p role="alert" data-message={t('frame.side.failed')} />
          <button className="button" type="button" data-act="contacts">
            {t('frame.side.again')}
          </button>
        </div>
        <a className="side-elsewhere without-script" href={sitePath('/contactUs')}>
          {t('frame.side.script')}
        </a>
      </div>
    </div>
  )
}

function SideItem({ name }: { name: keyof typeof iconPaths }) {
  return (
    <>
      <svg
        width="22"
        height="22"
        viewBox="0 0 20 20"
        fill="none"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={iconPaths[name]} />
      </svg>
      <span>{t(`frame.side.${name}`)}</span>
    </>
  )
}
