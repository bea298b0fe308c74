/**
 * Creates account groups: a main account, sub-accounts, their quota, and a signed-in caller of
 * each.
 */
import type { QuotaAmounts } from '#server/features/ledger/lock-accounts.ts'
import { addPerson, fund, type Person } from '#tests/support/actors/people.ts'
import { signedIn, type Caller, type TestServer } from '#tests/support/server/server.ts'

type AccountGroup = { main: Person; subs: Person[]; asMain: Caller; asSubs: Caller[] }

let groupCount = 0

/** `quota`: of the main account, then of each sub-account; posted through the ledger. */
export async function addAccountGroup(
  server: TestServer,
  {
    groupId = '2',
    quota: [mainQuota = {}, ...subQuotas] = [],
  }: { groupId?: string; quota?: readonly Partial<QuotaAmounts>[] } = {},
): Promise<AccountGroup> {
  const { db } = server.database
  const name = `group${++groupCount}x`
  const main = await addPerson(db, { account: `${name}@example.com`, username: name, groupId })
  const subs: Person[] = []
  for (const index of subQuotas.keys())
    subs.push(await addPerson(db, { account: `${name}sub${index}`, owner: main }))
  for (const [person, quota] of [
    [main, mainQuota] as const,
    ...subs.map((sub, index) => [sub, subQuotas[index]!] as const),
  ])
    if (Object.values(quota).some((units) => units > 0)) await fund(db, person, quota)
  const asSubs: Caller[] = []
  for (const sub of subs) asSubs.push(await signedIn(server, sub))
  return { main, subs, asMain: await signedIn(server, main), asSubs }
}

/** A new main account without quota, signed in. */
export const addBuyer = async (server: TestServer): Promise<Caller> =>
  (await addAccountGroup(server)).asMain
