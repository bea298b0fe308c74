/** Steps of the import dialog: file, columns, progress and problems. */
import { useId, useState, type DragEvent } from 'react'
import { exactCount } from '#client/i18n/format.ts'
import { byteOrderMark, csvLine, saveFile } from '#console/engine/export/export-file.ts'
import { CancelButton } from '#console/engine/form/form-dialog.tsx'
import { missingFields, type Mapping, type RowError } from '#console/engine/import/check-rows.ts'
import { fileLimits, type CsvFile, type FileProblem } from '#console/engine/import/read-file.ts'
import type { Note } from '#console/engine/import/import-notes.ts'
import type { Item } from '#console/engine/page-model.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import { FailureHelp } from '#console/ui/contact-support.tsx'
import { ScrollArea } from '#console/ui/scroll-area.tsx'

const steps = ['file', 'columns', 'check'] as const

export function Steps({ current }: { current: (typeof steps)[number] }) {
  return (
    <ol role="list" className="import-steps">
      {steps.map((step) => (
        <li key={step} aria-current={step === current ? 'step' : undefined}>
          {t(`crud.import.steps.${step}`)}
        </li>
      ))}
    </ol>
  )
}

export function ChooseFile({
  problem,
  maxRows = fileLimits.rows,
  onChoose,
  onSample,
}: {
  problem: FileProblem | 'unreadable' | undefined
  maxRows?: number
  onChoose: (file: File | undefined) => void
  onSample: () => void
}) {
  const id = useId()
  const [isDraggedOver, setDraggedOver] = useState(false)
  const values = {
    rows: exactCount(maxRows),
    size: fileLimits.bytes / 1024 / 1024,
    columns: fileLimits.columns,
  }
  const trackDrag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setDraggedOver(isOver)
  }
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is a shortcut of the file input. */}
      <div
        className="import-drop"
        data-over={isDraggedOver}
        onDragOver={trackDrag(true)}
        onDragLeave={trackDrag(false)}
        onDrop={(event) => {
          trackDrag(false)(event)
          onChoose(event.dataTransfer.files[0])
        }}
      >
        <span>{t('crud.import.drop')}</span>
        <input
          id={id}
          data-initial-focus
          className="visually-hidden"
          type="file"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          aria-describedby={`${id}-limits ${id}-problem`}
          onChange={({ target }) => {
            onChoose(target.files?.[0])
            target.value = ''
          }}
        />
        <label htmlFor={id} className="button">
          {t('crud.import.choose')}
        </label>
      </div>
      <p id={`${id}-problem`} className="error" role="alert">
        {problem && t(`crud.import.problem.${problem}`, values)}
      </p>
      <p id={`${id}-limits`} className="muted">
        {t('crud.import.limits', values)}
      </p>
      <PasteRows onChoose={onChoose} />
      <div className="dialog-actions">
        <button type="button" className="button import-sample" onClick={onSample}>
          {t('crud.import.sample')}
        </button>
        <CancelButton>{t('crud.form.cancel')}</CancelButton>
      </div>
    </>
  )
}

/** Rows copied from a spreadsheet, as if they were a file. */
function PasteRows({ onChoose }: { onChoose: (file: File | undefined) => void }) {
  const id = useId()
  const [text, setText] = useState('')
  return (
    <details className="import-paste">
      <summary>{t('crud.import.paste')}</summary>
      <label htmlFor={id} className="muted">
        {t('crud.import.pasteHelp')}
      </label>
      <textarea
        id={id}
        className="control"
        rows={5}
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <button
        type="button"
        className="button"
        disabled={text.trim() === ''}
        onClick={() => onChoose(new File([text], t('crud.import.pasted')))}
      >
        {t('crud.import.pasteUse')}
      </button>
    </details>
  )
}

export function MapColumns({
  file: { headings, rows, name },
  mapping,
  items,
  onChange,
  onBack,
  onCheck,
}: {
  file: CsvFile
  mapping: Mapping
  items: readonly Item[]
  onChange: (mapping: Mapping) => void
  onBack: () => void
  onCheck: () => void
}) {
  const missing = missingFields(items, mapping)
  const choose = (columnIndex: number, key: string) =>
    onChange(
      mapping.map((mapped, index) =>
        index === columnIndex ? key || undefined : mapped === key ? undefined : mapped,
      ),
    )
  return (
    <>
      <p className="import-summary">
        {t('crud.import.read', { count: rows.length, shown: exactCount(rows.length), name })}
      </p>
      <div className="import-scroll">
        <table className="import-table">
          <thead>
            <tr>
              <th>{t('crud.import.column')}</th>
              <th>{t('crud.import.example')}</th>
              <th>{t('crud.import.field')}</th>
            </tr>
          </thead>
          <tbody>
            {headings.map((heading, index) => {
              const label = heading || t('crud.import.noHeading', { column: index + 1 })
              return (
                // oxlint-disable-next-line react/no-array-index-key -- columns have no other identity.
                <tr key={index}>
                  <th scope="row">{label}</th>
                  <td className="import-example">{exampleOfColumn(rows, index)}</td>
                  <td>
                    <select
                      className="control"
                      aria-label={t('crud.import.fieldOf', { column: label })}
                      data-initial-focus={missing.length > 0 && index === 0 ? '' : undefined}
                      value={mapping[index] ?? ''}
                      onChange={({ target }) => choose(index, target.value)}
                    >
                      <option value="">{t('crud.import.skip')}</option>
                      {items.map((item) => (
                        <option key={item.key} value={item.key}>
                          {item.required
                            ? t('crud.import.required', { field: messageOf(item.label) })
                            : messageOf(item.label)}
                        </option>
                      ))}
                    </select>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <p className="error" role="status">
        {missing.length > 0 &&
          t('crud.import.missing', {
            fields: missing.map(({ label }) => messageOf(label)).join(t('crud.tags.between')),
          })}
      </p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onBack}>
          {t('crud.import.again')}
        </button>
        <button
          type="button"
          className="button primary"
          data-initial-focus
          disabled={missing.length > 0}
          onClick={onCheck}
        >
          {t('crud.import.check')}
        </button>
      </div>
    </>
  )
}

/** Characters of a cell shown in the dialog's tables. */
const maxCellLength = 80

const exampleOfColumn = (rows: CsvFile['rows'], index: number) =>
  rows.find(({ cells }) => cells[index]?.trim())?.cells[index]?.slice(0, maxCellLength)

export function ImportProgress({
  text,
  onStop,
  ...progress
}: {
  text: string
  value?: number
  max?: number
  onStop: () => void
}) {
  return (
    <>
      <label className="import-progress">
        <span aria-live="polite">{text}</span>
        <progress {...progress} />
      </label>
      <div className="dialog-actions">
        <button type="button" className="button" data-initial-focus onClick={onStop}>
          {t('crud.import.cancel')}
        </button>
      </div>
    </>
  )
}

/** What became of an attempt. */
export const ImportNote = ({ note: { text, role, requestId } }: { note: Note }) => (
  <div className="form-note" data-tone={role === 'alert' ? 'danger' : 'warning'} role={role}>
    <span>{text}</span>
    <FailureHelp requestId={requestId} />
  </div>
)

/** Groups of problems shown at once; all problems are in the file to download. */
const maxGroups = 100

export function RowErrors({
  file,
  mapping,
  errors,
  unchecked,
  items,
  onBack,
  onRestart,
}: {
  file: CsvFile
  mapping: Mapping
  errors: readonly RowError[]
  unchecked: number
  items: readonly Item[]
  onBack: () => void
  onRestart: () => void
}) {
  const lineNumberOf = (row: number) => file.rows[row]?.line ?? row + 1
  const describeError = ({ row, field, message, sameAs }: RowError) => {
    const item = items.find(({ key }) => key === field)
    const isSecret = item?.fieldType.kind === 'secret'
    const value =
      field === null || isSecret ? '' : (file.rows[row]?.cells[mapping.indexOf(field)] ?? '')
    const problem =
      sameAs === undefined
        ? message
        : t('crud.import.sameRow', { message, row: exactCount(lineNumberOf(sameAs)) })
    return [lineNumberOf(row), item ? messageOf(item.label) : '', value, problem] as const
  }
  const headings = [
    t('crud.import.row'),
    t('crud.import.field'),
    t('crud.import.value'),
    t('crud.import.problemHead'),
  ]
  const groups = groupsOf(errors.map(describeError))
  const hiddenCount = groups.slice(maxGroups).reduce((sum, { numbers }) => sum + numbers.length, 0)
  const saveErrors = () =>
    saveFile(
      [byteOrderMark, csvLine(headings), ...errors.map((error) => csvLine(describeError(error)))],
      `${t('crud.import.errorsName')}-${file.name.replace(/\.\w+$/, '')}.csv`,
      'text/csv;charset=utf-8',
    )
  return (
    <>
      <div className="form-note" data-tone="danger" role="alert">
        <span>
          {t('crud.import.errors', { count: errors.length, shown: exactCount(errors.length) })}
          {unchecked > 0 &&
            ` ${t('crud.import.unchecked', { count: unchecked, shown: exactCount(unchecked) })}`}
        </span>
      </div>
      <ScrollArea className="import-scroll" label={t('crud.import.errorsName')} role="group">
        <table className="import-table">
          <thead>
            <tr>
              {headings.map((heading) => (
                <th key={heading}>{heading}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.slice(0, maxGroups).map(({ numbers, field, value, problem }) => (
              <tr key={`${numbers[0]} ${field} ${problem}`}>
                <td className="number">{rowsText(numbers)}</td>
                <td>{field}</td>
                <td className="import-example">{value.slice(0, maxCellLength)}</td>
                <td>{problem}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      {hiddenCount > 0 && (
        <p className="muted">
          {t('crud.import.more', { count: hiddenCount, shown: exactCount(hiddenCount) })}
        </p>
      )}
      <div className="dialog-actions">
        <button type="button" className="button import-sample" onClick={saveErrors}>
          {t('crud.import.saveErrors')}
        </button>
        <button type="button" className="button" onClick={onBack}>
          {t('crud.import.back')}
        </button>
        <button type="button" className="button primary" data-initial-focus onClick={onRestart}>
          {t('crud.import.again')}
        </button>
      </div>
    </>
  )
}

type Group = { numbers: number[]; field: string; value: string; problem: string }

/** Rows with the same problem with the same value are one group. */
function groupsOf(lines: readonly (readonly [number, string, string, string])[]): Group[] {
  const groups = new Map<string, Group>()
  for (const [number, field, value, problem] of lines) {
    const key = JSON.stringify([field, value, problem])
    const group = groups.get(key) ?? { numbers: [], field, value, problem }
    group.numbers.push(number)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Row numbers: all of up to four, else the first three and how many there are. */
function rowsText(numbers: readonly number[]): string {
  const between = t('crud.tags.between')
  if (numbers.length <= 4) return numbers.join(between)
  const rows = numbers.slice(0, 3).join(between)
  return t('crud.import.sameProblem', { rows, shown: exactCount(numbers.length) })
}
