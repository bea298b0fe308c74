/** Audit log of the account: who did what, and on whom. */
import { list } from '#console/engine/resource.ts'
import {
  actorCell,
  detailsCell,
  objectCell,
  subjectCell,
} from '#console/features/audit-log/cells.tsx'
import { auditLog } from '#contract/audit-log.ts'

export default list(auditLog, {
  route: 'UserCenterAuditLog',
  menu: ['functions', 4, 'badge'],
  columns: [
    { field: 'createDateTime', width: { usual: 150, least: 148 } },
    { field: 'actorName', cell: actorCell, width: { usual: 150, least: 100 } },
    { field: 'act', width: { usual: 150, least: 120 } },
    { field: 'subjectName', cell: subjectCell, width: { usual: 120, least: 90 } },
    { field: 'object', cell: objectCell, width: { usual: 172, least: 100 } },
    { field: 'details', cell: detailsCell, width: { usual: 270, least: 120 } },
  ],
})
