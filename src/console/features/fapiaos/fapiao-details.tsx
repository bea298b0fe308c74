/** Details of a fapiao in a drawer: state, files, title, orders and what happened. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { reportRefusal } from '#client/api/error-message.ts'
import { yuan } from '#client/i18n/format.ts'
import { saveFile } from '#console/engine/export/export-file.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import { useCanUse } from '#console/refine/capabilities.ts'
import { FactList } from '#console/ui/fact-list.tsx'
import { Dialog } from '#console/ui/overlays.tsx'
import type { OutputOf } from '#contract/endpoint.ts'
import { fapiaos, fapiaoTones, type FapiaoFile } from '#contract/fapiaos.ts'
import '../orders/order-details.css'
import './fapiaos.css'

const { get, download } = fapiaos.calls
export type Fapiao = OutputOf<typeof get>
const label = (field: string) => messageOf(`resources.fapiaos.fields.${field}`)

export default function FapiaoDetails({ row, close }: { row: Fapiao; close: () => void }) {
  const { data: fapiao = row } = useQuery({
    queryKey: [get.path, String(row.id)],
    queryFn: ({ signal }) => call(get, { id: row.id }, { signal }),
    refetchOnMount: 'always',
  })
  return (
    <Dialog shape="drawer" title={t('fapiaos.details.title')} onClose={close}>
      <div className="drawer-body order-details">
        <State fapiao={fapiao} />
        <Files fapiao={fapiao} />
        <section>
          <h3>{t('fapiaos.details.about')}</h3>
          <FactList facts={factsOf(fapiao)} />
        </section>
        <section>
          <h3>{t('fapiaos.details.orders')}</h3>
          <FactList
            facts={fapiao.orders.map(({ orderNo, amount }) => ({
              name: orderNo,
              value: yuan(amount),
            }))}
          />
        </section>
        <History fapiao={fapiao} />
      </div>
    </Dialog>
  )
}

function State({ fapiao: { state, amount, email, reason } }: { fapiao: Fapiao }) {
  const tone = fapiaoTones[state]
  return (
    <section className="order-status" data-tone={tone} aria-live="polite">
      <span className="tag" data-tone={tone}>
        {messageOf(`resources.fapiaos.values.state.${state}`)}
      </span>
      <h3>{yuan(amount)}</h3>
      {reason && <p>{reason}</p>}
      <p>{t(`fapiaos.details.helps.${state}`, { email })}</p>
    </section>
  )
}

function Files({ fapiao: { id, fapiaoNo, reversalNo } }: { fapiao: Fapiao }) {
  const canUse = useCanUse()
  const [busy, setBusy] = useState<FapiaoFile>()
  if (!fapiaoNo || !canUse(download)) return null
  const save = async (file: FapiaoFile) => {
    setBusy(file)
    try {
      const saved = await call(download, { id, file }, { quiet: true })
      saveFile([saved], saved instanceof File ? saved.name : file, saved.type)
    } catch (error) {
      reportRefusal(error)
    } finally {
      setBusy(undefined)
    }
  }
  const button = (file: FapiaoFile, text: string, className: string) => (
    <button
      type="button"
      className={className}
      disabled={busy !== undefined}
      aria-busy={busy === file}
      onClick={() => void save(file)}
    >
      {text}
    </button>
  )
  return (
    <div className="order-actions">
      <div className="button-row">
        {button('fapiao', t('fapiaos.details.download'), 'button primary')}
        {reversalNo && button('reversal', t('fapiaos.details.downloadReversal'), 'button')}
      </div>
    </div>
  )
}

function factsOf(fapiao: Fapiao) {
  const { kind, titleKind, fapiaoNo, reversalNo, taxNo } = fapiao
  const plain = (['address', 'phone', 'bank', 'bankAccount', 'email', 'remark'] as const).map(
    (field) => ({ name: label(field), value: fapiao[field] }),
  )
  return [
    { name: label('kind'), value: messageOf(`resources.fapiaos.values.kind.${kind}`) },
    { name: label('titleName'), value: fapiao.titleName },
    {
      name: label('titleKind'),
      value: messageOf(`resources.fapiaos.values.titleKind.${titleKind}`),
    },
    { name: label('taxNo'), value: taxNo, copy: taxNo },
    ...plain,
    { name: label('fapiaoNo'), value: fapiaoNo, copy: fapiaoNo },
    { name: label('issueDate'), value: fapiao.issueDate },
    { name: label('reversalNo'), value: reversalNo, copy: reversalNo },
    { name: label('reversalDate'), value: fapiao.reversalDate },
  ]
}

/** What happened, latest first. */
function History({ fapiao }: { fapiao: Fapiao }) {
  const { state, createDateTime, decisionDateTime, refundDateTime, reversalDateTime } = fapiao
  const decision = state === 'toReverse' || state === 'reversed' ? 'issued' : state
  const events = [
    ['asked', createDateTime],
    ...(decision === 'asked' || decision === 'issuing'
      ? []
      : [[decision, decisionDateTime] as const]),
    ['refund', refundDateTime],
    ['reversed', reversalDateTime],
  ] as const
  return (
    <section>
      <h3>{t('fapiaos.details.history')}</h3>
      <ol role="list" className="order-timeline" reversed>
        {events
          .flatMap(([event, at]) => (at ? [{ event, at }] : []))
          .toReversed()
          .map(({ event, at }) => (
            <li key={event}>
              <span>{t(`fapiaos.details.events.${event}`)}</span>
              <time>{at}</time>
            </li>
          ))}
      </ol>
    </section>
  )
}
