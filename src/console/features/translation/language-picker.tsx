/** Language picker: a button with a searchable list, recently used languages first. */
import { useState } from 'react'
import { t } from '#console/refine/i18n.ts'
import { Popover } from '#console/ui/popover.tsx'
import {
  found,
  languageName,
  recentLanguages,
  usual,
} from '#console/features/translation/languages.ts'
import { DownIcon } from '#console/ui/icons.tsx'
import { SearchList } from '#console/ui/search-list.tsx'
import type { Language } from '#contract/translation.ts'

type Props = {
  label: string
  languages: readonly Language[]
  chosen: string
  onChoose: (code: string) => void
  fault?: string | undefined
}

export function LanguagePicker({ label, languages, chosen, onChoose, fault }: Props) {
  const current = languages.find(({ langCode }) => langCode === chosen)
  const says = (
    <>
      <span className="language-label">{label}</span>
      <span className="language-current">
        {current ? languageName(current) : t('translate.pick')}
      </span>
      <DownIcon />
    </>
  )
  return (
    <div className="language-picker" data-wrong={fault !== undefined}>
      <Popover className="control language-chosen" label={says} lazily>
        <Search label={label} languages={languages} chosen={chosen} onChoose={onChoose} />
      </Popover>
      {fault !== undefined && (
        <span className="language-fault" role="alert">
          {fault}
        </span>
      )}
    </div>
  )
}

function Search({ label, languages, chosen, onChoose }: Omit<Props, 'fault'>) {
  const [query, setQuery] = useState('')
  const [recent] = useState(recentLanguages)
  const hits = found(languages, query)
  const first = recent.length > 0 ? recent : usual
  const lately =
    query === ''
      ? first.flatMap((code) => languages.filter(({ langCode }) => langCode === code))
      : []
  const groups = [
    {
      title: t(recent.length > 0 ? 'translate.recent' : 'translate.usual'),
      choices: lately.map(choiceOf),
    },
    { title: t('translate.all'), choices: hits.map(choiceOf) },
  ]
  return (
    <SearchList
      label={label}
      placeholder={t('translate.search')}
      query={query}
      onType={setQuery}
      groups={lately.length > 0 ? groups : [{ choices: hits.map(choiceOf) }]}
      chosen={chosen}
      onChoose={({ value }) => onChoose(value)}
    >
      {hits.length === 0 && (
        <output className="search-list-says">{t('translate.noLanguage', { query })}</output>
      )}
    </SearchList>
  )
}

const choiceOf = (one: Language) => ({
  value: one.langCode,
  text: languageName(one),
  hint: one.langCode,
})
