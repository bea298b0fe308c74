/** Column of the list of notices: link to the page of the notice's subject. */
import { NoticeLink } from '#console/features/notifications/notice-link.tsx'
import type { CustomCell } from '#console/engine/resource.ts'
import type { InboxNotice } from '#contract/notices.ts'

export const subjectLink: CustomCell<InboxNotice> = {
  Cell: ({ row }) => <NoticeLink notice={row} className="app-link" />,
  text: () => '',
}
