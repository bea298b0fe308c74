/** React error boundary: a page keeps its shell and offers a retry, a part is left out. */
import { Component, type ReactNode } from 'react'
import { Link } from 'react-router'
import { t } from '#console/refine/i18n.ts'
import { failureOf } from '#console/refine/data-errors.ts'
import { Notice } from '#console/ui/notice.tsx'
import { FailureHelp } from '#console/ui/contact-support.tsx'
import { showToast } from '#ui/toasts.tsx'

type Props = {
  children: ReactNode
  /** Shown instead of a part that the page can do without; of null, a toast says that it is missing. */
  fallback?: ReactNode
}
type State = { error?: unknown; hasFailed: boolean }

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false }

  static getDerivedStateFromError(error: unknown): State {
    return { error, hasFailed: true }
  }

  override componentDidCatch() {
    if (this.props.fallback === null)
      showToast({ key: 'crashed', tone: 'info', text: t('crashed.part') })
  }

  override render() {
    const { hasFailed, error } = this.state
    if (hasFailed && this.props.fallback !== undefined) return this.props.fallback
    return hasFailed ? (
      <Crashed error={error} retry={() => this.setState({ hasFailed: false, error: undefined })} />
    ) : (
      this.props.children
    )
  }
}

function Crashed({ error, retry }: { error: unknown; retry: () => void }) {
  const isOutdated = isMissingCode(error)
  const failure = failureOf(error)
  const requestId = failure && 'requestId' in failure ? failure.requestId : undefined
  return (
    <Notice
      alert
      title={t(isOutdated ? 'crashed.outdated' : 'crashed.title')}
      actions={
        <>
          <button
            type="button"
            className="button primary"
            onClick={isOutdated ? () => location.reload() : retry}
          >
            {t(isOutdated ? 'shell.reload' : 'shell.retry')}
          </button>
          <Link className="button" to="/UserCenterIndex">
            {t('shell.toOverview')}
          </Link>
        </>
      }
    >
      {t(isOutdated ? 'crashed.outdatedHelp' : requestId ? 'crashed.helpWithId' : 'crashed.help')}
      <FailureHelp requestId={requestId} />
    </Notice>
  )
}

/**
 * Whether a lazy chunk failed to load, as after a deployment. The error message depends on the
 * browser.
 */
function isMissingCode(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|module script failed|preload CSS/i.test(
      error.message,
    )
  )
}
