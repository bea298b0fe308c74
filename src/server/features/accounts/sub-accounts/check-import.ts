/** Which sub-accounts of a file can be added, and what is wrong with the others. */
import { eq, inArray } from 'drizzle-orm'
import { businessLimits } from '#contract/business-limits.ts'
import {
  groupKeyOf,
  type FileRow,
  type ImportCheck,
  type ImportProblem,
} from '#contract/sub-account-import.ts'
import { normalizeLoginName } from '#server/features/accounts/login-names.ts'
import { loginNames } from '#server/features/accounts/table.ts'
import { groupColumns, subAccountGroups } from '#server/features/budgets/table.ts'
import type { Db } from '#server/platform/db/open.ts'

const maxGroups = businessLimits.budgets.groups

type Row = Omit<FileRow, 'password'>
type Options = { skipExisting: 0 | 1; createGroups: 0 | 1 }
export type CheckedImport<R extends Row> = {
  /** Rows to add. */
  rows: readonly R[]
  /** Indexes of rows that are left out. */
  existing: number[]
  problems: ImportCheck['problems']
  newGroups: string[]
  /** Ids of existing groups by the names in the file. */
  groupIds: ReadonlyMap<string, string>
  /** First quotas in total. */
  chars: number
}

export async function checkImportRows<R extends Row>(
  db: Db,
  ownerId: string,
  given: readonly R[],
  { skipExisting, createGroups }: Options,
): Promise<CheckedImport<R>> {
  const [takenNames, groups] = await Promise.all([
    readTakenNames(db, ownerId, given),
    readGroups(db, ownerId),
  ])
  const firstRows = new Map<string, number>()
  const newGroups = new Map<string, string>()
  const problems: ImportCheck['problems'] = []
  const rows: R[] = []
  const existing: number[] = []
  const groupIds = new Map<string, string>()
  let chars = 0
  for (const [at, row] of given.entries()) {
    const report = (field: string, problem: ImportProblem, sameAs?: number) =>
      problems.push({ row: at, field, problem, ...(sameAs === undefined ? {} : { sameAs }) })
    const name = normalizeLoginName(row.account)
    const taken = takenNames.get(name)
    const first = firstRows.get(name)
    if (first === undefined) firstRows.set(name, at)
    else report('account', 'twice', first)
    if (taken === 'own' && skipExisting === 1) {
      existing.push(at)
      continue
    }
    if (taken && first === undefined) report('account', taken === 'own' ? 'exists' : 'taken')
    const group = row.groupName ?? ''
    const [found, another] = group === '' ? [] : findGroups(groups, group)
    if (another !== undefined) report('groupName', 'ambiguousGroup')
    else if (found !== undefined) groupIds.set(group, found)
    else if (group !== '') {
      if (createGroups === 0) report('groupName', 'noGroup')
      else if (!newGroups.has(groupKeyOf(group)) && groups.length + newGroups.size >= maxGroups)
        report('groupName', 'tooManyGroups')
      if (!newGroups.has(groupKeyOf(group))) newGroups.set(groupKeyOf(group), group)
    }
    chars += row.changeCharNum ?? 0
    rows.push(row)
  }
  return { rows, existing, problems, newGroups: [...newGroups.values()], groupIds, chars }
}

/** Names in use: by an own sub-account, or by anybody else. */
async function readTakenNames(
  db: Db,
  ownerId: string,
  rows: readonly Row[],
): Promise<Map<string, 'own' | 'ofOthers'>> {
  const names = [...new Set(rows.map(({ account }) => normalizeLoginName(account)))]
  const found = await db
    .select({ name: loginNames.name, owner: loginNames.ownerId, userId: loginNames.userId })
    .from(loginNames)
    .where(inArray(loginNames.name, names))
  return new Map(
    found.map(({ name, owner, userId }) => [
      name,
      owner === ownerId && userId !== ownerId ? 'own' : 'ofOthers',
    ]),
  )
}

type Group = { id: string; name: string }

async function readGroups(db: Db, ownerId: string): Promise<Group[]> {
  const found = await db
    .select({ id: groupColumns['id']!, name: groupColumns['name']! })
    .from(subAccountGroups)
    .where(eq(subAccountGroups.ownerId, ownerId))
  return found.map(({ id, name }) => ({ id: String(id), name: String(name) }))
}

/** Ids of the group of exactly this name, or else of those of this name in another case. */
function findGroups(groups: readonly Group[], name: string): string[] {
  const exact = groups.find((group) => group.name === name)
  if (exact) return [exact.id]
  const key = groupKeyOf(name)
  return groups.filter((group) => groupKeyOf(group.name) === key).map(({ id }) => id)
}
