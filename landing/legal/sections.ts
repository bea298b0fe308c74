/** Splits the service agreement and the privacy policy into titled sections of clauses. */
import { businessValues } from '#contract/business-values.ts'
import { formatMessage, type Lang, type MessageTree } from '#locales/messages.ts'

export type LegalText = 'agreement' | 'privacy'
export type LegalSection = { name: string; title: string; clauses: string[] }

/** `messages` contains the text under its name at the root; each section has a `title` and clauses. */
export function legalSections(text: LegalText, messages: MessageTree, lang: Lang): LegalSection[] {
  const values = {
    product: formatMessage(messages, lang, 'product.name') ?? '',
    ...businessValues[lang],
  }
  const formatClause = (section: string, clause: string) =>
    formatMessage(
      messages,
      lang,
      // Both keys are written out, so that the check for unused messages finds their prefixes.
      text === 'agreement' ? `agreement.${section}.${clause}` : `privacy.${section}.${clause}`,
      values,
    ) ?? ''
  return Object.entries(messages[text] as Record<string, MessageTree>).map(
    ([section, clauses]) => ({
      name: section,
      title: formatClause(section, 'title'),
      clauses: Object.keys(clauses).flatMap((clause) =>
        clause === 'title' ? [] : [formatClause(section, clause)],
      ),
    }),
  )
}
