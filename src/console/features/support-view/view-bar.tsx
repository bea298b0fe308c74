/** Bar above the whole page, with one button; permanent while it is rendered. */
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { t } from '#console/features/support-view/words.ts'
import './support-view.css'

type Props = {
  /** `active`: somebody is viewing; `pending`: nobody yet. */
  tone: 'active' | 'pending'
  children: ReactNode
  button: string
  isBusy?: boolean
  onClick: () => void
}

export const ViewBar = ({ tone, children, button, isBusy = false, onClick }: Props) =>
  createPortal(
    <section className="view-bar" data-tone={tone} aria-label={t('region')}>
      <EyeIcon />
      <p role="status">{children}</p>
      <button type="button" disabled={isBusy} onClick={onClick}>
        {button}
      </button>
    </section>,
    document.body,
  )

const EyeIcon = () => (
  <svg
    viewBox="0 0 16 16"
    width="16"
    height="16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d="M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8Z" />
    <circle cx="8" cy="8" r="2" />
  </svg>
)
