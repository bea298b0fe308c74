/** Drawer of a customer's fapiao: its title to copy, its orders, and what can be done with it. */
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { yuan } from '#client/i18n/format.ts'
import { saveFile } from '#console/engine/export/export-file.ts'
import { FormDialog } from '#console/engine/form/form-dialog.tsx'
import { messageOf } from '#console/refine/i18n.ts'
import { notifyFailure } from '#console/refine/notification.ts'
import { FactList } from '#console/ui/fact-list.tsx'
import { fapiaoTones, type FapiaoFile } from '#contract/fapiaos.ts'
import {
  customerFapiaos,
  type CustomerFapiao,
  type CustomerFapiaoDetails,
} from '#contract/operator/fapiaos.ts'
import { canCall } from '#contract/roles.ts'
import { useCurrentOperator } from '#operator/current-operator.ts'
import { AccountLink } from '#operator/customers/account-cell.tsx'
import {
  CorrectForm,
  IssueForm,
  RefuseForm,
  ReverseForm,
  type FormProps,
} from '#operator/fapiaos/fapiao-forms.tsx'
import { label, t } from '#operator/fapiaos/messages.tsx'
import { Panel, PutBack, TakenByOther, Waiting } from '#operator/fapiaos/take-fapiao.tsx'
import { Loaded, useCall } from '#operator/payments/parts.tsx'
import { Segments } from '#ui/tabs.tsx'

export default function HandleFapiao({
  row: { ownerId, id },
  close,
}: {
  row: CustomerFapiao
  close: () => void
}) {
  const query = useCall(customerFapiaos.get, { ownerId, id })
  const me = useCurrentOperator()
  return (
    <FormDialog shape="drawer" title={t('fapiao.title')} onClose={close}>
      <Loaded query={query}>
        {(fapiao) => {
          const intro = <State fapiao={fapiao} />
          const facts = <Facts fapiao={fapiao} />
          const reload = () => void query.refetch()
          if (canCall(customerFapiaos.issue, me)) {
            const props = { fapiao, intro, facts, reload, close }
            if (fapiao.state === 'asked') return <Waiting {...props} />
            if (fapiao.state === 'issuing')
              return String(fapiao.takerId) === String(me?.userId) ? (
                <Decision {...props} />
              ) : (
                <TakenByOther {...props} />
              )
            if (['issued', 'toReverse', 'reversed'].includes(fapiao.state))
              return <Issued {...props} />
          }
          return (
            <div className="drawer-body payment-drawer">
              {intro}
              {facts}
              {['asked', 'issuing', 'toReverse'].includes(fapiao.state) && (
                <p className="form-note">{t('fapiao.financeOnly')}</p>
              )}
            </div>
          )
        }}
      </Loaded>
    </FormDialog>
  )
}

const ways = ['issue', 'refuse'] as const

function Decision(props: FormProps) {
  const [way, setWay] = useState<(typeof ways)[number]>('issue')
  const Form = way === 'issue' ? IssueForm : RefuseForm
  return (
    <Form
      {...props}
      intro={
        <>
          {props.intro}
          <Segments
            label={t('fapiao.how')}
            options={ways.map((key) => ({ key, label: t(`fapiao.ways.${key}`) }))}
            chosen={way}
            onChoose={setWay}
          />
        </>
      }
    >
      <PutBack {...props} />
    </Form>
  )
}

/**
 * One that is wrong is reversed; one that was recorded wrongly is corrected. A form stays open when
 * a refund or another operator changes the state.
 */
function Issued(props: FormProps) {
  const [act, setAct] = useState<'reverse' | 'correct'>()
  const { state } = props.fapiao
  const button = (key: 'reverse' | 'correct', text: string) => (
    <button type="button" className="button" onClick={() => setAct(key)}>
      {text}
    </button>
  )
  if (act === 'correct') return <CorrectForm {...props} />
  if (state === 'toReverse' || (state === 'issued' && act === 'reverse'))
    return (
      <ReverseForm {...props}>
        {act === undefined && button('correct', t('fapiao.correct'))}
      </ReverseForm>
    )
  return (
    <Panel {...props}>
      {state === 'issued' && button('reverse', t('fapiao.reverseWrong'))}
      {button('correct', t('fapiao.correct'))}
    </Panel>
  )
}

function State({ fapiao }: { fapiao: CustomerFapiaoDetails }) {
  const { state, amount, reason, taker, takeDateTime } = fapiao
  const tone = fapiaoTones[state]
  return (
    <section
      className="payment-reason"
      data-tone={['asked', 'issuing', 'toReverse'].includes(state) ? 'warning' : undefined}
    >
      <h3>
        {yuan(amount)}
        <span className="tag" data-tone={tone}>
          {messageOf(`resources.customerFapiaos.values.state.${state}`)}
        </span>
      </h3>
      {state === 'asked' && <p id="fapiao-take-help">{t('fapiao.takeHelp')}</p>}
      {taker && <p>{t('fapiao.taken', { name: taker, at: takeDateTime ?? '' })}</p>}
      {state === 'toReverse' && <p>{t('fapiao.toReverse')}</p>}
      {reason && <p>{reason}</p>}
    </section>
  )
}

const codes = {
  kind: {
    ordinary: 'resources.customerFapiaos.values.kind.ordinary',
    special: 'resources.customerFapiaos.values.kind.special',
  },
  titleKind: {
    company: 'resources.customerFapiaos.values.titleKind.company',
    individual: 'resources.customerFapiaos.values.titleKind.individual',
  },
} as const

function Facts({ fapiao }: { fapiao: CustomerFapiaoDetails }) {
  const { ownerId, orders } = fapiao
  const amount = (fapiao.state === 'issuing' && fapiao.sums?.least) || fapiao.amount
  const codeOf = (field: 'kind' | 'titleKind') => messageOf(codes[field][fapiao[field] as never])
  const copied = (
    ['titleName', 'taxNo', 'address', 'phone', 'bank', 'bankAccount', 'remark', 'email'] as const
  ).map((field) => ({
    name: label(field),
    value: fapiao[field],
    copy: fapiao[field],
  }))
  const [fapiaoNo, reversalNo] = (['fapiaoNo', 'reversalNo'] as const).map((field) => ({
    name: label(field),
    value: fapiao[field],
    copy: fapiao[field],
  }))
  return (
    <>
      <FactList
        facts={[
          { name: label('kind'), value: codeOf('kind') },
          { name: label('titleKind'), value: codeOf('titleKind') },
          ...copied,
          {
            name: label('amount'),
            value: yuan(amount),
            copy: (amount / 100).toFixed(2),
          },
          {
            name: label('account'),
            value: fapiao.account && <AccountLink id={ownerId} account={fapiao.account} />,
          },
          { name: label('createDateTime'), value: fapiao.createDateTime },
          fapiaoNo!,
          { name: label('issueDate'), value: fapiao.issueDate },
          reversalNo!,
          { name: label('reversalDate'), value: fapiao.reversalDate },
        ]}
      />
      <section>
        <h3>{t('fapiao.orders')}</h3>
        <FactList
          facts={orders.map((order) => ({ name: order.orderNo, value: yuan(order.amount) }))}
        />
      </section>
      <Files fapiao={fapiao} />
      {fapiao.corrections.length > 0 && (
        <section>
          <h3>{t('fapiao.corrections')}</h3>
          <ul className="fapiao-corrections">
            {fapiao.corrections.map((correction) => (
              <li key={correction.id}>
                <p>
                  {t(correction.amount ? 'fapiao.correctionWithSum' : 'fapiao.correction', {
                    file: t(`fapiao.files.${correction.which}`),
                    number: correction.number,
                    date: correction.date,
                    amount: yuan(correction.amount ?? 0),
                  })}
                </p>
                <p>{correction.reason}</p>
                <small>
                  {correction.createDateTime} · {correction.operator}
                </small>
                {correction.hasFile === 1 && (
                  <Download {...{ fapiao, correction: correction.id }}>
                    {t('fapiao.downloadReplaced')}
                  </Download>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Files({ fapiao }: { fapiao: CustomerFapiaoDetails }) {
  if (!fapiao.fapiaoNo) return null
  return (
    <div className="button-row fapiao-downloads">
      <Download {...{ fapiao, file: 'fapiao' }}>{t('fapiao.download')}</Download>
      {fapiao.reversalNo && (
        <Download {...{ fapiao, file: 'reversal' }}>{t('fapiao.downloadReversal')}</Download>
      )}
    </div>
  )
}

type DownloadProps = {
  fapiao: CustomerFapiaoDetails
  file?: FapiaoFile
  correction?: CustomerFapiaoDetails['id']
  children: string
}

/** For the roles that handle fapiao. */
function Download({ fapiao: { ownerId, id }, file, correction, children }: DownloadProps) {
  const me = useCurrentOperator()
  const [isBusy, setBusy] = useState(false)
  if (!canCall(customerFapiaos.download, me)) return null
  const save = async () => {
    setBusy(true)
    try {
      const input = { ownerId, id, file, correction }
      const saved = await call(customerFapiaos.download, input, { quiet: true })
      saveFile([saved], saved instanceof File ? saved.name : 'fapiao', saved.type)
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <button type="button" className="button" disabled={isBusy} onClick={() => void save()}>
      {children}
    </button>
  )
}
