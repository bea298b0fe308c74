/** Printable sheet of a receipt: buyer, package, amounts, dates and order numbers. */
import { exactCount, yuan } from '#client/i18n/format.ts'
import { wireNow } from '#client/i18n/time.ts'
import { useOrderText } from '#console/features/orders/format.ts'
import { t, word } from '#console/refine/i18n.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import type { OrderStory } from '#contract/orders.ts'

export function ReceiptSheet({ story }: { story: OrderStory }) {
  const written = useOrderText(story)
  const me = useCurrentUser()
  const buyer = [me?.account, me?.username].filter(Boolean).join(' / ')
  const facts: [name: string, value: string | null | undefined][] = [
    [t('orders.receipt.buyer'), buyer],
    [word('resources.orders.fields.no'), story.no],
    [t('orders.gatewayNo'), story.gatewayNo],
    [t('orders.receipt.ordered'), story.createDateTime],
    [t('orders.receipt.paid'), story.payDateTime],
    [word('resources.orders.fields.payChannel'), t(`codes.payChannel.${story.payChannel}`)],
  ]
  return (
    <article className="receipt">
      <header>
        <div>
          <b>{t('product.name')}</b>
          <span>{t('product.slogan')}</span>
        </div>
        <h3>{t('orders.receipt.title')}</h3>
      </header>
      <dl>
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
            <th scope="col">{word('resources.orders.fields.memberGroupName')}</th>
            <th scope="col">{t('orders.receipt.price')}</th>
            <th scope="col">{t('orders.receipt.count')}</th>
            <th scope="col">{word('resources.orders.fields.amount')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              {written.name}
              <small>{[written.quota, written.channel].filter(Boolean).join(' · ')}</small>
            </td>
            <td>{price(story)}</td>
            <td>{exactCount(story.salesNum)}</td>
            <td>{yuan(story.amount)}</td>
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {t('orders.receipt.total')}
            </th>
            <td>{yuan(story.amount)}</td>
          </tr>
        </tfoot>
      </table>
      <footer>
        <p>{t('orders.receipt.notInvoice')}</p>
        <p>{t('orders.receipt.issued', { at: wireNow() })}</p>
      </footer>
    </article>
  )
}

/** Unit price; a dash if a discount on the total does not divide into whole fen. */
const price = ({ amount, salesNum }: OrderStory) =>
  salesNum > 0 && amount % salesNum === 0 ? yuan(amount / salesNum) : '–'
