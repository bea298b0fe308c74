/** What takes the password and a code: new recovery codes, and turning the second step off. */
import { useState } from 'react'
import { call } from '#client/call.ts'
import { t } from '#console/providers/i18n.ts'
import { notifyDone } from '#console/providers/notification.ts'
import { FormDialog } from '#console/screens/form-dialog.tsx'
import { CodeItem, PasswordItem } from '#console/second-step/items.tsx'
import { RecoveryCodes } from '#console/second-step/recovery-codes.tsx'
import { StepForm } from '#console/second-step/step-form.tsx'
import { useAsking } from '#console/second-step/use-asking.ts'
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
  const asking = useAsking()
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
      <StepForm asking={asking} submit={title} danger={danger} onSubmit={submit} onCancel={close}>
        <p>{help}</p>
        <PasswordItem value={password} onChange={setPassword} wrong={asking.wrong['password']} />
        <CodeItem either value={code} onChange={setCode} wrong={asking.wrong['code']} />
      </StepForm>
    </FormDialog>
  )
}
