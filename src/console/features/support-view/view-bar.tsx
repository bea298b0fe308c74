/** Bar above the whole page, with one button; permanent while it is rendered. */
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { t } from '#console/features/support-view/words.ts'
import { EyeIcon } from '#ui/icons.tsx'
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
