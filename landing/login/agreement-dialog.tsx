/** The user service agreement (1.10, 1.11), section by section. */
import { exactCount } from '#client/format.ts'
import { language } from '#client/language.ts'
import { Modal } from '#landing/login/modal.tsx'
import { t } from '#landing/words.ts'
import { limits } from '#contract/limits.ts'
import { loadWords } from '#locales/catalogue.ts'
import { sentence, type Tree } from '#locales/words.ts'

type Section = { title: string; clauses: string[] }

export async function loadAgreement(): Promise<Section[]> {
  const words = await loadWords(language(), 'agreement')
  const values = { characters: exactCount(limits.freeTest.characters), days: limits.freeTest.days, reward: exactCount(limits.reward.invited) }
  const say = (section: string, clause: string) => sentence(words, language(), `agreement.${section}.${clause}`, values) ?? ''
  return Object.entries(words['agreement'] as Record<string, Tree>).map(([section, clauses]) => ({
    title: say(section, 'title'),
    clauses: Object.keys(clauses).flatMap((clause) => (clause === 'title' ? [] : [say(section, clause)])),
  }))
}

export function AgreementDialog({ sections, close }: { sections: Section[]; close: () => void }) {
  return (
    <Modal title={t('landing.agreement.title')} close={close} lightly>
      {sections.map(({ title, clauses }) => (
        <section key={title} className="terms">
          <h3>{title}</h3>
          <ul>
            {clauses.map((clause) => (
              <li key={clause}>{clause}</li>
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
