/** State of an import of sub-accounts: reading, checking, hashing passwords, adding, and the sheet. */
import { useInvalidate } from '@refinedev/core'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { call } from '#client/api/call.ts'
import { idempotentCall, isOutcomeUnknown } from '#client/api/idempotent-call.ts'
import { loadUser } from '#client/session/current-user.ts'
import { itemOf } from '#console/engine/build-calls.ts'
import {
  checkRows,
  matchColumns,
  type Mapping,
  type RowError,
} from '#console/engine/import/check-rows.ts'
import { failureNote, type Note } from '#console/engine/import/import-notes.ts'
import type { FindInBoth } from '#console/engine/import/parse-value.ts'
import {
  FileError,
  readCsv,
  type CsvFile,
  type FileProblem,
} from '#console/engine/import/read-file.ts'
import {
  hashPasswords,
  withPasswords,
  type FirstLogin,
  type SealedLogins,
} from '#console/features/sub-account-import/first-passwords.ts'
import { t } from '#console/refine/i18n.ts'
import { notifyFailure } from '#console/refine/notification.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { shapeOf } from '#contract/query.ts'
import { FileRow, subAccountImport, type ImportCheck } from '#contract/sub-account-import.ts'

export const importItems = Object.entries(shapeOf(FileRow)).map(([key, schema]) =>
  itemOf('subAccounts', key, schema),
)
export type Options = { readonly skipExisting: boolean; readonly createGroups: boolean }
type Read = { readonly file: CsvFile; readonly mapping: Mapping }
export type Review = Read & {
  readonly rows: readonly FileRow[]
  readonly options: Options
  readonly check: ImportCheck
}
type State =
  | { step: 'file'; problem?: FileProblem | 'unreadable' }
  | ({ step: 'columns' } & Read)
  | ({ step: 'checking'; done: number } & Read)
  | ({ step: 'errors'; errors: readonly RowError[] } & Read)
  | ({ step: 'failed'; rows: readonly FileRow[]; options: Options; note: Note } & Read)
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

export function useImport(findInBoth: FindInBoth | undefined) {
  const [state, setState] = useState<State>({ step: 'file' })
  const running = useRef<AbortController>(undefined)
  /** Kept for another attempt, which then sends the same request under the same key. */
  const sealed = useRef<SealedLogins & { key: string }>(undefined)
  const invalidate = useInvalidate()
  useEffect(() => () => running.current?.abort(), [])
  const start = () => {
    running.current?.abort()
    running.current = new AbortController()
    return running.current.signal
  }

  async function checkOnServer(read: Read, rows: readonly FileRow[], options: Options) {
    const signal = start()
    try {
      const input = { rows: rows.map(({ password: _, ...row }) => row), ...toFlags(options) }
      const check = await call(subAccountImport.checkImport, input, {
        signal,
        timeout,
        quiet: true,
      })
      setState({ step: 'review', isChecking: false, ...read, rows, options, check })
    } catch (error) {
      if (signal.aborted) return
      setState({ step: 'failed', ...read, rows, options, note: failureNote(error) })
    }
  }

  return {
    state,
    restart: () => setState({ step: 'file' }),
    toColumns: ({ file, mapping }: Read) => setState({ step: 'columns', file, mapping }),
    cancel: () => running.current?.abort(),

    async readFile(selected: File | undefined) {
      if (!selected || !findInBoth) return
      try {
        const file = await readCsv(selected, businessLimits.subAccountImport.rows)
        setState({
          step: 'columns',
          file,
          mapping: matchColumns(file.headings, importItems, findInBoth),
        })
      } catch (error) {
        setState({
          step: 'file',
          problem: error instanceof FileError ? error.problem : 'unreadable',
        })
      }
    },

    async check({ file, mapping }: Read) {
      if (!findInBoth) return
      const signal = start()
      const read = { file, mapping }
      sealed.current = undefined
      try {
        const { rows, errors } = await checkRows(file, mapping, importItems, {
          getLookupData: () => undefined,
          findInBoth,
          signal,
          onProgress: (done) => setState({ step: 'checking', ...read, done }),
        })
        if (errors.length > 0) return setState({ step: 'errors', ...read, errors })
        const parsed = rows.map((row) => z.parse(FileRow, row))
        await checkOnServer(read, parsed, { skipExisting: false, createGroups: false })
      } catch (error) {
        if (!signal.aborted) notifyFailure(error)
        setState({ step: 'columns', ...read })
      }
    },

    /** Also after a failure, with the same choices. */
    recheck(review: Omit<Review, 'check'>, options: Options) {
      setState((current) =>
        current.step === 'review' ? { ...current, options, isChecking: true } : current,
      )
      return checkOnServer(review, review.rows, options)
    },

    async add({ file, mapping, rows, options, check }: Review) {
      const signal = start()
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
          return await checkOnServer({ file, mapping }, rows, options)
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
