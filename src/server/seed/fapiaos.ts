/** Fapiao of the demo's company: a title, one that is issued, and a request that waits. */
import { and, asc, eq, sql } from 'drizzle-orm'
import { addRows, storedOf } from '#server/features/collections/index.ts'
import { isInvoiceable } from '#server/features/fapiaos/index.ts'
import { fapiaoFiles, fapiaoNumbers, fapiaoOrders } from '#server/features/fapiaos/table.ts'
import { orders } from '#server/features/orders/table.ts'
import type { Db } from '#server/platform/db/open.ts'
import { day } from '#server/seed/simulation.ts'

const buyer = {
  taxNo: '91350100M000100Y43',
  address: '福州市鼓楼区示例路8号',
  phone: '0591-12345678',
  bank: '示例银行福州支行',
  bankAccount: '3500123456789',
}
const email = 'finance@demo.example'
const name = '福州示例跨境贸易有限公司'
const fapiaoNo = '26352000000000000001'

/** A page that says in both languages that it is none. */
const demoFile = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length 88>>stream
BT /F 14 Tf 40 110 Td (Demo: not a real fapiao) Tj 0 -24 Td (${fapiaoNo}) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF
`

/** Requires a transaction. */
export async function insertDemoFapiaos(tx: Db, ownerId: string, now: Date): Promise<void> {
  const open = await tx
    .select({ id: orders.id, no: orders.no, cents: orders.amountCents, paidAt: orders.paidAt })
    .from(orders)
    .where(and(eq(orders.ownerId, ownerId), isInvoiceable(sql`${ownerId}::bigint`)))
    .orderBy(asc(orders.seq))
  const [first] = open
  const last = open.at(-1)
  if (!first?.paidAt || !last?.paidAt || first === last) return
  const scope = { ownerId, id: '0' }
  const addedAt = new Date(first.paidAt.getTime() + day / 4)
  const title = { kind: 'company', name, ...buyer, email, isDefault: true }
  await addRows(tx, storedOf('fapiaoTitles'), scope, [title], addedAt)
  const request = { kind: 'ordinary', titleName: name, titleKind: 'company', ...buyer, email }
  const issuedAt = new Date(addedAt.getTime() + day / 6)
  const issued = {
    ...request,
    amount: first.cents,
    state: 'issued',
    fapiaoNo,
    issueDate: issuedAt.toISOString().slice(0, 10),
    decisionDateTime: issuedAt,
  }
  const askedAt = new Date(Math.min(now.getTime(), last.paidAt.getTime() + day / 8))
  const waiting = { ...request, kind: 'special', amount: last.cents, state: 'asked' }
  const stored = storedOf('fapiaos')
  const [issuedId] = await addRows(tx, stored, scope, [issued], addedAt)
  const [waitingId] = await addRows(tx, stored, scope, [waiting], askedAt)
  await tx.insert(fapiaoNumbers).values({ number: fapiaoNo, ownerId, fapiaoId: issuedId! })
  await tx.insert(fapiaoFiles).values({
    ownerId,
    fapiaoId: issuedId!,
    kind: 'fapiao',
    format: 'pdf',
    bytes: new TextEncoder().encode(demoFile),
  })
  await tx.insert(fapiaoOrders).values(
    [
      { fapiaoId: issuedId!, order: first },
      { fapiaoId: waitingId!, order: last },
    ].map(({ fapiaoId, order: { id: orderId, no: orderNo, cents } }) => ({
      ownerId,
      fapiaoId,
      orderId,
      orderNo,
      amountCents: cents,
      isLive: true,
    })),
  )
}
