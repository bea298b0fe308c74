/** The service agreement and the privacy policy as sections, each a title and its clauses. */
import { exactCount } from '#client/i18n/format.ts'
import { limits } from '#contract/limits.ts'
import { sentence, type Lang, type Tree } from '#locales/words.ts'

export type LegalText = 'agreement' | 'privacy'
export type LegalSection = { name: string; title: string; clauses: string[] }

/** `messages` holds the text at its root, under its name. */
export function legalSections(text: LegalText, messages: Tree, lang: Lang): LegalSection[] {
  const values = {
    product: sentence(messages, lang, 'product.name') ?? '',
    characters: exactCount(limits.freeTest.characters, lang),
    days: limits.freeTest.days,
    reward: exactCount(limits.reward.invited, lang),
  }
  const read = (section: string, clause: string) =>
    sentence(
      messages,
      lang,
      text === 'agreement' ? `agreement.${section}.${clause}` : `privacy.${section}.${clause}`,
      values,
    ) ?? ''
  return Object.entries(messages[text] as Record<string, Tree>).map(([section, clauses]) => ({
    name: section,
    title: read(section, 'title'),
    clauses: Object.keys(clauses).flatMap((clause) =>
      clause === 'title' ? [] : [read(section, clause)],
    ),
  }))
}
