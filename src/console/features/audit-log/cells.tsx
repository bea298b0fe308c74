/** Cells of the audit log: who, on whom, and what of the call is recorded. */
import { exactCount } from '#client/i18n/format.ts'
import type { CustomCell } from '#console/engine/resource.ts'
import { AppLink } from '#console/ui/app-link.tsx'
import { SubAccountLink } from '#console/features/sub-account/sub-account-link.tsx'
import { messageOf, t } from '#console/refine/i18n.ts'
import type { auditLog } from '#contract/audit-log.ts'
import type { OutputOf } from '#contract/endpoint.ts'

type Entry = OutputOf<typeof auditLog.calls.get>

/** A deleted sub-account has its number in place of its name, which the entry of its deletion has too. */
const textOfActor = ({ actorId, actorName }: Entry) =>
  actorName || t('auditLog.deleted', { id: actorId })
function textOfSubject({ act, subjectId, subjectName }: Entry): string {
  if (!subjectId) return ''
  if (!subjectName) return t('auditLog.deleted', { id: subjectId })
  return act === 'subAccountDeleted'
    ? t('auditLog.deletedNow', { name: subjectName, id: subjectId })
    : subjectName
}

export const actorCell: CustomCell<Entry> = {
  Cell: ({ row }) =>
    row.actorName ? (
      <SubAccountLink userId={row.actorId}>{row.actorName}</SubAccountLink>
    ) : (
      <span className="muted">{textOfActor(row)}</span>
    ),
  text: textOfActor,
}

export const subjectCell: CustomCell<Entry> = {
  Cell: ({ row }) =>
    row.subjectId && row.subjectName && row.act !== 'subAccountDeleted' ? (
      <SubAccountLink userId={row.subjectId}>{row.subjectName}</SubAccountLink>
    ) : (
      <span className="muted">{textOfSubject(row) || '–'}</span>
    ),
  text: textOfSubject,
}

const ofOrders: readonly Entry['act'][] = ['orderPlaced', 'orderCancelled']

/** The number of an order leads to it. */
export const objectCell: CustomCell<Entry> = {
  Cell: ({ row: { act, object } }) =>
    object && ofOrders.includes(act) ? (
      <AppLink route="UserCenterOrder" query={{ no: object }}>
        {object}
      </AppLink>
    ) : (
      object || <span className="no-value">–</span>
    ),
  text: ({ object }) => object ?? '',
}

const flags = ['ownRule', 'enabled', 'allowed', 'autoDistribution']

function textOfValue(name: string, value: unknown): string {
  if (flags.includes(name)) return t(value === 1 ? 'auditLog.yes' : 'auditLog.no')
  if (typeof value === 'number') return exactCount(value)
  if (name === 'apiKey') return String(value)
  return messageOf(`resources.subAccounts.values.accountRole.${String(value)}`)
}

/** The recorded inputs without zeros, each with its name. */
function textOfDetails({ details }: Entry): string {
  const inputs = details ? (JSON.parse(details) as Record<string, unknown>) : {}
  return Object.entries(inputs)
    .filter(([name, value]) => value !== 0 || flags.includes(name))
    .map(([name, value]) =>
      t('auditLog.item', {
        name: messageOf(`auditLog.inputs.${name}`),
        value: textOfValue(name, value),
      }),
    )
    .join(t('auditLog.separator'))
}

export const detailsCell: CustomCell<Entry> = {
  Cell: ({ row }) => textOfDetails(row) || <span className="no-value">–</span>,
  text: textOfDetails,
}
