/** Two-factor page: shows the status, enables and disables it. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { call } from '#client/api/call.ts'
import { Unavailable } from '#console/shell/unavailable.tsx'
import { t } from '#console/refine/i18n.ts'
import { useCapabilities } from '#console/refine/capabilities.ts'
import { ListFailure } from '#console/engine/list/empty-states.tsx'
import { Disable, RenewCodes } from '#console/features/security/two-factor/prove.tsx'
import { TurnOn } from '#console/features/security/two-factor/turn-on.tsx'
import { PageHeader } from '#console/ui/page-header.tsx'
import { PageSkeleton } from '#console/ui/skeleton.tsx'
import { secondStep, type SecondStep } from '#contract/second-step.ts'
import '#console/ui/overlays.css'
import '#console/features/security/two-factor/two-factor.css'

/** Number of recovery codes at which a warning appears. */
const few = 3

export default function SecondStepScreen() {
  const { serves, known } = useCapabilities()
  const { data, error, refetch } = useQuery({
    queryKey: [secondStep.get.path],
    queryFn: ({ signal }) => call(secondStep.get, {}, { signal }),
    enabled: serves(secondStep.get),
  })
  const { card, open, shown } = useOpened(() => void refetch())
  if (known && !serves(secondStep.get)) return <Unavailable />
  if (error && !data)
    return <ListFailure title={t('pages.form.failed')} error={error} retry={() => void refetch()} />
  if (!data) return <PageSkeleton view="form" />
  return (
    <div className="form-page">
      <PageHeader title={t('resources.secondStep.title')} help={t('resources.secondStep.help')} />
      <div className="form-cards">
        <section
          ref={card}
          tabIndex={-1}
          className="card second-step"
          aria-label={t('resources.secondStep.title')}
        >
          {data.enabled === 1 ? <On state={data} open={open} /> : <Off open={open} />}
        </section>
        <HowItWorks />
      </div>
      {shown}
    </div>
  )
}

const steps = ['install', 'scan', 'keep'] as const

function HowItWorks() {
  const id = useId()
  return (
    <section className="card second-step-how" aria-labelledby={id}>
      <h2 id={id}>{t('security.secondStep.how.title')}</h2>
      <ol>
        {steps.map((step) => (
          <li key={step}>{t(`security.secondStep.how.${step}`)}</li>
        ))}
      </ol>
    </section>
  )
}

function Off({ open }: { open: Open }) {
  return (
    <>
      <p>
        <span className="tag">{t('security.secondStep.off')}</span>
      </p>
      <p>{t('security.secondStep.offHelp')}</p>
      <p className="form-actions">
        <button
          type="button"
          className="button primary"
          onClick={() => open((close) => <TurnOn close={close} />)}
        >
          {t('security.secondStep.turnOn')}
        </button>
      </p>
    </>
  )
}

function On({
  state: { enabledDateTime, recoveryCodesLeft: left },
  open,
}: {
  state: SecondStep
  open: Open
}) {
  return (
    <>
      <p>
        <span className="tag" data-tone="success">
          {t('security.secondStep.on')}
        </span>
      </p>
      <dl className="facts">
        <div>
          <dt>{t('security.secondStep.since')}</dt>
          <dd>{enabledDateTime}</dd>
        </div>
        <div>
          <dt>{t('security.secondStep.left')}</dt>
          <dd>{left}</dd>
        </div>
      </dl>
      {left <= few && (
        <p className="form-note" data-tone="warning" role="status">
          {t('security.secondStep.few')}
        </p>
      )}
      <p className="form-actions">
        <button
          type="button"
          className="button"
          onClick={() => open((close) => <RenewCodes close={close} />)}
        >
          {t('security.secondStep.renew')}
        </button>
        <button
          type="button"
          className="text-button danger"
          onClick={() => open((close) => <Disable close={close} />)}
        >
          {t('security.secondStep.disable')}
        </button>
      </p>
    </>
  )
}

type Open = (draw: (close: () => void) => ReactNode) => void

/**
 * Shows one dialog at a time and calls `onClosed` after it: a lost response may still have changed
 * the state. If the button that opened it is gone, focus moves to the card.
 */
function useOpened(onClosed: () => void) {
  const card = useRef<HTMLElement>(null)
  const opened = useRef(false)
  const [shown, setShown] = useState<ReactNode>(null)
  useEffect(() => {
    if (opened.current && !shown && document.activeElement === document.body) card.current?.focus()
  })
  const open: Open = (draw) => {
    opened.current = true
    setShown(
      draw(() => {
        setShown(null)
        onClosed()
      }),
    )
  }
  return { card, shown, open }
}
