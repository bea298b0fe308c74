/** Translation form: languages on top, source text and translation side by side. */
import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { exactCount } from '#client/i18n/format.ts'
import { t } from '#console/refine/i18n.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import {
  countCharacters,
  isRefused,
  charactersLeft,
  maxCharacters,
  assessCost,
  formatCost,
} from '#console/features/translation/cost.ts'
import {
  GlossarySelect,
  useGlossaryChoice,
} from '#console/features/translation/glossary-select.tsx'
import { ResultPane } from '#console/features/translation/result-pane.tsx'
import {
  useTranslation,
  type TranslationInput,
} from '#console/features/translation/use-translation.ts'
import { SwapIcon, DownIcon } from '#ui/icons.tsx'
import type { Language } from '#contract/translation.ts'
import { detectSource } from '#contract/vocabulary.ts'
import { Popover } from '#ui/popover.tsx'
import { findLanguages, languageName } from '#console/engine/fields/languages.ts'
import { ListSearch } from '#console/engine/fields/picker.tsx'

type PlaygroundProps = {
  input: TranslationInput
  onChange: (changes: Partial<TranslationInput>) => void
  sourceList: readonly Language[]
  targetList: readonly Language[]
  isLoading: boolean
}

export function Playground({
  input,
  onChange,
  sourceList,
  targetList,
  isLoading,
}: PlaygroundProps) {
  const me = useCurrentUser()
  const left = charactersLeft(me)
  const { isWorking, result, error, translate } = useTranslation()
  const glossary = useGlossaryChoice(input)
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const textarea = useRef<HTMLTextAreaElement>(null)
  const { source, target, text } = input
  const chars = countCharacters(text)
  const errors = {
    source:
      source === ''
        ? t('translate.askSource')
        : source === target
          ? t('translate.same')
          : undefined,
    target: target === '' ? t('translate.askTarget') : undefined,
    text: text.trim() === '' ? t('translate.askText') : lengthError(chars),
  }
  const textError = wasSubmitted || chars > 0 ? errors.text : undefined
  const costVerdict = assessCost(chars, me)
  const submit = () => {
    setWasSubmitted(true)
    if (errors.text !== undefined) textarea.current?.focus()
    if (!isWorking && Object.values(errors).every((inputError) => inputError === undefined))
      void translate({ ...input, glossaryId: glossary.usedId })
  }
  const sourceCode = source === detectSource ? result?.detected : source
  const isResultCurrent = result?.input.text === text && result.input.target === target
  /** A second translation would charge again for the same. */
  const isUnchanged =
    isResultCurrent &&
    !isWorking &&
    result.input.source === source &&
    result.input.glossaryId === glossary.usedId &&
    String(result.channelId) === String(me?.tranChannelId)
  const swap = () =>
    onChange({
      source: target,
      target: sourceCode ?? '',
      ...(isResultCurrent ? { text: result.translated } : {}),
    })
  const canSwap =
    sourceCode !== undefined &&
    sourceCode !== '' &&
    target !== '' &&
    sourceList.some(({ langCode }) => langCode === target)

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- shortcut keys
    <form
      className="playground"
      noValidate
      aria-busy={isLoading || isWorking}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit()
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        // Keys of a dialog that is opened from here.
        if (!event.currentTarget.contains(event.target as Node)) return
        event.preventDefault()
        // Only the button, which states the price, translates the same again.
        if (!isUnchanged) submit()
      }}
    >
      <div className="playground-languages">
        <LanguagePicker
          label={t('translate.from')}
          languages={sourceList}
          chosen={source}
          onChoose={(code) => onChange({ source: code })}
          error={wasSubmitted && !isLoading ? errors.source : undefined}
        />
        <button
          type="button"
          className="icon-button swap"
          aria-label={t('translate.swap')}
          title={canSwap ? t('translate.swap') : t('translate.cantSwap')}
          disabled={!canSwap}
          onClick={swap}
        >
          <SwapIcon />
        </button>
        <LanguagePicker
          label={t('translate.to')}
          languages={targetList}
          chosen={target}
          onChoose={(code) => onChange({ target: code })}
          error={wasSubmitted && !isLoading ? errors.target : undefined}
        />
      </div>
      <GlossarySelect choice={glossary} onChoose={(glossaryId) => onChange({ glossaryId })} />
      <div className="playground-panes">
        <div className="pane" data-invalid={wasSubmitted && errors.text !== undefined}>
          <textarea
            ref={textarea}
            aria-label={t('translate.text')}
            placeholder={t('translate.placeholder')}
            value={text}
            dir="auto"
            aria-invalid={wasSubmitted && errors.text !== undefined}
            aria-describedby="playground-cost"
            onChange={({ target: { value } }) => onChange({ text: value })}
          />
          <footer>
            <p
              id="playground-cost"
              data-tone={textError !== undefined || isRefused(costVerdict) ? 'error' : undefined}
            >
              {textError ??
                formatCost(
                  costVerdict,
                  { count: exactCount(chars), left: exactCount(left ?? 0) },
                  me,
                )}
            </p>
            <span className="counter" data-over={chars > maxCharacters}>
              {t('translate.count', { count: exactCount(chars), limit: exactCount(maxCharacters) })}
            </span>
            <button
              type="submit"
              className="button primary"
              disabled={isWorking || isLoading}
              aria-busy={isWorking}
            >
              {isWorking
                ? t('translate.working')
                : isUnchanged
                  ? t('translate.submitAgain', { count: chars, amount: exactCount(chars) })
                  : t('translate.submit')}
            </button>
          </footer>
        </div>
        <ResultPane
          result={result}
          error={error}
          isWorking={isWorking}
          isUnchanged={isUnchanged}
          chars={chars}
          languages={sourceList}
          retry={submit}
        />
      </div>
    </form>
  )
}

function lengthError(chars: number): string | undefined {
  if (chars > maxCharacters)
    return t('translate.tooLong', {
      limit: exactCount(maxCharacters),
      excess: exactCount(chars - maxCharacters),
    })
  return undefined
}

type LanguagePickerProps = {
  label: string
  languages: readonly Language[]
  chosen: string
  onChoose: (code: string) => void
  error?: string | undefined
}

/** Language picker: a button with a searchable list, recently used languages first. */
function LanguagePicker({ label, languages, chosen, onChoose, error }: LanguagePickerProps) {
  const current = languages.find(({ langCode }) => langCode === chosen)
  const buttonContent = (
    <>
      <span className="language-label">{label}</span>
      <span className="language-current">
        {current ? languageName(current) : t('translate.chooseLanguage')}
      </span>
      <DownIcon />
    </>
  )
  return (
    <div className="language-picker" data-invalid={error !== undefined}>
      <Popover className="control language-button" label={buttonContent} lazy>
        <ListSearch
          label={label}
          placeholder={t('translate.search')}
          chosen={chosen}
          none={undefined}
          find={(query) => findLanguages(languages, query)}
          onChoose={onChoose}
        />
      </Popover>
      {error !== undefined && (
        <span className="language-error" role="alert">
          {error}
        </span>
      )}
    </div>
  )
}
