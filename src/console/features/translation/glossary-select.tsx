/** Glossary of a translation: which one applies to the chosen languages, and its select. */
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '#client/api/call.ts'
import type { TranslationInput } from '#console/features/translation/use-translation.ts'
import { useCanUse, useCapabilities } from '#console/refine/capabilities.ts'
import { t } from '#console/refine/i18n.ts'
import { AppLink } from '#console/ui/app-link.tsx'
import { glossaries } from '#contract/glossaries.ts'
import { limits } from '#contract/limits.ts'
import { translation } from '#contract/translation.ts'
import { detectSource } from '#contract/vocabulary.ts'

const { page } = glossaries.calls

/** Why no glossary can be chosen, or the chosen one is not used; also the key of its message. */
type Obstacle = 'loadFailed' | 'empty' | 'needsSource' | 'noTerms'

/** `usedId`: the chosen glossary, if it has terms for the chosen languages. */
export function useGlossaryChoice({ source, target, glossaryId }: TranslationInput) {
  const canUse = useCanUse()
  const { takes } = useCapabilities()
  const isOffered = canUse(page) && takes(translation.text, 'glossaryId')
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: [page.path, 'choice'],
    queryFn: ({ signal }) => call(page, { pageNum: 1, pageSize: limits.page.max }, { signal }),
    enabled: isOffered,
  })
  const rows = data?.rows ?? []
  const chosen = rows.find(({ id }) => String(id) === glossaryId)
  const hasTerms = chosen?.languagePairs.split(', ').includes(`${source} → ${target}`) === true
  const needsSource = source === '' || source === detectSource
  let obstacle: Obstacle | undefined
  if (isError && !data) obstacle = 'loadFailed'
  else if (data && rows.length === 0) obstacle = 'empty'
  else if (needsSource) obstacle = 'needsSource'
  else if (chosen && target !== '' && !hasTerms) obstacle = 'noTerms'
  return {
    isOffered,
    isPending,
    rows,
    chosenId: chosen ? String(chosen.id) : '',
    usedId: chosen && !needsSource && hasTerms ? String(chosen.id) : undefined,
    obstacle,
    reload: () => void refetch(),
  }
}

type Props = {
  choice: ReturnType<typeof useGlossaryChoice>
  onChoose: (glossaryId: string) => void
}

export function GlossarySelect({ choice, onChoose }: Props) {
  const { isOffered, isPending, rows, chosenId, obstacle, reload } = choice
  const id = useId()
  if (!isOffered) return null
  return (
    <div className="playground-glossary">
      <label htmlFor={id}>{t('translate.glossary.label')}</label>
      <select
        id={id}
        className="control"
        value={chosenId}
        disabled={isPending || (obstacle !== undefined && obstacle !== 'noTerms')}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChoose(target.value)}
      >
        <option value="">{t('translate.glossary.none')}</option>
        {rows.map((row) => (
          <option key={row.id} value={String(row.id)}>
            {row.name}
          </option>
        ))}
      </select>
      <span id={`${id}-hint`} data-tone={obstacle === 'noTerms' ? 'warning' : undefined}>
        {obstacle && t(`translate.glossary.${obstacle}`)}
      </span>
      {obstacle === 'loadFailed' && (
        <button type="button" className="text-button" onClick={reload}>
          {t('translate.again')}
        </button>
      )}
      <AppLink route="UserCenterGlossaries">{t('translate.glossary.manage')}</AppLink>
    </div>
  )
}
