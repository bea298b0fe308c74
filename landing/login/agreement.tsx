/** Links to the service agreement and the privacy policy, loaded on demand. */
import { language } from '#client/i18n/language.ts'
import type { LegalText } from '#landing/legal/sections.ts'
import { DialogTrigger } from '#landing/login/dialog-trigger.tsx'
import { t } from '#landing/messages.ts'

export function Agreement() {
  return (
    <>
      {/* Chinese book title marks include their own spacing. */}
      {language() === 'zh' ? null : ' '}
      <DialogTrigger load={(close) => draw('agreement', close)}>
        {t('landing.agreement.link')}
      </DialogTrigger>
      {t('landing.agreement.and')}
      <DialogTrigger load={(close) => draw('privacy', close)}>
        {t('landing.privacy.link')}
      </DialogTrigger>
    </>
  )
}

async function draw(text: LegalText, close: () => void) {
  const { AgreementDialog, loadLegalText } = await import('#landing/login/agreement-dialog.tsx')
  return <AgreementDialog text={text} close={close} sections={await loadLegalText(text)} />
}
