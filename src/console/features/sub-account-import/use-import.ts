/** State of an import of sub-accounts: reading, checking, hashing passwords, adding, and the sheet. */
import { useInvalidate } from '@refinedev/core'
import { useRef } from 'react'
import * as z from 'zod/mini'
import { call } from '#client/api/call.ts'
import { idempotentCall, isOutcomeUnknown } from '#client/api/idempotent-call.ts'
import { loadUser } from '#client/session/current-user.ts'
import { itemOf } from '#console/engine/build-calls.ts'
import type { RowError } from '#console/engine/import/check-rows.ts'
import { failureNote, type Note } from '#console/engine/import/import-notes.ts'
import { useFileImport, type ReadFile } from '#console/engine/import/use-file-import.ts'
import {
  hashPasswords,
  withPasswords,
  type FirstLogin,
  type SealedLogins,
} from '#console/features/sub-account-import/first-passwords.ts'
import { t } from '#console/refine/i18n.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { shapeOf } from '#contract/query.ts'
import { FileRow, subAccountImport, type ImportCheck } from '#contract/sub-account-import.ts'

export const importItems = Object.entries(shapeOf(FileRow)).map(([key, schema]) =>
  itemOf('subAccounts', key, schema),
)
export type Options = { readonly skipExisting: boolean; readonly createGroups: boolean }
export type Review = ReadFile & {
  readonly rows: readonly FileRow[]
  readonly options: Options
  readonly check: ImportCheck
}
type AddState =
  | ({ step: 'failed'; note: Note } & Omit<Review, 'check'>)
  | ({ step: 'review'; isChecking: boolean; note?: Note } & Review)
  | ({ step: 'hashing'; done: number; total: number } & Review)
  | ({ step: 'sending'; total: number } & Review)
  /** Whether the sub-accounts were added is not known. */
  | ({ step: 'unknown'; note: Note } & Review)
  | { step: 'sheet'; logins: readonly FirstLogin[] }

/** Of the call that adds all, in milliseconds. */
const timeout = 120_000

const toFlags = ({ skipExisting, createGroups }: Options) => ({
  skipExisting: skipExisting ? (1 as const) : (0 as const),
  createGroups: createGroups ? (1 as const) : (0 as const),
})

export const errorsOf = ({ problems }: ImportCheck): RowError[] =>
  problems.map(({ row, field, problem, sameAs }) => ({
    row,
    field,
    message: t(`codes.importProblem.${problem}`),
    sameAs,
  }))

export function useImport() {
  /** Kept for another attempt, which then sends the same request under the same key. */
  const sealed = useRef<SealedLogins & { key: string }>(undefined)
  const invalidate = useInvalidate()
  const flow = useFileImport<AddState>({
    items: importItems,
    maxRows: businessLimits.subAccountImport.rows,
    getLookupData: () => undefined,
    checkOnServer(read, rows, signal) {
      sealed.current = undefined
      const options = { skipExisting: false, createGroups: false }
      return checkOnServer(
        { ...read, rows: rows.map((row) => z.parse(FileRow, row)), options },
        signal,
      )
    },
  })
  const { setState, startRequest } = flow

  async function checkOnServer(
    review: Omit<Review, 'check'>,
    signal: AbortSignal,
  ): Promise<AddState> {
    const { rows, options } = review
    try {
      const input = { rows: rows.map(({ password: _, ...row }) => row), ...toFlags(options) }
      const check = await call(subAccountImport.checkImport, input, {
        signal,
        timeout,
        quiet: true,
      })
      return { step: 'review', isChecking: false, ...review, check }
    } catch (error) {
      signal.throwIfAborted()
      return { step: 'failed', ...review, note: failureNote(error) }
    }
  }
  /** Another check in its place leaves the step to that one. */
  async function recheck({ file, mapping, rows }: Omit<Review, 'check'>, options: Options) {
    const signal = startRequest()
    const next = await checkOnServer({ file, mapping, rows, options }, signal).catch(
      () => undefined,
    )
    if (next && !signal.aborted) setState(next)
  }

  return {
    ...flow,

    /** Also after a failure, with the same choices. */
    recheck(review: Omit<Review, 'check'>, options: Options) {
      setState((current) =>
        current.step === 'review' ? { ...current, options, isChecking: true } : current,
      )
      return recheck(review, options)
    },

    async add({ file, mapping, rows, options, check }: Review) {
      const signal = startRequest()
      const review = { file, mapping, rows, options, check }
      const added = rows.filter((_, at) => !check.existing.includes(at))
      const key = JSON.stringify([options, check.existing])
      const ready =
        sealed.current?.key === key
          ? sealed.current
          : { logins: withPasswords(added), hashes: [], key }
      sealed.current = ready
      const { logins, hashes } = ready
      const showProgress = () =>
        setState({ step: 'hashing', ...review, done: hashes.length, total: logins.length })
      try {
        showProgress()
        await hashPasswords(ready, signal, showProgress)
      } catch (error) {
        const note: Note = signal.aborted
          ? { text: t('subAccountImport.stopped'), role: 'status' }
          : failureNote(error)
        return setState({ step: 'review', isChecking: false, ...review, note })
      }
      try {
        setState({ step: 'sending', ...review, total: check.count })
        const input = {
          rows: added.map((row, at) => ({ ...row, password: hashes[at]! })),
          ...toFlags(options),
        }
        const { count, existing, problems } = await idempotentCall(
          subAccountImport.importMany,
          input,
          { timeout, quiet: true },
        )
        void loadUser().catch(() => undefined)
        void invalidate({ resource: 'subAccounts', invalidates: ['list', 'detail'] })
        if (problems.length > 0 || count === 0) {
          sealed.current = undefined
          return await recheck(review, options)
        }
        setState({ step: 'sheet', logins: logins.filter((_, at) => !existing.includes(at)) })
      } catch (error) {
        const note = failureNote(error)
        if (isOutcomeUnknown(error)) setState({ step: 'unknown', ...review, note })
        else setState({ step: 'review', isChecking: false, ...review, note })
      }
    },

    /** The passwords of the import that was sent last. */
    sentLogins: () => sealed.current?.logins ?? [],
  }
}
