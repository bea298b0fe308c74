/** Links that load and open a dialog: agreement, privacy policy, password reset. */
import { language } from '#client/i18n/language.ts'
import type { LegalText } from '#landing/legal/sections.ts'
import { t } from '#landing/messages.ts'
import { useState, type ReactNode } from 'react'

/** Links to the service agreement and the privacy policy, loaded on demand. */
export function Agreement() {
  return (
    <>
      {/* Chinese book title marks include their own spacing. */}
      {language() === 'zh' ? null : ' '}
      <DialogTrigger load={(close) => renderAgreement('agreement', close)}>
        {t('landing.agreement.link')}
      </DialogTrigger>
      {t('landing.agreement.and')}
      <DialogTrigger load={(close) => renderAgreement('privacy', close)}>
        {t('landing.privacy.link')}
      </DialogTrigger>
    </>
  )
}

async function renderAgreement(text: LegalText, close: () => void) {
  const { AgreementDialog, loadLegalText } = await import('#landing/login/agreement-dialog.tsx')
  return <AgreementDialog text={text} close={close} sections={await loadLegalText(text)} />
}

type ResetProps = {
  /** Receives the account whose password was reset. */
  onReset: (name: string) => void
}

export function ForgotPassword({ onReset }: ResetProps) {
  return (
    <DialogTrigger load={(close) => renderReset(close, onReset)}>
      {t('landing.forgot')}
    </DialogTrigger>
  )
}

async function renderReset(close: () => void, onReset: ResetProps['onReset']) {
  const { ResetDialog, loadResetMessages } = await import('#landing/login/reset-dialog.tsx')
  await loadResetMessages()
  return <ResetDialog close={close} onReset={onReset} />
}

type TriggerProps = { children: string; load: (close: () => void) => Promise<ReactNode> }

/** Link-styled button that loads and opens a dialog. */
function DialogTrigger({ children, load }: TriggerProps) {
  const [dialog, setDialog] = useState<ReactNode>()

  async function open() {
    const failed = <span role="alert"> {t('failures.unreachable.network')}</span>
    setDialog(await load(() => setDialog(null)).catch(() => failed))
  }

  return (
    <>
      <button className="link" type="button" onClick={() => void open()}>
        {children}
      </button>
      {dialog}
    </>
  )
}
