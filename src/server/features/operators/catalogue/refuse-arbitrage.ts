/** Refuses prices by which a customer could gain from a conversion. */
import { eq } from 'drizzle-orm'
import type { LocalizedText } from '#locales/messages.ts'
import { refusal } from '#server/features/operators/record-handlers.ts'
import { channels, type Channel, type MemberGroup } from '#server/features/packages/table.ts'
import type { Db } from '#server/platform/db/open.ts'
import { formatYuan } from '#server/platform/messages.ts'

/**
 * Prevents arbitrage: characters sold below their channel's value could be converted into more than
 * was paid. Minutes need no such rule, because they are valued at the cheapest rate on sale.
 */
export function refuseArbitrage(
  offered: readonly Channel[],
  packages: readonly MemberGroup[],
): void {
  for (const sold of packages) {
    const { id, billingMode, onSale, channelId, num, priceCents } = sold
    const channel = offered.find((each) => each.id === channelId)
    if (!onSale || billingMode !== 'char' || !channel) continue
    // Both times a million, since the channel's price is that of a million characters.
    const price = BigInt(priceCents) * 1_000_000n
    const worth = BigInt(num) * BigInt(channel.centsPerMillion)
    if (price < worth)
      throw refusal('underpriced', {
        package: titleOf(sold),
        id,
        characters: num,
        price: formatYuan(priceCents),
        channel: titleOf(channel),
        worth: formatYuan(channel.centsPerMillion),
      })
  }
}

export const titleOf = ({ name, enName }: { name: string; enName: string }) => ({
  zh: name,
  en: enName || name,
})

/** The id of a channel that does not exist. */
export async function findChannelTitle(tx: Db, id: string): Promise<LocalizedText | string> {
  const [found] = await tx.select().from(channels).where(eq(channels.id, id))
  return found ? titleOf(found) : id
}
