/** Many new sub-accounts from a file: checking them, hashing their passwords, and adding them, all or none. */
import * as z from 'zod/mini'
import { businessLimits } from '#contract/business-limits.ts'
import { post } from '#contract/endpoint.ts'
import { text } from '#contract/field-constructors.ts'
import { limits } from '#contract/limits.ts'
import {
  fieldTypeRegistry,
  code,
  Count,
  FirstPassword,
  Flag,
  Nickname,
  Text,
  AccountName,
  withFieldType,
} from '#contract/vocabulary.ts'

const { rows: maxRows, passwords: maxPasswords } = businessLimits.subAccountImport

/** `groupName`: a group of that name, or the only one of that name in another case. `changeCharNum`: characters it gets first. */
const row = {
  account: AccountName,
  nickname: z.nullish(Nickname),
  groupName: z.nullish(text({ max: businessLimits.budgets.name })),
  changeCharNum: z.nullish(Count),
}

/** A password of a file, which a spreadsheet shows as it is. */
const FilePassword = withFieldType(
  z
    .string()
    .check(
      z.trim(),
      z.minLength(limits.password.min),
      z.maxLength(limits.password.max),
      z.regex(/^[^=+\-@'\uff1d\uff0b\uff0d\uff20]/),
    ),
  { kind: 'secret' },
)

/** A row of a file; without a password one is generated. */
export const FileRow = z.object({ ...row, password: z.nullish(FilePassword) })
export type FileRow = z.output<typeof FileRow>

const rowsOf = <R extends z.core.$ZodType>(one: R) =>
  z.array(one).check(z.minLength(1), z.maxLength(maxRows))
/** `skipExisting`: leave the names of own sub-accounts out. `createGroups`: add unknown groups. */
const options = { skipExisting: z._default(Flag, 0), createGroups: z._default(Flag, 0) }

export const importProblems = [
  'twice',
  'taken',
  'exists',
  'noGroup',
  'ambiguousGroup',
  'tooManyGroups',
] as const
export type ImportProblem = (typeof importProblems)[number]

/** `row`, `sameAs`: indexes from 0; `sameAs`: an earlier row of the same name. */
const problems = z.array(
  z.object({
    row: Count,
    field: Text,
    problem: code('importProblem', importProblems),
    sameAs: z.optional(Count),
  }),
)

/**
 * `count`: sub-accounts that would be added. `existing`: indexes of rows that are left out. `changeCharNum`: what the former
 * get in total, of `usableCharNum` of the main account.
 */
export const ImportCheck = z.object({
  count: Count,
  existing: z.array(Count),
  changeCharNum: Count,
  usableCharNum: Count,
  newGroups: z.array(Text),
  problems,
})
export type ImportCheck = z.output<typeof ImportCheck>

/** Nothing is added if there are problems. */
export const ImportOutcome = z.object({
  count: Count,
  existing: z.array(Count),
  changeCharNum: Count,
  problems,
})
export type ImportOutcome = z.output<typeof ImportOutcome>

/** Encrypted hash of a first password. */
const SealedPassword = z.string().check(z.minLength(1), z.maxLength(limits.sealedPassword.max))
fieldTypeRegistry.add(SealedPassword, { kind: 'secret' })

const deputy = ['deputy'] as const

export const subAccountImport = {
  checkImport: post(
    '/user/import/check',
    z.object({ rows: rowsOf(z.object(row)), ...options }),
    ImportCheck,
    {
      access: 'main',
      accountRoles: deputy,
      needs: 'createChildUser',
      safe: true,
      weight: 50,
    },
  ),

  /**
   * Hashes first passwords, which takes some time for each. Nothing is stored: the hashes are
   * encrypted, and good for these names of this owner only.
   */
  hashPasswords: post(
    '/user/import/passwords',
    z.object({
      rows: z
        .array(z.object({ account: AccountName, password: FirstPassword }))
        .check(z.minLength(1), z.maxLength(maxPasswords)),
    }),
    z.object({ passwords: z.array(z.string()) }),
    { access: 'main', accountRoles: deputy, needs: 'createChildUser', safe: true, weight: 25 },
  ),

  /** All or none. `password`: of `hashPasswords`. */
  importMany: post(
    '/user/import',
    z.object({ rows: rowsOf(z.object({ ...row, password: SealedPassword })), ...options }),
    ImportOutcome,
    {
      access: 'main',
      accountRoles: deputy,
      needs: 'createChildUser',
      audit: { act: 'subAccountCreated' },
      mutatesBalance: true,
      weight: 100,
    },
  ),
}

/** Of a group's name as it is compared. */
export const groupKeyOf = (name: string): string => name.trim().normalize('NFC').toLowerCase()
