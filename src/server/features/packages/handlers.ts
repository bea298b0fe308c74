/** Handlers of channel changes and of quotes for a change or an order. */
import type { orders as orderCalls } from '#contract/orders.ts'
import type { packages as calls } from '#contract/packages.ts'
import {
  changeChannel,
  listSwitchableChannels,
  quoteChannelChange,
} from '#server/features/packages/change-channel.ts'
import {
  readPriceList,
  getPackageOnSale,
  computeOrderAmount,
} from '#server/features/packages/price-list.ts'
import { applyOrder } from '#server/features/packages/apply-order.ts'
import { currentEntitlement, toQuotaSnapshot } from '#server/features/packages/entitlement.ts'
import { readEntitlement } from '#server/features/packages/main-membership.ts'
import type { Handler, Handlers } from '#server/http/handler.ts'
import { listPackagesOnSale, listChannels } from '#server/features/packages/queries.ts'

const getSwitchableChannels: Handler<typeof calls.channels> = (_, { db, me, translators }) =>
  listSwitchableChannels(db, { ownerId: me.ownerId, engines: translators })

const getChannelQuote: Handler<typeof calls.channelQuote> = async (
  { targetChannelId },
  { db, me, clock, settings, translators },
) => {
  const context = { ownerId: me.ownerId, engines: translators, now: clock() }
  const { before, after } = await quoteChannelChange(db, context, String(targetChannelId))
  return {
    before: toQuotaSnapshot(before, settings.timeZone),
    after: toQuotaSnapshot(after, settings.timeZone),
  }
}

const switchChannel: Handler<typeof calls.changeChannel> = async (
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

export const getOrderQuote: Handler<typeof orderCalls.quote> = async (
  { memberGroupId, salesNum },
  { db, me, clock, settings },
) => {
  const { channelId, billingMode, num, priceCents } = await getPackageOnSale(db, memberGroupId)
  const [entitlement, prices, now] = [
    await readEntitlement(db, me.ownerId),
    await readPriceList(db),
    clock(),
  ]
  const { converted, after } = applyOrder(
    entitlement,
    { channelId, billingMode, num: num * salesNum },
    prices,
    now,
  )
  return {
    amount: computeOrderAmount(priceCents, salesNum),
    before: toQuotaSnapshot(currentEntitlement(entitlement, now), settings.timeZone),
    turned: converted && toQuotaSnapshot(converted, settings.timeZone),
    after: toQuotaSnapshot(after, settings.timeZone),
  }
}

export const packageHandlers: Handlers['packages'] = {
  sale: (_, { reads }) => listPackagesOnSale(reads),
  channels: getSwitchableChannels,
  channelQuote: getChannelQuote,
  changeChannel: switchChannel,
}

export const channelHandlers: Handlers['channels'] = { list: (_, { reads }) => listChannels(reads) }
