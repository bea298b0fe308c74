/** Reading the catalogue: channels, and packages on sale. */
import { asc, eq, sql } from 'drizzle-orm'
import type { Channel, Package } from '#contract/packages.ts'
import type { Db } from '#server/db/open.ts'
import { channels, memberGroups } from '#server/db/schema.ts'

export const allChannels = (db: Db): Promise<Channel[]> =>
  db.select({ id: channels.id, name: channels.name, enName: channels.enName }).from(channels).orderBy(asc(channels.position), asc(channels.id))

export const packagesOnSale = (db: Db): Promise<Package[]> =>
  db
    .select({
      id: memberGroups.id,
      name: memberGroups.name,
      enName: memberGroups.enName,
      translationBillingMode: memberGroups.billingMode,
      num: memberGroups.num,
      salePrice: memberGroups.priceCents,
    })
    .from(memberGroups)
    .where(eq(memberGroups.onSale, sql`true`))
    .orderBy(asc(memberGroups.position), asc(memberGroups.id))
