/** Bar above the whole page about a support view, with one button; it can't be dismissed. */
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { t } from '#console/features/support-view/messages.ts'
import { EyeIcon } from '#ui/icons.tsx'
import './support-view.css'

type Props = {
  /** `active`: support is viewing; `pending`: not yet. */
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
