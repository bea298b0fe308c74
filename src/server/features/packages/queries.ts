/** Queries of the catalogue: channels and packages on sale. */
import { sql } from 'drizzle-orm'
import type { Channel, Package } from '#contract/packages.ts'
import type { Reads } from '#server/platform/db/pipelined-reader.ts'
import { channels, memberGroups } from '#server/features/packages/table.ts'
import { prepareStatement } from '#server/platform/db/prepared-statement.ts'

const channelsStatement = prepareStatement<Channel>(
  'channels_all',
  sql`select id::text, name, en_name as "enName" from ${channels} order by position, ${channels.id}`,
)

const saleStatement = prepareStatement<Package>(
  'packages_on_sale',
  sql`select id::text, name, en_name as "enName", billing_mode as "translationBillingMode", num::float8 as num, price_cents as "salePrice"
    from ${memberGroups} where on_sale order by position, ${memberGroups.id}`,
)

export const listChannels = (reads: Reads): Promise<Channel[]> => channelsStatement(reads, {})

export const listPackagesOnSale = (reads: Reads): Promise<Package[]> => saleStatement(reads, {})
