/** Dialogs that require password and code: new recovery codes, and disabling two-factor. */
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { t } from '#console/refine/i18n.ts'
import { notifyDone } from '#console/refine/notification.ts'
import { FormDialog } from '#console/engine/form/form-dialog.tsx'
import { CodeItem, PasswordItem } from '#console/features/security/two-factor/items.tsx'
import { RecoveryCodes } from '#console/features/security/two-factor/recovery-codes.tsx'
import { StepForm } from '#console/features/security/two-factor/step-form.tsx'
import { useStep } from '#console/features/security/two-factor/use-step.ts'
import { secondStep } from '#contract/second-step.ts'

type Proof = { password: string; code: string }

export function RenewCodes({ close }: { close: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes)
    return <RecoveryCodes title={t('security.secondStep.renewed')} codes={codes} close={close} />
  return (
    <Prove
      title={t('security.secondStep.renew')}
      help={t('security.secondStep.renewHelp')}
      close={close}
      work={async (proof) => {
        const { recoveryCodes } = await call(secondStep.renewCodes, proof)
        setCodes(recoveryCodes)
      }}
    />
  )
}

export function Disable({ close }: { close: () => void }) {
  return (
    <Prove
      title={t('security.secondStep.disable')}
      help={t('security.secondStep.disableHelp')}
      danger
      close={close}
      work={async (proof) => {
        await call(secondStep.disable, proof)
        notifyDone(t('security.secondStep.isOff'))
        close()
      }}
    />
  )
}

type Asked = {
  title: string
  help: string
  danger?: boolean
  close: () => void
  work: (proof: Proof) => Promise<void>
}

function Prove({ title, help, danger = false, close, work }: Asked) {
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
