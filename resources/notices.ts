/** All notices to the user, with filters; the bell shows the latest. */
import { list } from '#console/engine/resource.ts'
import { subjectLink } from '#console/features/notifications/subject-link.tsx'
import { notices } from '#contract/notices.ts'

export default list(
  { page: notices.page },
  {
    route: 'UserCenterNotices',
    columns: ['at', 'type', 'title', 'content', 'read', { field: 'subject', cell: subjectLink }],
    header: () => import('#console/features/notifications/mark-all-read.tsx'),
  },
)
