/** Statements of each month; a click on one leads to it. */
import { list } from '#console/engine/resource.ts'
import { statements } from '#contract/statements.ts'

export default list(
  { page: statements.page },
  {
    route: 'UserCenterStatements',
    menu: ['functions', 5, 'calendar'],
    header: () => import('#console/features/statements/mail-switch.tsx'),
    columns: [
      'month',
      'state',
      'openingCharNum',
      'usedCharNum',
      'closingCharNum',
      { field: 'paidAmount', access: 'main' },
      { field: 'refundedAmount', access: 'main', hiddenByDefault: true },
    ],
    rowLink: ({ month }) => `/UserCenterStatement?month=${month}`,
  },
)
