/** Two-factor page: shows the status, enables and disables it. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type ReactNode, lazy, Suspense } from 'react'
import { call } from '#client/api/call.ts'
import { Unavailable } from '#console/shell/unavailable.tsx'
import { t } from '#console/refine/i18n.ts'
import { useCapabilities } from '#console/refine/capabilities.ts'
import { ListFailure } from '#console/engine/list/empty-states.tsx'
import { PageHeader, PageSkeleton } from '#console/ui/page-header.tsx'
import { twoFactor, type TwoFactorState, type NewSecret } from '#contract/two-factor.ts'
import '../../../ui/overlays.css'
import './two-factor.css'
import { FormDialog } from '#console/engine/form/form-dialog.tsx'
import {
  CodeItem,
  PasswordItem,
  StepForm,
  useStep,
} from '#console/features/security/two-factor/step-form.tsx'
import { RecoveryCodes } from '#console/features/security/two-factor/recovery-codes.tsx'
import { CopyButton } from '#console/ui/copy-button.tsx'
import { notifyDone } from '#console/refine/notification.ts'

/** Number of recovery codes at which a warning appears. */
const few = 3

export default function TwoFactorScreen() {
  const { serves, known } = useCapabilities()
  const { data, error, refetch } = useQuery({
    queryKey: [twoFactor.get.path],
    queryFn: ({ signal }) => call(twoFactor.get, {}, { signal }),
    enabled: serves(twoFactor.get),
  })
  const { card, open, shown } = useOpened(() => void refetch())
  if (known && !serves(twoFactor.get)) return <Unavailable />
  if (error && !data)
    return <ListFailure title={t('crud.form.failed')} error={error} retry={() => void refetch()} />
  if (!data) return <PageSkeleton view="form" />
  return (
    <div className="form-page">
      <PageHeader title={t('resources.twoFactor.title')} help={t('resources.twoFactor.help')} />
      <div className="form-cards">
        <section
          ref={card}
          tabIndex={-1}
          className="card two-factor"
          aria-label={t('resources.twoFactor.title')}
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
    <section className="card two-factor-how" aria-labelledby={id}>
      <h2 id={id}>{t('security.twoFactor.how.title')}</h2>
      <ol>
        {steps.map((step) => (
          <li key={step}>{t(`security.twoFactor.how.${step}`)}</li>
        ))}
      </ol>
    </section>
  )
}

function Off({ open }: { open: Open }) {
  return (
    <>
      <p>
        <span className="tag">{t('security.twoFactor.off')}</span>
      </p>
      <p>{t('security.twoFactor.offHelp')}</p>
      <p className="form-actions">
        <button
          type="button"
          className="button primary"
          onClick={() => open((close) => <TurnOn close={close} />)}
        >
          {t('security.twoFactor.turnOn')}
        </button>
      </p>
    </>
  )
}

function On({
  state: { enabledDateTime, recoveryCodesLeft: left },
  open,
}: {
  state: TwoFactorState
  open: Open
}) {
  return (
    <>
      <p>
        <span className="tag" data-tone="success">
          {t('security.twoFactor.on')}
        </span>
      </p>
      <dl className="facts">
        <div>
          <dt>{t('security.twoFactor.since')}</dt>
          <dd>{enabledDateTime}</dd>
        </div>
        <div>
          <dt>{t('security.twoFactor.left')}</dt>
          <dd>{left}</dd>
        </div>
      </dl>
      {left <= few && (
        <p className="form-note" data-tone="warning" role="status">
          {t('security.twoFactor.few')}
        </p>
      )}
      <p className="form-actions">
        <button
          type="button"
          className="button"
          onClick={() => open((close) => <RenewCodes close={close} />)}
        >
          {t('security.twoFactor.renew')}
        </button>
        <button
          type="button"
          className="text-button danger"
          onClick={() => open((close) => <Disable close={close} />)}
        >
          {t('security.twoFactor.disable')}
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

const AppCode = lazy(() => import('#console/features/security/two-factor/app-code.tsx'))

/** Dialog that enables two-factor login: password, app setup with a first code, recovery codes. */
function TurnOn({ close }: { close: () => void }) {
  const asking = useStep()
  const [password, setPassword] = useState('')
  const [made, setMade] = useState<NewSecret>()
  const [code, setCode] = useState('')
  const [codes, setCodes] = useState<readonly string[]>()

  if (codes)
    return <RecoveryCodes title={t('security.twoFactor.isOn')} codes={codes} close={close} />
  const begin = () =>
    asking.complete({ password }) &&
    void asking.ask(() => call(twoFactor.begin, { password }), setMade)
  const confirm = () =>
    asking.complete({ code }) &&
    void asking.ask(
      () => call(twoFactor.confirm, { code }),
      ({ recoveryCodes }) => setCodes(recoveryCodes),
    )
  return (
    <FormDialog busy={asking.busy} title={t('security.twoFactor.turnOn')} onClose={close}>
      {made ? (
        <StepForm
          key="app"
          asking={asking}
          submit={t('security.twoFactor.confirm')}
          onSubmit={confirm}
        >
          <ol className="app-steps">
            <li>
              {t('security.twoFactor.scan')}
              <Suspense fallback={<span className="app-code" />}>
                <AppCode uri={made.uri} />
              </Suspense>
              <details>
                <summary>{t('security.twoFactor.byHand')}</summary>
                <p className="app-secret">
                  <code>{inGroups(made.secret)}</code>
                  <CopyButton text={made.secret} what={t('security.twoFactor.secret')} />
                </p>
              </details>
            </li>
            <li>
              <CodeItem value={code} onChange={setCode} asking={asking} />
            </li>
          </ol>
        </StepForm>
      ) : (
        <StepForm
          key="password"
          asking={asking}
          submit={t('security.twoFactor.next')}
          onSubmit={begin}
        >
          <p>{t('security.twoFactor.passwordFirst')}</p>
          <PasswordItem value={password} onChange={setPassword} asking={asking} />
        </StepForm>
      )}
    </FormDialog>
  )
}

/** Groups of four are easier to type; apps ignore the spaces. */
const inGroups = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ')

type Proof = { password: string; code: string }

/** Dialogs that require password and code: new recovery codes, and disabling two-factor. */
function RenewCodes({ close }: { close: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes)
    return <RecoveryCodes title={t('security.twoFactor.renewed')} codes={codes} close={close} />
  return (
    <Prove
      title={t('security.twoFactor.renew')}
      help={t('security.twoFactor.renewHelp')}
      close={close}
      work={async (proof) => {
        const { recoveryCodes } = await call(twoFactor.renewCodes, proof)
        setCodes(recoveryCodes)
      }}
    />
  )
}

export function Disable({ close }: { close: () => void }) {
  return (
    <Prove
      title={t('security.twoFactor.disable')}
      help={t('security.twoFactor.disableHelp')}
      danger
      close={close}
      work={async (proof) => {
        await call(twoFactor.disable, proof)
        notifyDone(t('security.twoFactor.isOff'))
        close()
      }}
    />
  )
}

type ProveProps = {
  title: string
  help: string
  danger?: boolean
  close: () => void
  work: (proof: Proof) => Promise<void>
}

function Prove({ title, help, danger = false, close, work }: ProveProps) {
  const asking = useStep()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const submit = () =>
    asking.complete({ password, code }) &&
    void asking.ask(
      () => work({ password, code }),
      () => undefined,
    )
  return (
    <FormDialog busy={asking.busy} title={title} onClose={close}>
      <StepForm asking={asking} submit={title} danger={danger} onSubmit={submit}>
        <p>{help}</p>
        <PasswordItem value={password} onChange={setPassword} asking={asking} />
        <CodeItem either value={code} onChange={setCode} asking={asking} />
      </StepForm>
    </FormDialog>
  )
}
