/** Sends signed payment notifications from the sandbox, with retries, as real vendors do. */
import { onlyRow } from '#server/platform/db/db.ts'
import * as z from 'zod/mini'
import type { Log } from '#server/platform/log.ts'
import {
  InvalidSignatureError,
  type RawNotification,
  type Payment,
} from '#server/features/orders/payment/gateway.ts'
import { notifyPath } from '#server/features/orders/payment/notifications.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { eq } from 'drizzle-orm'
import type { SecretKey } from '#server/platform/crypto/encryption.ts'
import type { Db } from '#server/platform/db/open.ts'
import { sandboxKeys } from '#server/features/orders/payment/sandbox/table.ts'

/** Last path segment of the sandbox's notification URL. */
export const sandboxVendorId = 'sandbox'
/** Text of the response that confirms a notification. */
export const acknowledgement = 'received'

/** Milliseconds before each attempt. */
const retryDelays = [0, 1_000, 5_000, 15_000, 30_000]

/** Posts to a path of this server. */
export type Deliver = (
  path: string,
  sent: { headers: Record<string, string>; body: string },
) => Promise<Response>
type Sign = (text: string) => Promise<string>
type NotifyDeps = {
  deliver: Deliver
  sign: Sign
  log: Log
}

export async function sendNotification(
  { deliver, sign, log }: NotifyDeps,
  payment: Payment,
): Promise<void> {
  const body = JSON.stringify(payment)
  const headers = { 'content-type': 'application/json', [signatureHeader]: await sign(body) }
  for (const wait of retryDelays) {
    await delay(wait)
    if (await isAcknowledged(() => deliver(`${notifyPath}/${sandboxVendorId}`, { headers, body })))
      return
  }
  log.warn('sandbox notification not acknowledged', { order: payment.orderNo })
}

const NotificationBody = z.object({
  orderNo: z.string(),
  gatewayNo: z.string(),
  amountCents: z.int(),
  paidAt: z.pipe(
    z.iso.datetime(),
    z.transform((text) => new Date(text)),
  ),
})

/** Throws InvalidSignatureError. */
export async function verifySandbox(
  { sign, crypto }: { sign: Sign; crypto: Dependencies['crypto'] },
  { headers, body }: RawNotification,
): Promise<Payment> {
  if (!crypto.isSame(headers.get(signatureHeader) ?? '', await sign(body)))
    throw new InvalidSignatureError('The sandbox did not sign this.')
  return z.parse(NotificationBody, JSON.parse(body))
}

async function isAcknowledged(send: () => Promise<Response>): Promise<boolean> {
  try {
    const response = await send()
    return response.ok && (await response.text()) === acknowledgement
  } catch {
    return false
  }
}

/** Resolves after `ms` milliseconds; its timer doesn't keep the process alive. */
export const delay = (ms: number) =>
  new Promise<void>((resolve) => {
    const timer: unknown = setTimeout(resolve, ms)
    if (typeof timer === 'object') (timer as NodeJS.Timeout).unref()
  })

/** Header with the HMAC-SHA256 signature, by a key that processes share through the database. */
export const signatureHeader = 'sandbox-signature'

const keyName = 'notifications'

/** Signs a text; lower-case hex. The key is created on first use. */
export function createSigner({
  db,
  crypto,
}: Pick<Dependencies, 'db' | 'crypto'>): (text: string) => Promise<string> {
  let key: Promise<SecretKey> | undefined
  return async (text) => {
    key ??= readOrCreateKey(db, crypto).then(importKey)
    const bytes = await subtle.sign('HMAC', await key, encode(text))
    return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
  }
}

async function readOrCreateKey(db: Db, crypto: Dependencies['crypto']): Promise<string> {
  await db
    .insert(sandboxKeys)
    .values({ name: keyName, key: crypto.random(32) })
    .onConflictDoNothing()
  const keys = await db.select().from(sandboxKeys).where(eq(sandboxKeys.name, keyName))
  return onlyRow(keys).key
}

/** Web Crypto, available in Node and in browsers. */
const { subtle } = globalThis.crypto
const encode = (text: string) => new TextEncoder().encode(text)
const importKey = (key: string) =>
  subtle.importKey('raw', encode(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
