/** Result of a translation or its error, with cost, detected language and a copy button. */
import { exactCount } from '#client/i18n/format.ts'
import { t, messageOf } from '#console/refine/i18n.ts'
import { languageName } from '#console/engine/fields/languages.ts'
import type { Result } from '#console/features/translation/use-translation.ts'
import { MarkedTranslation, UsedTerms } from '#console/features/translation/used-terms.tsx'
import { useChannelNames } from '#console/refine/reference-data.ts'
import { CopyButton } from '#console/ui/copy-button.tsx'
import { detectSource } from '#contract/vocabulary.ts'
import type { Language } from '#contract/translation.ts'
import { failureRole, errorMessage } from '#client/api/error-message.ts'
import { FailureHelp } from '#console/ui/contact-support.tsx'
import { WaysToQuota } from '#console/features/translation/ways-to-quota.tsx'
import { WireError, type RefusalCode } from '#contract/failure.ts'

type Props = {
  result: Result | undefined
  error: unknown
  isWorking: boolean
  /** Text, languages and channel are still those of the result. */
  isUnchanged: boolean
  /** Characters of the text. */
  chars: number
  languages: readonly Language[]
  retry: () => void
}

export function ResultPane({
  result,
  error,
  isWorking,
  isUnchanged,
  chars,
  languages,
  retry,
}: Props) {
  const detected =
    result?.input.source === detectSource
      ? languages.find(({ langCode }) => langCode === result.detected)
      : undefined
  const nameChannel = useChannelNames()
  return (
    <section
      className="pane"
      data-kind="result"
      aria-label={t('translate.result')}
      aria-busy={isWorking}
    >
      {error !== undefined && !isWorking ? (
        <div className="pane-text">
          <TranslationFailure error={error} neededChars={chars} retry={retry} />
        </div>
      ) : (
        <output
          className="pane-text"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard scrolling
          tabIndex={0}
          lang={result?.input.target}
          dir="auto"
          data-empty={!result}
          data-outdated={isWorking}
        >
          {result ? (
            <MarkedTranslation text={result.translated} terms={result.terms ?? []} />
          ) : (
            t('translate.resultHere')
          )}
        </output>
      )}
      {result?.terms && error === undefined && (
        <UsedTerms terms={result.terms} source={result.input.source} target={result.input.target} />
      )}
      {result && error === undefined && (
        <footer>
          <p>
            {detected && (
              <span>{t('translate.detected', { language: languageName(detected) })}</span>
            )}{' '}
            <span>
              {result.chars
                ? t('translate.charged', { count: exactCount(result.chars) })
                : t('translate.nothingCharged')}
            </span>{' '}
            {result.fallbackChannelId !== undefined && (
              <FallbackNote
                channel={nameChannel(result.tranChannelId)}
                fallback={nameChannel(result.fallbackChannelId)}
              />
            )}{' '}
            {isUnchanged && <span>{t('translate.unchanged')}</span>} {result.demo && <DemoMark />}
          </p>
          <CopyButton text={result.translated} name={t('translate.copyName')} />
        </footer>
      )}
    </section>
  )
}

const FallbackNote = (names: { channel: string; fallback: string }) => (
  <span title={t('translate.fallback.help', names)}>
    {t('translate.fallback.by', names)}
    <span className="visually-hidden"> ({t('translate.fallback.help', names)})</span>
  </span>
)

/** Marks translations of the demo engine, which are not real ones. */
export const DemoMark = () => (
  <span className="tag" data-tone="warning" title={t('translate.demoHelp')}>
    {t('translate.demo')}
    <span className="visually-hidden">: {t('translate.demoHelp')}</span>
  </span>
)

const isRefusedAs = (error: unknown, code: RefusalCode): boolean =>
  error instanceof WireError && error.failure.kind === 'refused' && error.failure.code === code
/** Quota that is given doesn't help then. */
const isExpired = (error: unknown) => isRefusedAs(error, 'planExpired')
const isOutOfQuota = (error: unknown) => isRefusedAs(error, 'notEnough') || isExpired(error)

/**
 * Inline error of a translation, with retry or ways to get quota. `neededChars`: what the translation
 * costs.
 */
export function TranslationFailure({
  title,
  error,
  neededChars = 0,
  retry,
}: {
  title?: string
  error: unknown
  neededChars?: number
  retry: () => void
}) {
  const { text, requestId } = errorMessage(error, messageOf)
  if (isOutOfQuota(error)) {
    return (
      <div className="form-note" data-tone="warning">
        <span>{text}</span>
        <WaysToQuota neededChars={neededChars} canBeGiven={!isExpired(error)} />
      </div>
    )
  }
  return (
    <div className="form-note" data-tone="danger" role={failureRole(error)}>
      {title && <strong>{title}</strong>} {text} <FailureHelp requestId={requestId} />{' '}
      <button type="button" className="text-button" onClick={retry}>
        {t('translate.again')}
      </button>
    </div>
  )
}
