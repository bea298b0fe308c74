/** A way to reach a person from every failure, with the id of the request that failed. */
import { application } from '#console/refine/application.ts'
import { t } from '#console/refine/i18n.ts'
import { CopyButton } from '#console/ui/copy-button.tsx'

export type Problem = {
  readonly requestId?: string | undefined
  /** Number of the order that it is about. */
  readonly orderNo?: string | undefined
}

/** Request id of a failure, as in the server log, and the button below. */
export function FailureHelp(problem: Problem) {
  const { requestId } = problem
  if (!requestId) return <ContactSupport {...problem} />
  return (
    <span className="request-id">
      {t('failures.requestId')} <code>{requestId}</code>
      <CopyButton text={requestId} name={t('failures.requestId')} /> <ContactSupport {...problem} />
    </span>
  )
}

/** Opens the contacts of support; nothing where the users are staff themselves. */
export function ContactSupport(problem: Problem) {
  if (!application().supportContacts) return null
  return (
    <button type="button" className="text-button" onClick={() => openContactDialog(problem)}>
      {t('contactSupport.open')}
    </button>
  )
}

/** The page of the public site with all contacts. */
export const contactPageAddress = (): string => `${location.origin}/contactUs`

let current: Problem | undefined
const listeners = new Set<() => void>()

/** The problem of the open dialog. */
export const problemInDialog = (): Problem | undefined => current

/** Opens the dialog, or closes it. Shown by `ContactHost`. */
export function openContactDialog(problem: Problem | undefined): void {
  current = problem
  for (const listener of listeners) listener()
}

export function onContactDialog(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
