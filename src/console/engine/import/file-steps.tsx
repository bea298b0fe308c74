/** Steps of an import up to valid rows, and the heading of all steps. */
import type { ReactNode } from 'react'
import { exactCount } from '#client/i18n/format.ts'
import { saveSample } from '#console/engine/import/import-notes.ts'
import {
  ChooseFile,
  ImportProgress,
  MapColumns,
  RowErrors,
  Steps,
} from '#console/engine/import/import-steps.tsx'
import type { FileImport, FileState } from '#console/engine/import/use-file-import.ts'
import type { Item } from '#console/engine/page-model.ts'
import type { GetLookupData } from '#console/engine/resource.ts'
import { t } from '#console/refine/i18n.ts'

type Props = {
  flow: FileImport
  items: readonly Item[]
  /** Of the list; names the sample of a file. */
  title: string
  /** Shown before the file is chosen. */
  help?: ReactNode
  maxRows?: number
  getLookupData: GetLookupData
}

export function FileSteps({ flow, items, title, help, maxRows, getLookupData }: Props) {
  const state = flow.state as FileState
  return (
    <>
      <Steps current={state.step === 'file' || state.step === 'columns' ? state.step : 'check'} />
      {state.step === 'file' && (
        <>
          {help}
          <ChooseFile
            problem={state.problem}
            {...(maxRows !== undefined && { maxRows })}
            onChoose={(file) => void flow.readFile(file)}
            onSample={() => saveSample(title, items, getLookupData)}
          />
        </>
      )}
      {state.step === 'columns' && (
        <MapColumns
          file={state.file}
          mapping={state.mapping}
          items={items}
          onChange={(mapping) => flow.toColumns({ ...state, mapping })}
          onBack={flow.restart}
          onCheck={() => void flow.check(state)}
        />
      )}
      {state.step === 'checking' && (
        <ImportProgress
          text={
            state.done < state.file.rows.length
              ? t('crud.import.checking', {
                  done: exactCount(state.done),
                  total: exactCount(state.file.rows.length),
                })
              : t('crud.import.checkingServer')
          }
          value={state.done}
          max={state.file.rows.length}
          onStop={flow.cancel}
        />
      )}
      {state.step === 'errors' && (
        <RowErrors
          {...state}
          items={items}
          onBack={() => flow.toColumns(state)}
          onRestart={flow.restart}
        />
      )}
    </>
  )
}
