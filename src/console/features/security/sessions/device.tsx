/** Device of a session: browser and system, or the client program; marks the current session. */
import { t, messageOf, hasMessage } from '#console/refine/i18n.ts'
import type { DrawnCell } from '#console/engine/resource.ts'
import type { SessionRow } from '#contract/sessions.ts'

export const device: DrawnCell<SessionRow> = {
  Cell: ({ row }) => (
    <>
      {nameOf(row)}
      {row.current === 1 && (
        <>
          {' '}
          <span className="tag" data-tone="success">
            {t('security.sessions.here')}
          </span>
        </>
      )}
    </>
  ),
  text: (row) =>
    row.current === 1 ? `${nameOf(row)} (${t('security.sessions.here')})` : nameOf(row),
}

function nameOf({ browser, system, clientType }: SessionRow): string {
  const result = [browser, system].filter(Boolean)
  if (result.length > 0) return result.join(' · ')
  const known = `codes.clientType.${clientType}`
  return hasMessage(known) ? messageOf(known) : clientType
}
