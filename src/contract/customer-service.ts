/** Customer service: official contacts, and verification of a contact. */
import * as z from 'zod/mini'
import { get, Nothing } from '#contract/endpoint.ts'
import { Text } from '#contract/vocabulary.ts'

/**
 * Spec 3.7. `qrCode`: an image URL, a data URL, or a base64-encoded PNG or JPEG; this backend sends
 * data URLs.
 */
export const ServicePlatform = z.object({
  platform: Text,
  accountList: z.nullish(
    z.array(
      z.object({
        accountType: z.union([z.string(), z.int()]),
        qrCode: z.nullish(Text),
        referUrl: z.nullish(Text),
        account: z.nullish(Text),
      }),
    ),
  ),
})
export type ServicePlatform = z.output<typeof ServicePlatform>

const Size = z.optional(z.int().check(z.gte(1), z.lte(4_000)))
const Asked = z.string().check(z.trim(), z.minLength(1), z.maxLength(255))

export const customerService = {
  platforms: get('/customer-service/platform/list', Nothing, z.array(ServicePlatform), {
    spec: '7.1',
    access: 'visitor',
    summary: 'Lists the platforms on which support contacts can be verified.',
  }),

  list: get(
    '/customer-service/list',
    z.object({ height: Size, width: Size }),
    z.array(ServicePlatform),
    {
      spec: '7.2',
      access: 'visitor',
      summary:
        'Lists the support contacts, each with its QR code as an image of the requested size in pixels.',
    },
  ),

  validate: get(
    '/customer-service/get',
    z.object({ account: Asked, platform: Asked }),
    z.unknown(),
    {
      spec: '7.3',
      access: 'visitor',
      summary: 'Returns whether an account is one of ours; any truthy value means yes.',
    },
  ),
}
