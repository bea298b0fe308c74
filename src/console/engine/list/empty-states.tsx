/** Empty, failed and stale states of a list, each with its next step. */
import { failureRole, errorMessage } from '#client/api/error-message.ts'
import type { ReactNode } from 'react'
import { getFieldTypeUi } from '#console/engine/fields/field-types.ts'
import { plainText } from '#console/engine/fields/field-type.ts'
import { hasMessage, t, messageOf } from '#console/refine/i18n.ts'
import type { ListPage } from '#console/engine/page-model.ts'
import type { AsideProps } from '#console/engine/resource.ts'
import { PanelHost } from '#console/engine/panel-host.tsx'
import type { List } from '#console/engine/list/use-list.ts'
import { Arc } from '#console/ui/arc.tsx'
import { FailureHelp } from '#console/ui/contact-support.tsx'
import '#console/engine/list/empty-states.css'

type Props = {
  page: ListPage
  list: List
  /** Button that creates the first row, if the user can create one. */
  createButton: ReactNode
  /** Called before the button that clears the filters disappears. */
  onClear: () => void
}

export function NoRows({
  page,
  list: { state, missingFilter, clear, change },
  createButton,
  onClear,
}: Props) {
  if (missingFilter?.inAside && page.aside) {
    const choose: AsideProps['choose'] = (value, options) =>
      change({ filters: { [missingFilter.key]: [value] } }, options)
    return <PanelHost load={page.aside.nothingChosen} props={{ choose }} />
  }
  if (missingFilter) {
    const choices = getFieldTypeUi(missingFilter.fieldType).choices?.(missingFilter.fieldType) ?? []
    return (
      <EmptyState title={t('crud.form.choose', { field: messageOf(missingFilter.label) })}>
        <div className="choices">
          {choices.map(({ value, text }) => (
            <button
              key={value}
              type="button"
              className="button"
              onClick={() => change({ filters: { [missingFilter.key]: [value] } })}
            >
              {text}
            </button>
          ))}
        </div>
      </EmptyState>
    )
  }
  const chosen = state.chosen.filter(({ inAside, required }) => !inAside && !required)
  if (chosen.length > 0) {
    const reason = emptyReason(page, state)
    return (
      <EmptyState
        title={reason ?? t('crud.list.unmatched')}
        help={reason ? undefined : t('crud.list.unmatchedHelp')}
      >
        {reason && createButton}
        <button
          type="button"
          className="button"
          onClick={() => {
            onClear()
            clear()
          }}
        >
          {t(reason ? 'crud.list.showAll' : 'crud.filter.clear')}
        </button>
      </EmptyState>
    )
  }
  const recentFilter = page.filters.find(
    ({ defaultRange, required }) => defaultRange !== undefined && !required,
  )
  if (recentFilter) {
    return (
      <EmptyState title={t('crud.list.recentOnly')}>
        <button
          type="button"
          className="button"
          onClick={() =>
            change({ filters: { [recentFilter.key]: recentFilter.keys.map(() => '') } })
          }
        >
          {t('crud.list.allTime')}
        </button>
      </EmptyState>
    )
  }
  return <EmptyState title={messageOf(page.empty)}>{createButton}</EmptyState>
}

/**
 * What it means that no row has the value of the only filter, such as a queue that is done, or a
 * record without rows.
 */
function emptyReason(
  { name }: ListPage,
  { chosen: [filter, ...others], query }: List['state'],
): string | undefined {
  if (!filter || others.length > 0) return undefined
  const { kind } = filter.fieldType
  const value = kind === 'reference' ? 'any' : plainText(query[filter.key])
  const key = `resources.${name}.emptyWith.${filter.key}.${value}`
  return hasMessage(key) ? messageOf(key) : undefined
}

/** Shown if the list could not be loaded; the request id is for support. */
export function ListFailure({
  error,
  retry,
  title = t('crud.list.failed'),
}: {
  error: unknown
  retry: () => void
  title?: string
}) {
  const { text, requestId } = errorMessage(error, messageOf)
  return (
    <div className="list-failure" role={failureRole(error)}>
      <EmptyState title={title} help={text}>
        <p>{t('crud.list.failedHelp')}</p>
        <button type="button" className="button primary" onClick={retry}>
          {t('shell.retry')}
        </button>
      </EmptyState>
      <FailureHelp requestId={requestId} />
    </div>
  )
}

/** Shown above outdated rows after a failed refresh, or above those of another page. */
export function StaleHint({
  error,
  retry,
  title = t('crud.list.stale'),
}: {
  error: unknown
  retry: () => void
  title?: string
}) {
  const { text, requestId } = errorMessage(error, messageOf)
  return (
    <div className="stale-hint" role={failureRole(error)}>
      <span>{title}</span>
      <span>{text}</span>
      <FailureHelp requestId={requestId} />
      <button type="button" className="text-button" onClick={retry}>
        {t('shell.retry')}
      </button>
    </div>
  )
}

export function EmptyState({
  title,
  help,
  children,
}: {
  title: string
  help?: string | undefined
  children?: ReactNode
}) {
  return (
    <div className="list-state">
      <Arc />
      <p className="list-state-title">{title}</p>
      {help && <p>{help}</p>}
      {children}
    </div>
  )
}
