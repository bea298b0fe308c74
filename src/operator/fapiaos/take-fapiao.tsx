/** Taking a request before it is issued in the tax system, taking it over, and putting it back. */
import { useState, type ReactNode } from 'react'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import { useConfirm } from '#console/engine/confirm.tsx'
import { notifyDone, notifyFailure } from '#console/refine/notification.ts'
import { useRefreshAll } from '#console/refine/query.ts'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { customerFapiaos, type CustomerFapiaoDetails } from '#contract/operator/fapiaos.ts'
import { useCurrentOperator } from '#operator/current-operator.ts'
import { RefuseForm, type FormProps } from '#operator/fapiaos/fapiao-forms.tsx'
import { t } from '#operator/fapiaos/messages.tsx'

/** Nobody has it: it is taken before it is issued in the tax system. */
export function Waiting(props: FormProps) {
  const { fapiao, intro, facts, reload } = props
  const [isRefusing, setRefusing] = useState(false)
  const { isBusy, send } = useSend(reload)
  if (isRefusing) return <RefuseForm {...props} />
  const take = () => send(customerFapiaos.take, keyOf(fapiao))
  return (
    <Panel intro={intro} facts={facts}>
      <button type="button" className="button" disabled={isBusy} onClick={() => setRefusing(true)}>
        {t('fapiao.ways.refuse')}
      </button>
      <button
        type="button"
        className="button primary"
        disabled={isBusy}
        aria-describedby="fapiao-take-help"
        onClick={() => void take()}
      >
        {t('fapiao.take')}
      </button>
    </Panel>
  )
}

export function TakenByOther({ fapiao, intro, facts, reload, close }: FormProps) {
  const { taker, takerId } = fapiao
  const { isBusy, send } = useSend(reload)
  const { ask, dialog } = useConfirm()
  const name = taker ?? ''
  const takeOver = () =>
    ask({
      text: t('fapiao.takeOverQuestion', { name }),
      confirmLabel: t('fapiao.takeOver'),
      danger: false,
      onConfirm: () => send(customerFapiaos.take, { ...keyOf(fapiao), takenFrom: takerId! }),
    })
  return (
    <Panel intro={intro} facts={facts}>
      <PutBack {...{ fapiao, reload, close }} />
      <button type="button" className="button" disabled={isBusy} onClick={() => void takeOver()}>
        {t('fapiao.takeOver')}
      </button>
      {dialog}
    </Panel>
  )
}

/** Of another operator: asked for, as taking over is. */
export function PutBack({ fapiao, reload, close }: Pick<FormProps, 'fapiao' | 'reload' | 'close'>) {
  const { taker, takerId } = fapiao
  const me = useCurrentOperator()
  const { isBusy, send } = useSend(reload)
  const { ask, dialog } = useConfirm()
  const putBack = async () => {
    const isDone = await send(customerFapiaos.putBack, { ...keyOf(fapiao), takenFrom: takerId! })
    if (isDone) {
      notifyDone(t('fapiao.putBackDone'))
      close()
    }
    return isDone
  }
  const askFirst = () =>
    ask({
      text: t('fapiao.putBackQuestion', { name: taker ?? '' }),
      confirmLabel: t('fapiao.putBack'),
      danger: false,
      onConfirm: putBack,
    })
  const isMine = String(takerId) === String(me?.userId)
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={isBusy}
        onClick={() => void (isMine ? putBack() : askFirst())}
      >
        {t('fapiao.putBack')}
      </button>
      {dialog}
    </>
  )
}

/** Facts, and buttons below them. */
export const Panel = ({
  intro,
  facts,
  children,
}: Pick<FormProps, 'intro' | 'facts'> & { children: ReactNode }) => (
  <div className="record-form">
    <div className="drawer-body payment-drawer">
      {intro}
      {facts}
    </div>
    <footer className="form-actions">{children}</footer>
  </div>
)

const keyOf = ({ ownerId, id }: CustomerFapiaoDetails) => ({ ownerId, id })

/** Sends a call of the drawer, then reads the fapiao and the lists again. */
function useSend(reload: () => void) {
  const refreshAll = useRefreshAll()
  const [isBusy, setBusy] = useState(false)
  async function send<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<boolean> {
    setBusy(true)
    try {
      await idempotentCall(endpoint, input, { quiet: true })
      return true
    } catch (error) {
      notifyFailure(error)
      return false
    } finally {
      setBusy(false)
      void refreshAll()
      reload()
    }
  }
  return { isBusy, send }
}
