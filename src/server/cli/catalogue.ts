/** Rules and ids of the catalogue, shared by the commands on channels and packages. */
import type { Channel, MemberGroup } from '#server/features/packages/table.ts'
import { ValidationError } from '#server/cli/command.ts'
import { money, whole } from '#server/cli/values.ts'

type Placed = { id: string; position: number }

export const nextId = (all: readonly Placed[]): string =>
  String(Math.max(0, ...all.map(({ id }) => Number(id))) + 1)
export const nextPosition = (all: readonly { position: number }[]): number =>
  Math.max(0, ...all.map(({ position }) => position)) + 1

/**
 * Prevents arbitrage: characters sold below their channel's value could be converted into more than
 * was paid. Minutes need no such rule, because they are valued at the cheapest rate on sale. Throws
 * ValidationError.
 */
export function refuseCheap(channels: readonly Channel[], packages: readonly MemberGroup[]): void {
  for (const { id, billingMode, onSale, channelId, num, priceCents } of packages) {
    const channel = channels.find((each) => each.id === channelId)
    if (!onSale || billingMode !== 'char' || !channel) continue
    const [price, worth] = [
      BigInt(priceCents) * 1_000_000n,
      BigInt(num) * BigInt(channel.centsPerMillion),
    ]
    if (price < worth)
      throw new ValidationError(
        `Package ${id} would sell ${whole(num)} characters for ${money(priceCents)}, while channel ${channelId} counts a million as ${money(channel.centsPerMillion)}: a buyer could convert it into more than they paid.`,
      )
  }
}
