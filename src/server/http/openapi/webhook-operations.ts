/** The events of webhooks in the OpenAPI document: what the server sends to registered addresses. */
import { toEventType, webhookData } from '#contract/webhooks.ts'
import { en } from '#locales/program-collections.ts'
import { toJsonSchema } from '#server/http/openapi/operation-parts.ts'

type Json = Record<string, unknown>

/** By the name of the event, such as `order.paid`. */
export const webhookOperations = (): Json =>
  Object.fromEntries(
    Object.entries(webhookData).map(([event, data]) => {
      const type = toEventType(event as keyof typeof webhookData)
      return [type, { post: toOperation(event, type, toJsonSchema(data, 'output')) }]
    }),
  )

function toOperation(event: string, type: string, data: Json): Json {
  const words = en['webhookDeliveries']!.values!['event'] as Readonly<Record<string, string>>
  return {
    operationId: `webhooks.events.${event}`,
    summary: `${words[event]}.`,
    description:
      'Sent to the webhooks that are registered for it, signed by the Standard Webhooks specification. A status of 2xx within 10 seconds counts as delivered. An event may come more than once, with the same `webhook-id`.',
    security: [],
    parameters: Object.entries(headers).map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      schema: { type: 'string' },
      description,
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['type', 'timestamp', 'data'],
            properties: {
              type: { const: type },
              timestamp: { type: 'string', format: 'date-time' },
              data,
            },
          },
        },
      },
    },
    responses: { '2XX': { description: 'Received.' } },
  }
}

const headers = {
  'webhook-id': 'Id of the event, the same in each attempt.',
  'webhook-timestamp': 'Time of the attempt in Unix seconds.',
  'webhook-signature':
    '`v1,` and the HMAC-SHA-256 of id, timestamp and body, in base64; one per valid secret, separated by spaces.',
}
