/** The demo's sub-account with a role. */
import type { AccountRole } from '#contract/endpoint.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { callOrThrow, subAccountName } from '#tests/e2e/support/quota.ts'
import type { Caller } from '#tests/support/server/server.ts'

/** Gives it a role; returns its id and a caller of its main account. */
export async function giveRole(
  product: { caller: (account: string) => Promise<Caller> },
  accountRole: AccountRole,
) {
  const owner = await product.caller(demoAccounts.demo)
  const { userId } = await callOrThrow(await product.caller(subAccountName), users.get, {})
  await callOrThrow(owner, subAccounts.setRole, { userId, accountRole })
  return { owner, userId }
}
