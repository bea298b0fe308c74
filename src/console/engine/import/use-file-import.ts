/** State of an import up to valid rows: the file, its columns, and the check of its rows. */
import { useEffect, useRef, useState } from 'react'
import {
  checkRows,
  matchColumns,
  type Mapping,
  type RowError,
} from '#console/engine/import/check-rows.ts'
import {
  FileError,
  readCsv,
  type CsvFile,
  type FileProblem,
} from '#console/engine/import/read-file.ts'
import type { Item } from '#console/engine/page-model.ts'
import type { GetLookupData, Row } from '#console/engine/resource.ts'
import { loadBothLanguages } from '#console/refine/i18n.ts'
import { notifyFailure } from '#console/refine/notification.ts'

export type ReadFile = { readonly file: CsvFile; readonly mapping: Mapping }
export type FileState =
  | { step: 'file'; problem?: FileProblem | 'unreadable' }
  | ({ step: 'columns' } & ReadFile)
  | ({ step: 'checking'; done: number } & ReadFile)
  /** `unchecked`: rows that the server has not looked at. */
  | ({ step: 'errors'; errors: readonly RowError[]; unchecked: number } & ReadFile)

type Options<Later> = {
  items: readonly Item[]
  maxRows?: number
  getLookupData: GetLookupData
  /** Asks the server about rows that are valid here, and returns the next step. */
  checkOnServer: (
    read: ReadFile,
    rows: readonly Row[],
    signal: AbortSignal,
  ) => Promise<FileState | Later>
}

/** `Later`: the steps that follow. */
export function useFileImport<Later extends { step: string }>(options: Options<Later>) {
  const { items, maxRows, getLookupData, checkOnServer } = options
  const [state, setState] = useState<FileState | Later>({ step: 'file' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  /** Cancels the running request, if there is one, and returns the signal of the next. */
  const startRequest = () => {
    running.current?.abort()
    running.current = new AbortController()
    return running.current.signal
  }
  const toColumns = ({ file, mapping }: ReadFile) => setState({ step: 'columns', file, mapping })
  return {
    state,
    setState,
    startRequest,
    toColumns,
    restart: () => setState({ step: 'file' }),
    cancel: () => running.current?.abort(),

    async readFile(selected: File | undefined): Promise<void> {
      if (!selected) return
      try {
        const findInBoth = await loadBothLanguages()
        const file = await readCsv(selected, maxRows)
        toColumns({ file, mapping: matchColumns(file.headings, items, findInBoth) })
      } catch (error) {
        if (error instanceof FileError) setState({ step: 'file', problem: error.problem })
        else if (error instanceof DOMException) setState({ step: 'file', problem: 'unreadable' })
        else notifyFailure(error)
      }
    },

    async check({ file, mapping }: ReadFile): Promise<void> {
      const signal = startRequest()
      const onProgress = (done: number) => setState({ step: 'checking', file, mapping, done })
      try {
        onProgress(0)
        const { rows, errors } = await checkRows(file, mapping, items, {
          getLookupData,
          findInBoth: await loadBothLanguages(),
          signal,
          onProgress,
        })
        setState(
          errors.length > 0
            ? { step: 'errors', file, mapping, errors, unchecked: 0 }
            : await checkOnServer({ file, mapping }, rows, signal),
        )
      } catch (error) {
        if (!signal.aborted) notifyFailure(error)
        toColumns({ file, mapping })
      }
    },
  }
}

export type FileImport = Omit<ReturnType<typeof useFileImport<FileState>>, 'state' | 'setState'> & {
  readonly state: { readonly step: string }
}

/** Ref of the element whose control gets the focus at each step. */
export function useFocusAtStep(step: string) {
  const content = useRef<HTMLDivElement>(null)
  // The control that had the focus is gone with the previous step.
  useEffect(() => {
    content.current?.querySelector<HTMLElement>('[data-initial-focus]:not(:disabled)')?.focus()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs once per step.
  }, [step])
  return content
}
