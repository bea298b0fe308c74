/** All endpoints in one object, for the server's router, the API docs and the tests. */
import { alerts } from '#contract/alerts.ts'
import { budgets } from '#contract/budgets.ts'
import { callsOf, collections } from '#contract/collections.ts'
import { accountLog, balanceAlert, reconciliation } from '#contract/ledger.ts'
import { spaceInvitations, spaceMembers, spaces } from '#contract/workspace.ts'
import { customerService, siteConfig } from '#contract/site.ts'
import type { DeclaredEndpoint } from '#contract/endpoint.ts'
import { extensions } from '#contract/extensions.ts'
import { globalSearch } from '#contract/global-search.ts'
import { invites } from '#contract/invites.ts'
import { listViews } from '#contract/saved-views.ts'
import { loginLog, sessions } from '#contract/sessions.ts'
import { login } from '#contract/login.ts'
import { notices } from '#contract/notices.ts'
import { orderRefunds } from '#contract/order-refunds.ts'
import { orders } from '#contract/orders.ts'
import { channels, packages } from '#contract/packages.ts'
import { twoFactor } from '#contract/two-factor.ts'
import { statementMail, statements } from '#contract/statements.ts'
import { supportViews } from '#contract/support-views.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { translation, translationLog } from '#contract/translation.ts'
import { units } from '#contract/units.ts'
import { usage } from '#contract/usage.ts'
import { users } from '#contract/users.ts'

export const contract = {
  login,
  users,
  invites,
  subAccounts,
  budgets,
  globalSearch,
  sessions,
  /** Named as in its paths; operation ids in the API document consist of group and endpoint. */
  secondStep: twoFactor,
  loginLog,
  accountLog,
  usage,
  units,
  balanceAlert,
  alerts,
  reconciliation,
  packages,
  channels,
  orders,
  orderRefunds,
  statements,
  statementMail,
  translation,
  translationLog,
  spaces,
  spaceMembers,
  spaceInvitations,
  listViews,
  customerService,
  siteConfig,
  notices,
  supportViews,
  extensions,
  ...callsOf(collections),
} satisfies Record<string, Record<string, DeclaredEndpoint>>

export type Contract = typeof contract
