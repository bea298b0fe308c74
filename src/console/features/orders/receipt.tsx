/** Receipt of a paid order: shown on screen, printed or saved as PDF without the console. */
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { OrderFailure, OrderSkeleton, useOrder } from '#console/features/orders/use-order.tsx'
import '#console/ui/sheet.css'
import './receipt.css'
import { t, messageOf } from '#console/refine/i18n.ts'
import { Dialog } from '#console/ui/overlays.tsx'
import { usePrintTitle } from '#console/ui/use-print-title.ts'
import '../../ui/printed.css'
import type { Order, OrderWithEvents } from '#contract/orders.ts'
import { exactCount, yuan } from '#client/i18n/format.ts'
import { wireNow } from '#client/i18n/time.ts'
import { useOrderText } from '#console/features/orders/order-status.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'

export default function Receipt({ row, close }: { row: Order; close: () => void }) {
  const { order, error, retry } = useOrder(row)
  const [issuedAt] = useState(wireNow)
  usePrintTitle(t('orders.receipt.file', { no: row.no }))
  return (
    <Dialog shape="modal" title={t('orders.receipt.title')} onClose={close}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard scrolling */}
      <div className="receipt-frame" tabIndex={0}>
        {order ? (
          <ReceiptSheet order={order} issuedAt={issuedAt} />
        ) : error ? (
          <OrderFailure error={error} retry={retry} />
        ) : (
          <OrderSkeleton />
        )}
      </div>
      <footer className="form-actions receipt-actions">
        <span className="receipt-hint">{t('orders.receipt.hint')}</span>
        <button type="button" className="button" onClick={close}>
          {t('crud.form.close')}
        </button>
        <button
          type="button"
          className="button primary"
          data-initial-focus
          disabled={!order}
          onClick={() => print()}
        >
          {t('orders.receipt.print')}
        </button>
      </footer>
      {/* Rendered outside the console's root, so that only the sheet is printed. */}
      {order &&
        createPortal(
          <div className="printed" aria-hidden="true">
            <ReceiptSheet order={order} issuedAt={issuedAt} />
          </div>,
          document.body,
        )}
    </Dialog>
  )
}

/** Printable sheet of a receipt: buyer, package, amounts, dates and order numbers. */
function ReceiptSheet({ order, issuedAt }: { order: OrderWithEvents; issuedAt: string }) {
  const texts = useOrderText(order)
  const me = useCurrentUser()
  const buyer = [me?.account, me?.username].filter(Boolean).join(' / ')
  const facts: [name: string, value: string | null | undefined][] = [
    [t('orders.receipt.buyer'), buyer],
    [messageOf('resources.orders.fields.no'), order.no],
    [t('orders.gatewayNo'), order.gatewayNo],
    [t('orders.receipt.ordered'), order.createDateTime],
    [t('orders.receipt.paid'), order.payDateTime],
    [messageOf('resources.orders.fields.payChannel'), t(`codes.payChannel.${order.payChannel}`)],
  ]
  return (
    <article className="sheet receipt">
      <header>
        <div>
          <b>{t('product.name')}</b>
          <span>{t('product.slogan')}</span>
        </div>
        <h3>{t('orders.receipt.title')}</h3>
      </header>
      <dl className="sheet-facts">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <table>
        <thead>
          <tr>
            <th scope="col">{messageOf('resources.orders.fields.memberGroupName')}</th>
            <th scope="col">{t('orders.receipt.price')}</th>
            <th scope="col">{t('orders.receipt.count')}</th>
            <th scope="col">{messageOf('resources.orders.fields.amount')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              {texts.name}
              <small>{[texts.quota, texts.channel].filter(Boolean).join(' · ')}</small>
            </td>
            <td>{unitPrice(order)}</td>
            <td>{exactCount(order.salesNum)}</td>
            <td>{yuan(order.amount)}</td>
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {t('orders.receipt.total')}
            </th>
            <td>{yuan(order.amount)}</td>
          </tr>
        </tfoot>
      </table>
      <footer>
        <p>{t('orders.receipt.notInvoice')}</p>
        <p>{t('orders.receipt.issued', { at: issuedAt })}</p>
      </footer>
    </article>
  )
}

/** Unit price; a dash if a discount on the total does not divide into whole fen. */
const unitPrice = ({ amount, salesNum }: OrderWithEvents) =>
  salesNum > 0 && amount % salesNum === 0 ? yuan(amount / salesNum) : '–'
