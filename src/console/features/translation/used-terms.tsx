/** Terms of a glossary in a translation: marked in the text, and listed with what they stand for. */
import { Fragment } from 'react'
import { t } from '#console/refine/i18n.ts'
import type { Translation } from '#contract/translation.ts'

type Terms = NonNullable<Translation['terms']>

/** The translation with each term marked. */
export function MarkedTranslation({ text, terms }: { text: string; terms: Terms }) {
  return splitAtTerms(text, terms).map((part, index) =>
    // Every second part is a term.
    index % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- parts of one text, in its order
      <mark key={index}>{part}</mark>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- parts of one text, in its order
      <Fragment key={index}>{part}</Fragment>
    ),
  )
}

/** The parts between the terms and the terms, by turns. */
function splitAtTerms(text: string, terms: Terms): string[] {
  const patterns = [...new Set(terms.map(({ target }) => target))]
    .filter((target) => target !== '')
    .toSorted((a, b) => b.length - a.length)
    .map(patternOf)
  return patterns.length === 0 ? [text] : text.split(new RegExp(`(${patterns.join('|')})`, 'u'))
}

/** Letters and digits of scripts that put spaces between words. */
const spaced = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]`
const beginsSpaced = new RegExp(`^${spaced}`, 'u')
const endsSpaced = new RegExp(`${spaced}$`, 'u')

/** Pattern of a term as a whole word. */
function patternOf(term: string): string {
  const escaped = term.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  const before = beginsSpaced.test(term) ? `(?<!${spaced})` : ''
  const after = endsSpaced.test(term) ? `(?!${spaced})` : ''
  return `${before}${escaped}${after}`
}

type ListProps = { terms: Terms; source: string; target: string }

export function UsedTerms({ terms, source, target }: ListProps) {
  const distinct = [...new Map(terms.map((term) => [JSON.stringify(term), term])).values()]
  return (
    <div className="pane-terms">
      <span>{t('translate.glossary.used')}</span>
      {distinct.length === 0 ? (
        <span>{t('translate.glossary.noneUsed')}</span>
      ) : (
        <ul aria-label={t('translate.glossary.used')}>
          {distinct.map((term) => (
            <li key={JSON.stringify(term)}>
              <bdi lang={source}>{term.source}</bdi>
              {' → '}
              {term.source === term.target ? (
                t('translate.glossary.kept')
              ) : (
                <bdi lang={target}>{term.target}</bdi>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
