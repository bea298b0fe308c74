/** Scenarios of the demo accounts over the last 90 days. */
import {
  day,
  hour,
  midnight,
  minute,
  newMain,
  newSub,
  type Person,
  type World,
} from '#server/seed/simulation.ts'
import { simulateDays } from './daily-activity.ts'
import { colleagues, formerColleagues, offices } from './people.ts'
import { order } from './purchase.ts'
import { adjust, changeChannel, distribute, remove, welcome } from './quota.ts'

/** Timestamp of a day in the past, as days ago and the hour of that day. */
const ago =
  ({ now }: World) =>
  (days: number, hours: number) =>
    midnight(now) - days * day + Math.round(hours * hour)

/** `busy` multiplies the number of translations. */
export function simulateAccounts(world: World, busy: number): void {
  tellOfDemo(world, busy)
  tellOfMonthly(world, busy)
  tellOfFree(world, busy)
  world.run()
}

function tellOfDemo(world: World, busy: number) {
  const then = ago(world)
  const since = then(90, 10.2)
  const about = {
    nickname: '演示公司',
    username: 'demo',
    inviteCode: 'YQDEMO26',
    inviteCount: 2,
    autoDistribution: true,
  }
  const demo = newMain(world, { account: 'demo@example.com', ...about, since, ip: offices[0] })
  world.at(since, () => welcome(world, demo, since))
  buyAndConvert(world, demo)
  for (const [days, change] of [
    [89, { voices: 600, images: 300 }],
    [45, { voices: 400, images: 200 }],
    [6, { chars: 5_000, voices: 100, images: 50 }],
  ] as const) {
    world.at(then(days, 15.5), () => adjust(world, demo, then(days, 15.5), change))
  }
  simulateDays(world, demo, { rate: 6 * busy, dailyFrom: then(13, 0) })
  for (const [index, name] of colleagues.entries()) openSub(world, demo, { ...name, index, busy })
  for (const [index, name] of formerColleagues.entries()) {
    const sub = newSub(world, demo, {
      ...name,
      since: then(80 - 20 * index, 11),
      ip: world.random.pick(offices),
    })
    world.at(sub.since + minute, () =>
      distribute(world, demo, sub, sub.since + minute, { chars: 30_000, voices: 20, images: 10 }),
    )
    const end = then(44 - 39 * index, 17.3)
    world.at(end, () => remove(world, demo, sub, end))
  }
}

/**
 * Created one by one over the months. Three are disabled by now; the newest has never logged in.
 */
function openSub(
  world: World,
  demo: Person,
  {
    account,
    nickname,
    index,
    busy,
  }: { account: string; nickname: string; index: number; busy: number },
) {
  const { random } = world
  const then = ago(world)
  const since = then(Math.round(89 - index * 3.5), 14 + index / 10)
  const ip = index % 3 === 0 ? random.pick(offices) : `192.0.2.${20 + index}`
  const shutOut = [11, 19, 22].includes(index)
  const sub = newSub(world, demo, { account, nickname, since, ip, enabled: !shutOut })
  const first = {
    chars: random.pick([10_000, 20_000, 50_000]),
    voices: random.int(5, 20),
    images: random.int(0, 10),
  }
  world.at(since + 5 * minute, () => distribute(world, demo, sub, since + 5 * minute, first))
  if (index === colleagues.length - 1) return
  simulateDays(world, sub, {
    rate: random.int(2, 9) * busy,
    ...(shutOut ? { until: then(index - 8, 18) } : {}),
  })
}

/**
 * A purchase about every three weeks; one is the wrong package, corrected the same day. Another
 * channel is used for a day twice.
 */
function buyAndConvert(world: World, demo: Person) {
  const then = ago(world)
  const buy = (days: number, hours: number, groupId: string, salesNum = 1) =>
    order(world, demo, then(days, hours), {
      groupId,
      salesNum,
      late: days === 62,
      payStatus: 'P',
      payChannel: world.random.pick(['ALI_NATIVE', 'WC_NATIVE', 'ALI_LIAN', 'WC_LIAN']),
    })
  buy(90, 10.7, '2', 2)
  for (const days of [62, 38, 17, 4]) buy(days, 9 + days / 10, '2', days === 17 ? 2 : 1)
  buy(8, 12.5, '8')
  buy(8, 12.9, '2')
  for (const [days, groupId] of [
    [70, '3'],
    [41, '4'],
    [25, '2'],
    [12, '5'],
    [2, '3'],
  ] as const) {
    order(world, demo, then(days, 11.4), { groupId, payStatus: 'T', payChannel: 'WC_NATIVE' })
  }
  for (const [days, groupId] of [
    [55, '4'],
    [33, '5'],
    [15, '7'],
    [5, '3'],
    [1, '4'],
  ] as const) {
    order(world, demo, then(days, 16.2), { groupId, payStatus: 'C', payChannel: 'ALI_NATIVE' })
  }
  order(world, demo, world.now - 3 * minute, {
    groupId: '2',
    salesNum: 3,
    payStatus: 'W',
    payChannel: 'WC_LIAN',
  })
  order(world, demo, world.now - minute, { groupId: '3', payStatus: 'W', payChannel: 'WC_NATIVE' })
  for (const [days, channelId] of [
    [30, '3'],
    [29, '1'],
    [7, '5'],
    [6, '1'],
  ] as const) {
    world.at(then(days, 10.5), () => changeChannel(world, demo, channelId, then(days, 10.5)))
  }
}

function tellOfMonthly(world: World, busy: number) {
  const then = ago(world)
  const since = then(75, 9.6)
  const person = newMain(world, {
    account: 'monthly@example.com',
    username: 'monthly',
    nickname: 'Monica Lee',
    inviteCode: 'YQMONTH6',
    since,
    ip: '198.51.100.61',
  })
  world.at(since, () => welcome(world, person, since))
  order(world, person, then(75, 10), { groupId: '7', payStatus: 'P', payChannel: 'WC_NATIVE' })
  order(world, person, then(47, 20.5), { groupId: '7', payStatus: 'T', payChannel: 'WC_NATIVE' })
  order(world, person, then(46, 9.3), { groupId: '7', payStatus: 'P', payChannel: 'ALI_NATIVE' })
  order(world, person, then(17, 9.1), { groupId: '7', payStatus: 'P', payChannel: 'ALI_NATIVE' })
  world.at(then(60, 14), () => adjust(world, person, then(60, 14), { voices: 60, images: 30 }))
  simulateDays(world, person, { rate: 11 * busy })
}

function tellOfFree(world: World, busy: number) {
  const since = ago(world)(3, 13.4)
  const person = newMain(world, {
    account: 'free@example.com',
    username: 'freeuser',
    nickname: '新用户',
    inviteCode: 'YQFREE33',
    since,
    ip: '203.0.113.133',
  })
  world.at(since, () => welcome(world, person, since))
  simulateDays(world, person, { rate: 9 * busy, dailyFrom: 0 })
}
