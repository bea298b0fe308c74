/** Reports to webhooks what was issued, corrected and reversed, with what is recorded now. */
import type { WebhookEvent } from '#contract/webhooks.ts'
import { readOrdersOf, type LockedFapiao } from '#server/features/fapiaos/requests.ts'
import { recordEvent, type ReportedEvent } from '#server/features/webhooks/index.ts'
import type { Db } from '#server/platform/db/open.ts'

type FapiaoEvent = Extract<WebhookEvent, { event: `fapiao${string}` }>
type Common = Omit<Extract<FapiaoEvent, { event: 'fapiaoIssued' }>['data'], 'state'>
/** An event, and what its data has beside the fields of all. */
type Report = FapiaoEvent extends infer E
  ? E extends FapiaoEvent
    ? { event: E['event']; data: Omit<E['data'], keyof Common> }
    : never
  : never

/** Call it once the orders of the fapiao are stored. */
export async function reportFapiao(
  tx: Db,
  { ownerId, id, fapiaoNo, issueDate, titleName, amountCents }: LockedFapiao,
  { event, data }: Report,
  words: ReportedEvent['words'],
  now: Date,
): Promise<void> {
  const orders = (await readOrdersOf(tx, ownerId, [id])).get(id) ?? []
  const common: Common = {
    fapiaoId: id,
    fapiaoNo: fapiaoNo!,
    issueDate: issueDate!,
    titleName,
    // Without those that were refunded in full before it was issued.
    orderNos: orders.filter(({ amount }) => amount > 0).map(({ orderNo }) => orderNo),
    amount: amountCents,
    currency: 'CNY',
  }
  const reported = { event, data: { ...common, ...data }, words, path: '/UserCenterFapiaos' }
  await recordEvent(tx, ownerId, reported as ReportedEvent, now)
}
