/** Dialog with the service agreement (spec 1.10, 1.11) or the privacy policy. */
import { language } from '#client/i18n/language.ts'
import { Prose } from '#client/i18n/prose.tsx'
import { legalSections, type LegalSection, type LegalText } from '#landing/legal/sections.ts'
import { Modal } from '#landing/login/modal.tsx'
import { t } from '#landing/messages.ts'
import { loadPublicMessages } from '#locales/load/public.ts'
import { loadRegistrationMessages } from '#locales/load/registration.ts'

export async function loadLegalText(text: LegalText): Promise<LegalSection[]> {
  const lang = language()
  const [shared, own] = await Promise.all([
    loadPublicMessages(lang),
    loadRegistrationMessages(lang, text),
  ])
  return legalSections(text, { ...shared, ...own }, lang)
}

type Props = { text: LegalText; sections: LegalSection[]; close: () => void }

export function AgreementDialog({ text, sections, close }: Props) {
  return (
    <Modal title={t(`landing.${text}.title`)} close={close} closesOnBackdrop>
      {sections.map(({ name, title, clauses }) => (
        <section key={name} className="terms">
          <h3>{title}</h3>
          <ul>
            {clauses.map((clause) => (
              <li key={clause}>
                <Prose>{clause}</Prose>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <footer className="modal-actions">
        <button className="button button-primary" type="button" onClick={close}>
          {t('landing.agreement.close')}
        </button>
      </footer>
    </Modal>
  )
}
