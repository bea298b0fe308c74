/** Dialog that enables two-factor login: password, app setup with a first code, recovery codes. */
import { lazy, Suspense, useState } from 'react'
import { call } from '#client/api/call.ts'
import { t } from '#console/refine/i18n.ts'
import { FormDialog } from '#console/engine/form/form-dialog.tsx'
import { CodeItem, PasswordItem } from '#console/features/security/two-factor/items.tsx'
import { RecoveryCodes } from '#console/features/security/two-factor/recovery-codes.tsx'
import { StepForm } from '#console/features/security/two-factor/step-form.tsx'
import { useStep } from '#console/features/security/two-factor/use-step.ts'
import { CopyButton } from '#console/ui/copy-button.tsx'
import { secondStep, type NewSecret } from '#contract/second-step.ts'

const AppCode = lazy(() => import('#console/features/security/two-factor/app-code.tsx'))

export function TurnOn({ close }: { close: () => void }) {
  const asking = useStep()
  const [password, setPassword] = useState('')
  const [made, setMade] = useState<NewSecret>()
  const [code, setCode] = useState('')
  const [codes, setCodes] = useState<readonly string[]>()

  if (codes)
    return <RecoveryCodes title={t('security.secondStep.isOn')} codes={codes} close={close} />
  const begin = () =>
    asking.complete({ password }) &&
    void asking.ask(() => call(secondStep.begin, { password }), setMade)
  const confirm = () =>
    asking.complete({ code }) &&
    void asking.ask(
      () => call(secondStep.confirm, { code }),
      ({ recoveryCodes }) => setCodes(recoveryCodes),
    )
  return (
    <FormDialog busy={asking.busy} title={t('security.secondStep.turnOn')} onClose={close}>
      {made ? (
        <StepForm
          key="app"
          asking={asking}
          submit={t('security.secondStep.confirm')}
          onSubmit={confirm}
        >
          <ol className="app-steps">
            <li>
              {t('security.secondStep.scan')}
              <Suspense fallback={<span className="app-code" />}>
                <AppCode uri={made.uri} />
              </Suspense>
              <details>
                <summary>{t('security.secondStep.byHand')}</summary>
                <p className="app-secret">
                  <code>{inGroups(made.secret)}</code>
                  <CopyButton text={made.secret} what={t('security.secondStep.secret')} />
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
          submit={t('security.secondStep.next')}
          onSubmit={begin}
        >
          <p>{t('security.secondStep.passwordFirst')}</p>
          <PasswordItem value={password} onChange={setPassword} asking={asking} />
        </StepForm>
      )}
    </FormDialog>
  )
}

/** Groups of four are easier to type; apps ignore the spaces. */
const inGroups = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ')
