/** Device of a session: browser and system, or the client program; marks the current session. */
import { t, messageOf, hasMessage } from '#console/refine/i18n.ts'
import type { CustomCell } from '#console/engine/resource.ts'
import type { SessionRow } from '#contract/sessions.ts'

export const deviceCell: CustomCell<SessionRow> = {
  Cell: ({ row }) => (
    <>
      {deviceName(row)}
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
    row.current === 1 ? `${deviceName(row)} (${t('security.sessions.here')})` : deviceName(row),
}

function deviceName({ browser, system, clientType }: SessionRow): string {
  const parts = [browser, system].filter(Boolean)
  if (parts.length > 0) return parts.join(' · ')
  const labelKey = `codes.clientType.${clientType}`
  return hasMessage(labelKey) ? messageOf(labelKey) : clientType
}
