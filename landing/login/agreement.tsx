/** The link to the user service agreement, whose text is loaded when it is opened. */
import { Opens } from '#landing/login/opens.tsx'
import { t } from '#landing/words.ts'

export function Agreement() {
  return <Opens load={draw}>{t('landing.agreement.link')}</Opens>
}

async function draw(close: () => void) {
  const { AgreementDialog, loadAgreement } = await import('#landing/login/agreement-dialog.tsx')
  return <AgreementDialog close={close} sections={await loadAgreement()} />
}
