/** Receivers of webhooks on this machine, and what sends to them. */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { webhooks, type webhookEvents } from '#contract/webhooks.ts'
import { deliver } from '#server/features/webhooks/deliver.ts'
import { leaseDueDeliveries } from '#server/features/webhooks/queue.ts'
import { createWebhookSender, type SendWebhook } from '#server/features/webhooks/send-request.ts'
import type { Caller, TestServer } from '#tests/support/server/server.ts'

export type ReceivedRequest = {
  url: string
  headers: IncomingHttpHeaders & Record<string, string>
  body: string
}

/** A receiver that records requests and answers each by `answer`, by default with 204. */
export async function webhookReceiver(
  answer: (response: ServerResponse, request: ReceivedRequest) => void = (response) =>
    response.writeHead(204).end(),
) {
  const received: ReceivedRequest[] = []
  let respond = answer
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const one = {
      url: request.url!,
      headers: request.headers as ReceivedRequest['headers'],
      body,
    }
    received.push(one)
    respond(response, one)
  }
  const server = createServer((request, response) => {
    void receive(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/events`,
    port,
    received,
    /** The events received, parsed. */
    events: () =>
      received.map(
        ({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> },
      ),
    answerWith: (status: number, body = '', headers: Record<string, string> = {}) => {
      respond = (response) => response.writeHead(status, headers).end(body)
    },
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

export const sendLocally: SendWebhook = createWebhookSender({ allowsLocal: true })

/** Sends everything that is due, as one process; without jitter, unless `random` is given. */
export async function deliverDue(
  { services }: Pick<TestServer, 'services'>,
  {
    send = sendLocally,
    random = () => 0.5,
    publicUrl,
  }: { send?: SendWebhook; random?: () => number; publicUrl?: string } = {},
): Promise<number> {
  const deps = { ...services, send, random, publicUrl }
  for (let count = 0; ;) {
    const leased = await leaseDueDeliveries(services.db, 32, services.clock())
    if (leased.length === 0) return count
    count += leased.length
    await Promise.all(leased.map((one) => deliver(deps, one)))
  }
}

/** Registers a webhook, by default for all events; returns its id and secret. */
export async function registerWebhook(
  caller: Caller,
  url: string,
  {
    name = 'Shop',
    events = ['balanceLow', 'orderPaid', 'documentDone', 'keyExpiring'],
  }: { name?: string; events?: (typeof webhookEvents)[number][] } = {},
) {
  const { success, data, msg } = await caller.call(webhooks.calls.register, { name, url, events })
  if (!success) throw new Error(msg)
  return { id: String(data.id), secret: data.secret }
}
