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
const fewCodes = 3

export default function TwoFactorScreen() {
  const { serves, isLoaded } = useCapabilities()
  const { data, error, refetch } = useQuery({
    queryKey: [twoFactor.get.path],
    queryFn: ({ signal }) => call(twoFactor.get, {}, { signal }),
    enabled: serves(twoFactor.get),
  })
  const { card, openDialog, dialog } = useOneDialog(() => void refetch())
  if (isLoaded && !serves(twoFactor.get)) return <Unavailable />
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
          {data.enabled === 1 ? (
            <EnabledStatus state={data} openDialog={openDialog} />
          ) : (
            <DisabledStatus openDialog={openDialog} />
          )}
        </section>
        <HowItWorks />
      </div>
      {dialog}
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

function DisabledStatus({ openDialog }: { openDialog: OpenDialog }) {
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
          onClick={() => openDialog((close) => <EnableDialog close={close} />)}
        >
          {t('security.twoFactor.turnOn')}
        </button>
      </p>
    </>
  )
}

function EnabledStatus({
  state: { enabledDateTime, recoveryCodesLeft: left },
  openDialog,
}: {
  state: TwoFactorState
  openDialog: OpenDialog
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
          <dt>{t('security.twoFactor.codesLeft')}</dt>
          <dd>{left}</dd>
        </div>
      </dl>
      {left <= fewCodes && (
        <p className="form-note" data-tone="warning" role="status">
          {t('security.twoFactor.fewCodesLeft')}
        </p>
      )}
      <p className="form-actions">
        <button
          type="button"
          className="button"
          onClick={() => openDialog((close) => <RenewCodesDialog close={close} />)}
        >
          {t('security.twoFactor.renew')}
        </button>
        <button
          type="button"
          className="text-button danger"
          onClick={() => openDialog((close) => <DisableDialog close={close} />)}
        >
          {t('security.twoFactor.disable')}
        </button>
      </p>
    </>
  )
}

type OpenDialog = (render: (close: () => void) => ReactNode) => void

/**
 * Shows one dialog at a time and calls `onClosed` after it: a lost response may still have changed
 * the state. If the button that opened it is gone, focus moves to the card.
 */
function useOneDialog(onClosed: () => void) {
  const card = useRef<HTMLElement>(null)
  const wasOpened = useRef(false)
  const [dialog, setDialog] = useState<ReactNode>(null)
  useEffect(() => {
    if (wasOpened.current && !dialog && document.activeElement === document.body)
      card.current?.focus()
  })
  const openDialog: OpenDialog = (render) => {
    wasOpened.current = true
    setDialog(
      render(() => {
        setDialog(null)
        onClosed()
      }),
    )
  }
  return { card, dialog, openDialog }
}

const AppCode = lazy(() => import('#console/features/security/two-factor/app-code.tsx'))

/** Dialog that enables two-factor login: password, app setup with a first code, recovery codes. */
function EnableDialog({ close }: { close: () => void }) {
  const step = useStep()
  const [password, setPassword] = useState('')
  const [newSecret, setNewSecret] = useState<NewSecret>()
  const [code, setCode] = useState('')
  const [codes, setCodes] = useState<readonly string[]>()

  if (codes)
    return <RecoveryCodes title={t('security.twoFactor.isOn')} codes={codes} close={close} />
  const begin = () =>
    step.checkFilled({ password }) &&
    void step.send(() => call(twoFactor.begin, { password }), setNewSecret)
  const confirm = () =>
    step.checkFilled({ code }) &&
    void step.send(
      () => call(twoFactor.confirm, { code }),
      ({ recoveryCodes }) => setCodes(recoveryCodes),
    )
  return (
    <FormDialog busy={step.isBusy} title={t('security.twoFactor.turnOn')} onClose={close}>
      {newSecret ? (
        <StepForm
          key="app"
          step={step}
          submitLabel={t('security.twoFactor.confirm')}
          onSubmit={confirm}
        >
          <ol className="app-steps">
            <li>
              {t('security.twoFactor.scan')}
              <Suspense fallback={<span className="app-code" />}>
                <AppCode uri={newSecret.uri} />
              </Suspense>
              <details>
                <summary>{t('security.twoFactor.byHand')}</summary>
                <p className="app-secret">
                  <code>{groupInFours(newSecret.secret)}</code>
                  <CopyButton text={newSecret.secret} name={t('security.twoFactor.secret')} />
                </p>
              </details>
            </li>
            <li>
              <CodeItem value={code} onChange={setCode} step={step} />
            </li>
          </ol>
        </StepForm>
      ) : (
        <StepForm
          key="password"
          step={step}
          submitLabel={t('security.twoFactor.next')}
          onSubmit={begin}
        >
          <p>{t('security.twoFactor.passwordFirst')}</p>
          <PasswordItem value={password} onChange={setPassword} step={step} />
        </StepForm>
      )}
    </FormDialog>
  )
}

/** Groups of four are easier to type; apps ignore the spaces. */
const groupInFours = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ')

type Proof = { password: string; code: string }

function RenewCodesDialog({ close }: { close: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes)
    return <RecoveryCodes title={t('security.twoFactor.renewed')} codes={codes} close={close} />
  return (
    <ProofDialog
      title={t('security.twoFactor.renew')}
      help={t('security.twoFactor.renewHelp')}
      close={close}
      onProof={async (proof) => {
        const { recoveryCodes } = await call(twoFactor.renewCodes, proof)
        setCodes(recoveryCodes)
      }}
    />
  )
}

export function DisableDialog({ close }: { close: () => void }) {
  return (
    <ProofDialog
      title={t('security.twoFactor.disable')}
      help={t('security.twoFactor.disableHelp')}
      danger
      close={close}
      onProof={async (proof) => {
        await call(twoFactor.disable, proof)
        notifyDone(t('security.twoFactor.isOff'))
        close()
      }}
    />
  )
}

type ProofDialogProps = {
  title: string
  help: string
  danger?: boolean
  close: () => void
  onProof: (proof: Proof) => Promise<void>
}

/** Dialog that requires the password and a code. */
function ProofDialog({ title, help, danger = false, close, onProof }: ProofDialogProps) {
  const step = useStep()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const submit = () =>
    step.checkFilled({ password, code }) &&
    void step.send(
      () => onProof({ password, code }),
      () => undefined,
    )
  return (
    <FormDialog busy={step.isBusy} title={title} onClose={close}>
      <StepForm step={step} submitLabel={title} danger={danger} onSubmit={submit}>
        <p>{help}</p>
        <PasswordItem value={password} onChange={setPassword} step={step} />
        <CodeItem acceptsRecoveryCode value={code} onChange={setCode} step={step} />
      </StepForm>
    </FormDialog>
  )
}
