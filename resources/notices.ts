/** All notices to the user, with filters; the bell shows the latest. */
import { list } from '#console/engine/resource.ts'
import { subjectLink } from '#console/features/notifications/subject-link.tsx'
import { notices } from '#contract/notices.ts'

export default list(
  { page: notices.page },
  {
    route: 'UserCenterNotices',
    columns: [
      'at',
      { field: 'type', width: { usual: 130, least: 120 } },
      { field: 'title', width: { usual: 180, least: 100 } },
      { field: 'content', width: { usual: 400, least: 160 } },
      'read',
      { field: 'subject', cell: subjectLink, width: 120 },
    ],
    header: () => import('#console/features/notifications/notices-header.tsx'),
  },
)
