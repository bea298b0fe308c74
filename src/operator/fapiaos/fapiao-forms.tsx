/** Forms that issue, refuse and reverse a customer's fapiao. */
import { useId, useRef, useState, type ReactNode } from 'react'
import { yuan } from '#client/i18n/format.ts'
import { wireNow } from '#client/i18n/time.ts'
import { FormBody } from '#console/engine/form/form-body.tsx'
import { CancelButton } from '#console/engine/form/form-dialog.tsx'
import { callItems, useCallForm } from '#console/engine/form/use-call-form.ts'
import { useRefreshAll } from '#console/refine/query.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { fapiaoFiles, type FapiaoFile } from '#contract/fapiaos.ts'
import { money } from '#contract/field-constructors.ts'
import { customerFapiaos, type CustomerFapiaoDetails } from '#contract/operator/fapiaos.ts'
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

function useHandled(close: () => void) {
  const refreshAll = useRefreshAll()
  return () => {
    void refreshAll()
    close()
  }
}

/** An operator that has taken the request issues it: over its sum, or over what refunds left of it. */
export function IssueForm({ fapiao, intro, facts, reload, close, children }: FormProps) {
  const { ownerId, id } = fapiao
  const before = fapiao.amount
  const now = fapiao.amountNow ?? before
  const sums = { before: yuan(before), now: yuan(now) }
  // Only the operator knows over which sum it was issued; a choice outlasts further refunds.
  const [chosen, setChosen] = useState<number | 'other'>()
  const choice = now === before ? before : chosen
  const sum = choice === 'other' ? undefined : choice
  const choices = [...new Set([now, sum ?? before, before])].filter((cents) => cents > 0)
  const [file, setFile] = useState<File>()
  const form = useCallForm({
    name: 'issue-fapiao',
    resource: 'customerFapiaos',
    call: customerFapiaos.issue,
    items: callItems(customerFapiaos.issue, {
      fapiaoNo: { label: label('fapiaoNo') },
      issueDate: { label: label('issueDate') },
      amount: choice === 'other' && {
        label: t('fapiao.sum'),
        help: t('fapiao.otherSumHelp', sums),
        schema: money({ max: before }),
      },
    }),
    initialValues: { issueDate: today() },
    fixed: { ownerId, id, file, ...(sum !== undefined && { amount: String(sum) }) },
    done: () => t('fapiao.issued'),
    onSaved: useHandled(close),
    onRefused: reload,
  })
  return (
    <FormBody
      form={form}
      intro={
        <div className="payment-facts">
          {intro}
          {now < before && (
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
                disabled={form.isSaving}
                onChoose={(key) => setChosen(key === 'other' ? key : Number(key))}
              />
            </section>
          )}
          <FileChoice file={file} onChoose={setFile} isSaving={form.isSaving} />
        </div>
      }
      preview={<div className="payment-facts">{facts}</div>}
      canSave={
        choice !== undefined && file !== undefined && file.size <= businessLimits.fapiaos.fileBytes
      }
      saveLabel={
        choice === undefined
          ? t('fapiao.chooseSum')
          : sum === undefined
            ? t('fapiao.issueOther')
            : t('fapiao.issue', { amount: yuan(sum) })
      }
    >
      {children}
      <CancelButton disabled={form.isSaving} />
    </FormBody>
  )
}

export function RefuseForm({
  fapiao: { ownerId, id },
  intro,
  facts,
  reload,
  close,
  children,
}: FormProps) {
  const form = useCallForm({
    name: 'refuse-fapiao',
    resource: 'customerFapiaos',
    call: customerFapiaos.refuse,
    items: callItems(customerFapiaos.refuse, {
      reason: { label: label('reason'), help: t('fapiao.reasonHelp') },
    }),
    fixed: { ownerId, id },
    done: () => t('fapiao.refused'),
    onSaved: useHandled(close),
    onRefused: reload,
  })
  return (
    <FormBody
      form={form}
      intro={<div className="payment-facts">{intro}</div>}
      preview={<div className="payment-facts">{facts}</div>}
      saveLabel={t('fapiao.ways.refuse')}
      isDangerous
    >
      {children}
      <CancelButton disabled={form.isSaving} />
    </FormBody>
  )
}

export function ReverseForm({ fapiao, intro, facts, reload, close, children }: FormProps) {
  const { ownerId, id, state } = fapiao
  const [file, setFile] = useState<File>()
  const form = useCallForm({
    name: 'reverse-fapiao',
    resource: 'customerFapiaos',
    call: customerFapiaos.reverse,
    items: callItems(customerFapiaos.reverse, {
      reversalNo: { label: label('reversalNo') },
      reversalDate: { label: label('reversalDate') },
      reason: state === 'issued' && {
        label: label('reason'),
        help: t('fapiao.reasonHelp'),
        schema: customerFapiaos.refuse.input.shape.reason,
      },
    }),
    initialValues: { reversalDate: today() },
    fixed: { ownerId, id, file },
    done: () => t('fapiao.reversed'),
    onSaved: useHandled(close),
    onRefused: reload,
  })
  return (
    <FormBody
      form={form}
      intro={
        <div className="payment-facts">
          {intro}
          <FileChoice file={file} onChoose={setFile} isSaving={form.isSaving} />
        </div>
      }
      preview={<div className="payment-facts">{facts}</div>}
      canSave={file !== undefined && file.size <= businessLimits.fapiaos.fileBytes}
      saveLabel={t('fapiao.reverse')}
    >
      {children}
      <CancelButton disabled={form.isSaving} />
    </FormBody>
  )
}

/** Of a number, date or file that was recorded wrongly; without another file, the stored one stays. */
export function CorrectForm({ fapiao, intro, facts, reload, close }: FormProps) {
  const [which, setWhich] = useState<FapiaoFile>('fapiao')
  return (
    <CorrectOne
      key={which}
      {...{ fapiao, which, facts, reload, close }}
      intro={
        <>
          {intro}
          {fapiao.reversalNo && (
            <Segments
              label={t('fapiao.correct')}
              options={fapiaoFiles.map((key) => ({ key, label: t(`fapiao.files.${key}`) }))}
              chosen={which}
              onChoose={setWhich}
            />
          )}
        </>
      }
    />
  )
}

function CorrectOne({
  fapiao,
  which,
  intro,
  facts,
  reload,
  close,
}: FormProps & { which: FapiaoFile }) {
  const { ownerId, id } = fapiao
  const isReversal = which === 'reversal'
  const [file, setFile] = useState<File>()
  const form = useCallForm({
    name: 'correct-fapiao',
    resource: 'customerFapiaos',
    call: customerFapiaos.correct,
    items: callItems(customerFapiaos.correct, {
      number: { label: label(isReversal ? 'reversalNo' : 'fapiaoNo') },
      date: { label: label(isReversal ? 'reversalDate' : 'issueDate') },
      reason: { label: label('reason'), help: t('fapiao.reasonHelp') },
    }),
    initialValues: isReversal
      ? { number: fapiao.reversalNo, date: fapiao.reversalDate }
      : { number: fapiao.fapiaoNo, date: fapiao.issueDate },
    fixed: { ownerId, id, which, file },
    done: () => t('fapiao.corrected'),
    onSaved: useHandled(close),
    onRefused: reload,
  })
  return (
    <FormBody
      form={form}
      intro={
        <div className="payment-facts">
          {intro}
          <p className="form-note">{t('fapiao.correctHelp')}</p>
          <FileChoice file={file} onChoose={setFile} isSaving={form.isSaving} />
        </div>
      }
      preview={<div className="payment-facts">{facts}</div>}
      canSave={file === undefined || file.size <= businessLimits.fapiaos.fileBytes}
      saveLabel={t('fapiao.correct')}
    >
      <CancelButton disabled={form.isSaving} />
    </FormBody>
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
          aria-describedby={`${id}-help`}
          disabled={isSaving}
          onClick={() => input.current?.click()}
        >
          <span id={`${id}-button`}>{t(file ? 'fapiao.otherFile' : 'fapiao.chooseFile')}</span>
        </button>
        <output>{file?.name}</output>
      </div>
      <small id={`${id}-help`} role={isTooLarge ? 'alert' : undefined}>
        {t(isTooLarge ? 'fapiao.fileTooLarge' : 'fapiao.fileHelp', { limit: megabytes(limit) })}
      </small>
    </div>
  )
}
