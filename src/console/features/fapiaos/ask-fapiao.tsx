/** Dialog in which an account asks for a fapiao of chosen orders; without a title, one is added first. */
import { useQuery } from '@tanstack/react-query'
import { Form as AntdForm } from 'antd'
import { useEffect, useState } from 'react'
import { call } from '#client/api/call.ts'
import { localName, yuan } from '#client/i18n/format.ts'
import { FormBody } from '#console/engine/form/form-body.tsx'
import { FormDialog } from '#console/engine/form/form-dialog.tsx'
import { callItems, useCallForm } from '#console/engine/form/use-call-form.ts'
import { TitleForm } from '#console/features/fapiaos/title-form.tsx'
import { useCurrentUser } from '#console/refine/current-user.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import { useRefreshAll } from '#console/refine/query.ts'
import { useReferenceData } from '#console/refine/reference-data.ts'
import { AppLink } from '#console/ui/app-link.tsx'
import { QueryCard } from '#console/ui/query-card.tsx'
import type { OutputOf } from '#contract/endpoint.ts'
import { fapiaos, fapiaoTitles, type InvoiceableOrder } from '#contract/fapiaos.ts'
import { Segments } from '#ui/tabs.tsx'
import './fapiaos.css'

const { ask, orders: ordersCall } = fapiaos.calls
type Id = InvoiceableOrder['id']
const kinds = ['ordinary', 'special'] as const
type Title = OutputOf<typeof fapiaoTitles.calls.page>['rows'][number]

type Props = {
  /** Orders that are chosen at first; without them, all that can be invoiced. */
  orderIds?: readonly Id[] | undefined
  close: () => void
}

/** Read again whenever the dialog opens: refunds and other devices change both. */
const useFresh = () =>
  useQuery({
    queryKey: [ordersCall.path, 'with titles'],
    queryFn: async ({ signal }) => {
      const [{ orders }, { rows }] = await Promise.all([
        call(ordersCall, {}, { signal }),
        call(fapiaoTitles.calls.page, { pageSize: 100 }, { signal }),
      ])
      return { orders, titles: rows }
    },
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    gcTime: 0,
  })

export function AskFapiao({ orderIds, close }: Props) {
  const { data, error, refetch } = useFresh()
  const retry = () => void refetch()
  if (data && data.orders.length > 0 && data.titles.length === 0)
    return <TitleForm text={t('fapiaos.ask.noTitle')} onSaved={refetch} close={close} />
  return (
    <FormDialog title={t('fapiaos.ask.title')} onClose={close}>
      <QueryCard query={{ data, error, retry }} lines={7}>
        {({ orders, titles }) =>
          orders.length === 0 ? (
            <NothingToInvoice />
          ) : (
            <AskForm {...{ orders, titles, orderIds, close }} reload={refetch} />
          )
        }
      </QueryCard>
    </FormDialog>
  )
}

const NothingToInvoice = () => (
  <div className="fapiao-nothing">
    <p>{t('fapiaos.ask.none')}</p>
    <AppLink route="UserCenterRecharge" className="button primary">
      {t('fapiaos.ask.buy')}
    </AppLink>
  </div>
)

type FormProps = Props & {
  orders: readonly InvoiceableOrder[]
  titles: readonly Title[]
  reload: () => unknown
}

function AskForm({ orders, titles, orderIds, reload, close }: FormProps) {
  const refreshAll = useRefreshAll()
  const me = useCurrentUser()
  const [chosen, setChosen] = useState(
    () => new Set((orderIds ?? orders.map(({ id }) => id)).map(String)),
  )
  const [kind, setKind] = useState<(typeof kinds)[number]>('ordinary')
  const shown = orders.filter(({ id }) => chosen.has(String(id)))
  const amount = shown.reduce((sum, order) => sum + order.amount, 0)
  const first = titles.find(({ isDefault }) => isDefault === 1) ?? titles[0]!
  const emailOf = (title: Title | undefined) =>
    title?.email ?? (me?.account?.includes('@') ? me.account : undefined)
  const label = (field: string) => messageOf(`resources.fapiaos.fields.${field}`)
  const hint = (field: string) => messageOf(`resources.fapiaos.hints.${field}`)
  const items = callItems(ask, {
    titleId: { label: label('titleId') },
    email: { label: label('email'), help: hint('email') },
    remark: { label: label('remark'), help: hint('remark') },
  })
  const form = useCallForm({
    name: 'ask-fapiao',
    resource: 'fapiaos',
    call: ask,
    items,
    initialValues: {
      titleId: first.id,
      titleTitle: first.name,
      email: emailOf(first),
    },
    fixed: { orderIds: shown.map(({ id }) => id), amount, kind },
    done: () => t('fapiaos.ask.sent'),
    onSaved: async () => {
      await refreshAll()
      close()
    },
    onRefused: reload,
  })
  const { antdForm } = form
  const titleId = AntdForm.useWatch<Id | undefined>('titleId', antdForm)
  useEffect(() => {
    const title = titles.find(({ id }) => String(id) === String(titleId))
    if (title?.email && !antdForm.isFieldTouched('email'))
      antdForm.setFieldValue('email', title.email)
  }, [antdForm, titleId, titles])
  const getLookupData = useReferenceData(items.map(({ fieldType }) => fieldType))
  const skipped = (orderIds ?? []).filter(
    (id) => !orders.some((order) => String(order.id) === String(id)),
  ).length
  return (
    <FormBody
      form={form}
      intro={
        <>
          <OrderChoice
            {...{ orders, chosen, setChosen, amount, skipped }}
            isSaving={form.isSaving}
          />
          <div className="fapiao-kind">
            <Segments
              label={label('kind')}
              options={kinds.map((key) => ({
                key,
                label: messageOf(`resources.fapiaos.values.kind.${key}`),
              }))}
              chosen={kind}
              disabled={form.isSaving}
              onChoose={setKind}
            />
            <small>{hint('kind')}</small>
          </div>
        </>
      }
      saveLabel={t('fapiaos.ask.submit', { amount: yuan(amount) })}
      canSave={shown.length > 0}
      getLookupData={getLookupData}
    />
  )
}

type ChoiceProps = {
  orders: readonly InvoiceableOrder[]
  chosen: ReadonlySet<string>
  setChosen: (chosen: Set<string>) => void
  amount: number
  skipped: number
  isSaving: boolean
}

function OrderChoice({ orders, chosen, setChosen, amount, skipped, isSaving }: ChoiceProps) {
  const count = orders.filter(({ id }) => chosen.has(String(id))).length
  const toggle = (id: Id) => {
    const next = new Set(chosen)
    if (!next.delete(String(id))) next.add(String(id))
    setChosen(next)
  }
  return (
    <fieldset className="fapiao-orders" disabled={isSaving}>
      <legend>{t('fapiaos.ask.choose')}</legend>
      {skipped > 0 && (
        <p className="form-note" data-tone="warning">
          {t('fapiaos.ask.skipped', { count: skipped })}
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard scrolling */}
      <ul tabIndex={orders.length > 4 ? 0 : undefined}>
        {orders.map((order) => (
          <li key={order.id}>
            <label>
              <input
                type="checkbox"
                checked={chosen.has(String(order.id))}
                onChange={() => toggle(order.id)}
              />
              <span>
                {localName({ name: order.memberGroupName, enName: order.memberGroupEnName })}
                <small>{order.no}</small>
                {order.paid !== order.amount && (
                  <small>
                    {t('fapiaos.ask.refunded', {
                      paid: yuan(order.paid),
                      refunded: yuan(order.paid - order.amount),
                    })}
                  </small>
                )}
              </span>
              <b>{yuan(order.amount)}</b>
            </label>
          </li>
        ))}
      </ul>
      <p role="status">
        {count === 0
          ? t('fapiaos.ask.noneChosen')
          : t('fapiaos.ask.sum', { count, amount: yuan(amount) })}
      </p>
    </fieldset>
  )
}
