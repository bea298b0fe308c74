/** Forms that issue, refuse, reverse and correct a customer's fapiao. */
import { useId, useRef, useState, type ReactNode } from 'react'
import { call as send } from '#client/api/call.ts'
import { yuan } from '#client/i18n/format.ts'
import { wireNow } from '#client/i18n/time.ts'
import { ConflictNote, resolveConflict } from '#console/engine/form/conflict.tsx'
import { FormBody } from '#console/engine/form/form-body.tsx'
import { callItems, useCallForm } from '#console/engine/form/use-call-form.ts'
import { useRefreshAll } from '#console/refine/query.ts'
import type { Item } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import { businessLimits } from '#contract/business-limits.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { fapiaoFiles, type FapiaoFile } from '#contract/fapiaos.ts'
import { money } from '#contract/field-constructors.ts'
import {
  customerFapiaos,
  exchangeScopes,
  type CustomerFapiaoDetails,
  type ExchangeScope,
} from '#contract/operator/fapiaos.ts'
import { label, t } from '#operator/fapiaos/messages.tsx'
import { Segments } from '#ui/tabs.tsx'
import './fapiaos.css'

export type FormProps = {
  fapiao: CustomerFapiaoDetails
  /** State and sum, before the items. */
  intro: ReactNode
  /** What is known about it, beside the items. */
  facts: ReactNode
  reload: () => void
  close: () => void
  /** Buttons before those of the form. */
  children?: ReactNode
}

const today = () => wireNow().slice(0, 10)

type RecordProps<E extends Endpoint> = FormProps & {
  name: string
  call: E
  items: readonly Item[]
  initialValues?: Row
  /** Inputs beside the key of the fapiao. */
  fixed?: Row
  /** Resolves to the values of the items after the fapiao was changed elsewhere. */
  loadLatest?: () => Promise<Row>
  done: string
  /** Between state and file. */
  renderLead?: (isSaving: boolean) => ReactNode
  file?: 'needed' | 'optional'
  canSave?: boolean
  saveLabel: string
  isDangerous?: boolean
}

/** Form of one call about a fapiao: its state, the file to send, the items, and what is known. */
function FapiaoForm<E extends Endpoint>({
  fapiao: { ownerId, id },
  intro,
  facts,
  reload,
  close,
  children,
  fixed,
  loadLatest,
  done,
  renderLead,
  file: demand,
  canSave = true,
  saveLabel,
  isDangerous = false,
  ...call
}: RecordProps<E>) {
  const refreshAll = useRefreshAll()
  const [file, setFile] = useState<File>()
  const form = useCallForm({
    ...call,
    resource: 'customerFapiaos',
    fixed: { ownerId, id, ...fixed, ...(demand && { file }) },
    done: () => done,
    onSaved: () => {
      void refreshAll()
      close()
    },
    onRefused: reload,
  })
  const [latest, setLatest] = useState<Row>()
  const resolve =
    loadLatest &&
    resolveConflict(form, async () => {
      const row = await loadLatest()
      setLatest(row)
      return row
    })
  const isFileRight = file ? file.size <= businessLimits.fapiaos.fileBytes : demand !== 'needed'
  return (
    <FormBody
      form={resolve ? { ...form, error: undefined } : form}
      latest={latest}
      intro={
        <div className="payment-facts fapiao-intro">
          {intro}
          <ConflictNote form={form} latest={latest} resolve={resolve} />
          {renderLead?.(form.isSaving)}
          {demand && <FileChoice file={file} onChoose={setFile} isSaving={form.isSaving} />}
        </div>
      }
      preview={<div className="payment-facts">{facts}</div>}
      canSave={canSave && isFileRight}
      saveLabel={saveLabel}
      isDangerous={isDangerous}
    >
      {children}
    </FormBody>
  )
}

/** The operator that has taken a request issues it: over its sum, or over what refunds left of it. */
export function IssueForm(props: FormProps) {
  const { amount: before, sums: range } = props.fapiao
  const now = range?.least ?? before
  const sums = { before: yuan(before), now: yuan(now) }
  // Only the operator knows over which sum it was issued; a choice outlasts further refunds.
  const [chosen, setChosen] = useState<number | 'other'>()
  const choice = now === before ? before : chosen
  const sum = choice === 'other' ? undefined : choice
  const choices = [...new Set([now, sum ?? before, before])].filter((cents) => cents > 0)
  return (
    <FapiaoForm
      {...props}
      name="issue-fapiao"
      call={customerFapiaos.issue}
      items={callItems(customerFapiaos.issue, {
        fapiaoNo: { label: label('fapiaoNo') },
        issueDate: { label: label('issueDate') },
        amount: choice === 'other' && {
          label: t('fapiao.sum'),
          help: t('fapiao.otherSumHelp', sums),
          schema: money({ max: before }),
        },
      })}
      initialValues={{ issueDate: today() }}
      fixed={sum === undefined ? {} : { amount: String(sum) }}
      done={t('fapiao.issued')}
      file="needed"
      renderLead={(isSaving) =>
        now < before && (
          <section className="payment-reason" data-tone="warning" role="alert">
            <h3>{t('fapiao.sumChanged', sums)}</h3>
            <p>{t(now > 0 ? 'fapiao.sumChoice' : 'fapiao.sumNothing', sums)}</p>
            <Segments
              label={t('fapiao.sum')}
              options={[
                ...choices.map((cents) => ({ key: String(cents), label: yuan(cents) })),
                { key: 'other', label: t('fapiao.otherSum') },
              ]}
              chosen={String(chosen)}
              disabled={isSaving}
              onChoose={(key) => setChosen(key === 'other' ? key : Number(key))}
            />
          </section>
        )
      }
      canSave={choice !== undefined}
      saveLabel={
        choice === undefined
          ? t('fapiao.chooseSum')
          : sum === undefined
            ? t('fapiao.issueOther')
            : t('fapiao.issue', { amount: yuan(sum) })
      }
    />
  )
}

export const RefuseForm = (props: FormProps) => (
  <FapiaoForm
    {...props}
    name="refuse-fapiao"
    call={customerFapiaos.refuse}
    items={callItems(customerFapiaos.refuse, {
      reason: { label: label('reason'), help: t('fapiao.reasonHelp') },
    })}
    done={t('fapiao.refused')}
    saveLabel={t('fapiao.ways.refuse')}
    isDangerous
  />
)

export const ReverseForm = (props: FormProps) => (
  <FapiaoForm
    {...props}
    name="reverse-fapiao"
    call={customerFapiaos.reverse}
    items={callItems(customerFapiaos.reverse, {
      reversalNo: { label: label('reversalNo') },
      reversalDate: { label: label('reversalDate') },
      reason: props.fapiao.state === 'issued' && {
        label: label('reason'),
        help: t('fapiao.reasonHelp'),
        schema: customerFapiaos.refuse.input.shape.reason,
      },
    })}
    initialValues={{ reversalDate: today() }}
    done={t('fapiao.reversed')}
    file="needed"
    saveLabel={t('fapiao.reverse')}
  />
)

const correctionWays = ['correct', 'exchange'] as const

/** The fapiao or its reversal was recorded wrongly, alone or crosswise with another. */
export function CorrectForm(props: FormProps) {
  const { reversalNo } = props.fapiao
  const [which, setWhich] = useState<FapiaoFile>('fapiao')
  const [way, setWay] = useState<(typeof correctionWays)[number]>('correct')
  const Form = way === 'correct' ? CorrectRecordForm : ExchangeForm
  return (
    <Form
      {...props}
      key={which}
      which={which}
      renderChoices={(isSaving) => (
        <>
          <Segments
            label={t('fapiao.how')}
            disabled={isSaving}
            options={correctionWays.map((key) => ({ key, label: t(`fapiao.${key}`) }))}
            chosen={way}
            onChoose={setWay}
          />
          {reversalNo && (
            <Segments
              label={t('fapiao.correct')}
              disabled={isSaving}
              options={fapiaoFiles.map((key) => ({ key, label: t(`fapiao.files.${key}`) }))}
              chosen={which}
              onChoose={setWhich}
            />
          )}
        </>
      )}
    />
  )
}

type CorrectionProps = FormProps & {
  which: FapiaoFile
  renderChoices: (isSaving: boolean) => ReactNode
}

/** The record as the form was opened with it, until the latest is loaded after a conflict. */
function useEditedRecord(opened: CustomerFapiaoDetails) {
  const [record, setRecord] = useState(opened)
  const loadLatest = async () => {
    const latest = await send(customerFapiaos.get, { ownerId: record.ownerId, id: record.id })
    setRecord(latest)
    return latest
  }
  return { record, loadLatest }
}

const recordedValues = (fapiao: CustomerFapiaoDetails, which: FapiaoFile): Row =>
  which === 'reversal'
    ? { number: fapiao.reversalNo, date: fapiao.reversalDate }
    : { number: fapiao.fapiaoNo, date: fapiao.issueDate, amount: fapiao.amount }

/** Of a number, date, sum or file; without another file, the stored one stays. */
function CorrectRecordForm({ which, renderChoices, ...props }: CorrectionProps) {
  const { record, loadLatest } = useEditedRecord(props.fapiao)
  const { amount, sums, version } = record
  const isReversal = which === 'reversal'
  const canCorrectSum = !isReversal && !!sums && sums.least < sums.most
  const [couldCorrectSum] = useState(canCorrectSum)
  return (
    <FapiaoForm
      {...props}
      name="correct-fapiao"
      call={customerFapiaos.correct}
      items={callItems(customerFapiaos.correct, {
        number: { label: label(isReversal ? 'reversalNo' : 'fapiaoNo') },
        date: { label: label(isReversal ? 'reversalDate' : 'issueDate') },
        amount: canCorrectSum && {
          label: t('fapiao.sum'),
          help: t('fapiao.correctSumHelp', {
            recorded: yuan(amount),
            least: yuan(sums.least),
            most: yuan(sums.most),
          }),
          schema: money({ max: sums.most }),
        },
        reason: { label: label('reason'), help: t('fapiao.correctReasonHelp') },
      })}
      initialValues={recordedValues(record, which)}
      fixed={{ which, version: String(version) }}
      loadLatest={async () => recordedValues(await loadLatest(), which)}
      done={t('fapiao.corrected')}
      file="optional"
      renderLead={(isSaving) => (
        <>
          {renderChoices(isSaving)}
          <small className="fapiao-help">{t('fapiao.correctHelp')}</small>
          {couldCorrectSum && !canCorrectSum && (
            <p className="form-note" data-tone="warning" role="alert">
              {t('fapiao.sumFixed')}
            </p>
          )}
        </>
      )}
      saveLabel={t('fapiao.correct')}
    />
  )
}

/** Of two that were recorded crosswise. */
function ExchangeForm({ which, renderChoices, ...props }: CorrectionProps) {
  const { record, loadLatest } = useEditedRecord(props.fapiao)
  const [scope, setScope] = useState<ExchangeScope>('records')
  return (
    <FapiaoForm
      {...props}
      name="exchange-fapiaos"
      call={customerFapiaos.exchange}
      items={callItems(customerFapiaos.exchange, {
        number: { label: t('fapiao.otherNumber') },
        reason: { label: label('reason'), help: t('fapiao.exchangeReasonHelp') },
      })}
      fixed={{ which, scope, version: record.version }}
      loadLatest={async () => {
        await loadLatest()
        return {}
      }}
      done={t('fapiao.exchanged')}
      renderLead={(isSaving) => (
        <>
          {renderChoices(isSaving)}
          <small className="fapiao-help">{t('fapiao.exchangeHelp')}</small>
          <Segments
            label={t('fapiao.exchangeScope')}
            disabled={isSaving}
            options={exchangeScopes.map((key) => ({
              key,
              label: t(`fapiao.exchangeScopes.${key}`),
            }))}
            chosen={scope}
            onChoose={setScope}
          />
        </>
      )}
      saveLabel={t('fapiao.exchange')}
    />
  )
}

const megabytes = (bytes: number) => bytes / 1024 / 1024

/** The browser's own control is in the browser's language. */
function FileChoice({
  file,
  onChoose,
  isSaving,
}: {
  file: File | undefined
  onChoose: (file: File | undefined) => void
  isSaving: boolean
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const limit = businessLimits.fapiaos.fileBytes
  const isTooLarge = file !== undefined && file.size > limit
  const hasHelp = !file || isTooLarge
  return (
    <div className="fapiao-file">
      <span id={id}>{label('file')}</span>
      <input
        ref={input}
        hidden
        type="file"
        aria-label={label('file')}
        accept=".pdf,.ofd,.xml"
        onChange={({ target }) => {
          if (target.files?.[0]) onChoose(target.files[0])
          // The same file can be chosen again.
          target.value = ''
        }}
      />
      <div className="button-row">
        <button
          type="button"
          className="button"
          aria-labelledby={`${id} ${id}-button`}
          aria-describedby={hasHelp ? `${id}-help` : undefined}
          disabled={isSaving}
          onClick={() => input.current?.click()}
        >
          <span id={`${id}-button`}>{t(file ? 'fapiao.otherFile' : 'fapiao.chooseFile')}</span>
        </button>
        <output>{file?.name}</output>
        {hasHelp && (
          <small id={`${id}-help`} role={isTooLarge ? 'alert' : undefined}>
            {t(isTooLarge ? 'fapiao.fileTooLarge' : 'fapiao.fileHelp', { limit: megabytes(limit) })}
          </small>
        )}
      </div>
    </div>
  )
}
