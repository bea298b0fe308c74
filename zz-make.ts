import { readFileSync } from 'node:fs'
import { webcrypto } from 'node:crypto'
import pg from 'pg'
import { orders } from '#contract/orders.ts'
import { login } from '#contract/login.ts'
import { caller } from '#tests/support/server/server.ts'
import { signer } from '#server/features/orders/payment/sandbox/notify.ts'
const port = process.env.APP_PORT ?? '39217'
const url = process.env.DBURL!
const client = new pg.Client({host:'/tmp/operator-payments/data/postgres/cluster',port:5432,user:'postgres',database:process.env.DBNAME ?? 'postgres'}); await client.connect()
const server = { api: `http://127.0.0.1:${port}/api`, now: () => Date.now() } as never
const { data } = await caller(server, null).call(login.login, { account: 'demo@example.com', password: 'demo123456' })
const me = caller(server, data)
const place = async () => { const r = await me.call(orders.pay, { memberGroupId: '2', salesNum: 1, payChannel: 'WC_NATIVE' }); if (!r.success) throw new Error(r.msg); return r.data }
// The customer ordered twice, cancelled the first, paid the second at the cashier, and then paid again.
const first = await place(); const second = await place()
await me.call(orders.cancel, { id: first.orderId })
const paid = await fetch(second.scanQRCodeUrl.replace(/https?:\/\/[^/]+/, `http://127.0.0.1:${port}`), { method: 'POST' })
console.log('cashier', paid.status, first.orderNo, second.orderNo)
const key = (await client.query(`select key from sandbox_keys where name = 'notifications'`)).rows[0].key as string
const { subtle } = webcrypto
const enc = new TextEncoder()
const k = await subtle.importKey('raw', enc.encode(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
const send = async (payment: object) => {
  const body = JSON.stringify(payment)
  const sign = Buffer.from(await subtle.sign('HMAC', k, enc.encode(body))).toString('hex')
  const r = await fetch(`http://127.0.0.1:${port}/pay/notify/sandbox`, { method: 'POST', headers: { 'content-type': 'application/json', 'sandbox-signature': sign }, body })
  console.log(r.status, await r.text())
}
const no = () => `SB20261122-${Math.random().toString(36).slice(2, 14)}`
await send({ orderNo: second.orderNo, gatewayNo: no(), amountCents: 9900, paidAt: new Date().toISOString() })
await send({ orderNo: `${second.orderNo.slice(0, -2)}77`, gatewayNo: no(), amountCents: 9900, paidAt: new Date().toISOString() })
await send({ orderNo: second.orderNo, gatewayNo: no(), amountCents: 8900, paidAt: new Date().toISOString() })
await client.end()
void signer; void readFileSync
