/** Two-factor page: shows the status, enables and disables it. */
import { useEffect, useId, useRef, useState, type ReactNode, lazy, Suspense } from 'react'
import { Unavailable } from '#console/shell/unavailable.tsx'
import { t } from '#console/refine/i18n.ts'
import { useSectionQuery } from '#console/ui/query-card.tsx'
import { ListFailure } from '#console/engine/list/empty-states.tsx'
import { PageHeader, PageSkeleton } from '#console/ui/page-header.tsx'
import { twoFactor, type TwoFactorState, type NewSecret } from '#contract/two-factor.ts'
import '../../../ui/overlays.css'
import './two-factor.css'
import { CallDialog } from '#console/engine/form/call-dialog.tsx'
import { FormBody } from '#console/engine/form/form-body.tsx'
import { FormDialog } from '#console/engine/form/form-dialog.tsx'
import { callItems, useCallForm } from '#console/engine/form/use-call-form.ts'
import { RecoveryCodes } from '#console/features/security/two-factor/recovery-codes.tsx'
import { FactList } from '#console/ui/fact-list.tsx'
import { CopyButton } from '#console/ui/copy-button.tsx'

/** Number of recovery codes at which a warning appears. */
const fewCodes = 3

export default function TwoFactorScreen() {
  const { isOffered, isWaiting, data, error, retry } = useSectionQuery(twoFactor.get, {})
  const { card, openDialog, dialog } = useOneDialog(retry)
  if (!isOffered && !isWaiting) return <Unavailable />
  if (error !== undefined)
    return <ListFailure title={t('crud.form.failed')} error={error} retry={retry} />
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
      <FactList
        facts={[
          { name: t('security.twoFactor.since'), value: enabledDateTime },
          { name: t('security.twoFactor.codesLeft'), value: String(left) },
        ]}
      />
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

const password = () => ({ label: t('security.password') })

/** Items at which refusals are shown. */
const fieldOfCode = { wrongPassword: 'password', invalid: 'code' }

/** Dialog that enables two-factor login: password, app setup with a first code, recovery codes. */
function EnableDialog({ close }: { close: () => void }) {
  const [newSecret, setNewSecret] = useState<NewSecret>()
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes)
    return <RecoveryCodes title={t('security.twoFactor.isOn')} codes={codes} close={close} />
  return (
    <FormDialog title={t('security.twoFactor.turnOn')} onClose={close}>
      {newSecret ? (
        <AppForm newSecret={newSecret} onDone={setCodes} />
      ) : (
        <PasswordForm onDone={setNewSecret} />
      )}
    </FormDialog>
  )
}

function PasswordForm({ onDone }: { onDone: (newSecret: NewSecret) => void }) {
  const form = useCallForm({
    name: 'begin',
    resource: 'twoFactor',
    call: twoFactor.begin,
    items: callItems(twoFactor.begin, { password: password() }),
    fixed: {},
    fieldOfCode,
    done: () => undefined,
    onSaved: onDone,
  })
  return (
    <FormBody
      form={form}
      intro={<p>{t('security.twoFactor.passwordFirst')}</p>}
      saveLabel={t('security.twoFactor.next')}
    />
  )
}

type AppFormProps = { newSecret: NewSecret; onDone: (codes: readonly string[]) => void }

function AppForm({ newSecret: { uri, secret }, onDone }: AppFormProps) {
  const form = useCallForm({
    name: 'confirm',
    resource: 'twoFactor',
    call: twoFactor.confirm,
    items: callItems(twoFactor.confirm, {
      code: { label: t('security.code'), hasInitialFocus: true },
    }),
    fixed: {},
    fieldOfCode,
    done: () => undefined,
    onSaved: ({ recoveryCodes }) => onDone(recoveryCodes),
  })
  return (
    <FormBody
      form={form}
      intro={
        <div className="app-setup">
          {t('security.twoFactor.scan')}
          <Suspense fallback={<span className="app-code" />}>
            <AppCode uri={uri} />
          </Suspense>
          <details>
            <summary>{t('security.twoFactor.byHand')}</summary>
            <p className="app-secret">
              <code>{groupInFours(secret)}</code>
              <CopyButton text={secret} name={t('security.twoFactor.secret')} />
            </p>
          </details>
        </div>
      }
      saveLabel={t('security.twoFactor.confirm')}
    />
  )
}

/** Groups of four are easier to type; apps ignore the spaces. */
const groupInFours = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ')

const proofItems = <E extends typeof twoFactor.renewCodes | typeof twoFactor.disable>(call: E) =>
  callItems(call, { password: password(), code: { label: t('security.codeOrRecovery') } })

function RenewCodesDialog({ close }: { close: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes)
    return <RecoveryCodes title={t('security.twoFactor.renewed')} codes={codes} close={close} />
  return (
    <CallDialog
      name="renew"
      resource="twoFactor"
      title={t('security.twoFactor.renew')}
      text={t('security.twoFactor.renewHelp')}
      call={twoFactor.renewCodes}
      items={proofItems(twoFactor.renewCodes)}
      fixed={{}}
      fieldOfCode={fieldOfCode}
      saveLabel={t('security.twoFactor.renew')}
      done={() => undefined}
      onSaved={({ recoveryCodes }) => setCodes(recoveryCodes)}
      close={close}
    />
  )
}

function DisableDialog({ close }: { close: () => void }) {
  return (
    <CallDialog
      name="disable"
      resource="twoFactor"
      title={t('security.twoFactor.disable')}
      text={t('security.twoFactor.disableHelp')}
      call={twoFactor.disable}
      items={proofItems(twoFactor.disable)}
      fixed={{}}
      fieldOfCode={fieldOfCode}
      saveLabel={t('security.twoFactor.disable')}
      isDangerous
      done={() => t('security.twoFactor.isOff')}
      onSaved={close}
      close={close}
    />
  )
}
