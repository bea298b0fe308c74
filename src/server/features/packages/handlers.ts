/** Handlers of channel changes and of quotes for a change or an order. */
import type { orders as orderCalls } from '#contract/orders.ts'
import type { packages as calls } from '#contract/packages.ts'
import {
  changeChannel,
  channelsToSwitchTo,
  quoteChannel,
} from '#server/features/packages/channel-change.ts'
import {
  pricesNow,
  packageOnSale,
  afterOrder,
  currentEntitlement,
  priceOfOrder,
  quotaSnapshotOf,
} from '#server/features/packages/service.ts'
import { entitlementNow } from '#server/features/packages/membership/service.ts'
import type { Handler } from '#server/http/handler.ts'

export const switchableChannels: Handler<typeof calls.channels> = (_, { db, me, translators }) =>
  channelsToSwitchTo(db, { ownerId: me.ownerId, engines: translators })

export const quoteOfChannel: Handler<typeof calls.channelQuote> = async (
  { targetChannelId },
  { db, me, clock, settings, translators },
) => {
  const context = { ownerId: me.ownerId, engines: translators, now: clock() }
  const { before, after } = await quoteChannel(db, context, String(targetChannelId))
  return {
    before: quotaSnapshotOf(before, settings.timeZone),
    after: quotaSnapshotOf(after, settings.timeZone),
  }
}

export const switchChannel: Handler<typeof calls.changeChannel> = async (
  { targetChannelId },
  { db, me, clock, translators },
) => {
  await changeChannel(
    db,
    { ownerId: me.ownerId, engines: translators, now: clock() },
    String(targetChannelId),
  )
  return null
}

export const quoteOfOrder: Handler<typeof orderCalls.quote> = async (
  { memberGroupId, salesNum },
  { db, me, clock, settings },
) => {
  const { channelId, billingMode, num, priceCents } = await packageOnSale(db, memberGroupId)
  const [entitlement, prices, now] = [
    await entitlementNow(db, me.ownerId),
    await pricesNow(db),
    clock(),
  ]
  const { turned, after } = afterOrder(
    entitlement,
    { channelId, billingMode, num: num * salesNum },
    prices,
    now,
  )
  return {
    amount: priceOfOrder(priceCents, salesNum),
    before: quotaSnapshotOf(currentEntitlement(entitlement, now), settings.timeZone),
    turned: turned && quotaSnapshotOf(turned, settings.timeZone),
    after: quotaSnapshotOf(after, settings.timeZone),
  }
}
