/** Scenarios of the demo accounts over the last 90 days. */
import {
  day,
  hour,
  startOfDay,
  minute,
  createMainAccount,
  createSubAccount,
  type Person,
  type Simulation,
} from '#server/seed/simulation.ts'
import { simulateDays } from './daily-activity.ts'
import { colleagues, formerColleagues, offices } from './people.ts'
import { simulateOrder } from './purchase.ts'
import {
  adjustQuota,
  changeChannel,
  distributeQuota,
  deleteSubAccount,
  grantTrialAndReward,
} from './quota.ts'

/** Returns a function for the time, in Unix milliseconds, of an hour of a day so many days ago. */
const createTimeAgo =
  ({ now }: Simulation) =>
  (days: number, hours: number) =>
    startOfDay(now) - days * day + Math.round(hours * hour)

/** `busy` multiplies the number of translations. */
export function simulateAccounts(simulation: Simulation, busy: number): void {
  simulateDemoAccount(simulation, busy)
  simulateMonthlyAccount(simulation, busy)
  simulateFreeAccount(simulation, busy)
  simulation.run()
}

function simulateDemoAccount(simulation: Simulation, busy: number) {
  const timeAgo = createTimeAgo(simulation)
  const since = timeAgo(90, 10.2)
  const profile = {
    nickname: '演示公司',
    username: 'demo',
    inviteCode: 'YQDEMO26',
    inviteCount: 2,
    autoDistribution: true,
  }
  const demo = createMainAccount(simulation, {
    account: 'demo@example.com',
    ...profile,
    since,
    ip: offices[0],
  })
  simulation.schedule(since, () => grantTrialAndReward(simulation, demo, since))
  simulatePurchases(simulation, demo)
  for (const [days, change] of [
    [89, { voices: 600, images: 300 }],
    [45, { voices: 400, images: 200 }],
    [6, { chars: 5_000, voices: 100, images: 50 }],
  ] as const) {
    simulation.schedule(timeAgo(days, 15.5), () =>
      adjustQuota(simulation, demo, timeAgo(days, 15.5), change),
    )
  }
  simulateDays(simulation, demo, { rate: 6 * busy, dailyFrom: timeAgo(13, 0) })
  for (const [index, name] of colleagues.entries())
    simulateSubAccount(simulation, demo, { ...name, index, busy })
  for (const [index, name] of formerColleagues.entries()) {
    const sub = createSubAccount(simulation, demo, {
      ...name,
      since: timeAgo(80 - 20 * index, 11),
      ip: simulation.random.pick(offices),
    })
    simulation.schedule(sub.since + minute, () =>
      distributeQuota(simulation, demo, sub, sub.since + minute, {
        chars: 30_000,
        voices: 20,
        images: 10,
      }),
    )
    const end = timeAgo(44 - 39 * index, 17.3)
    simulation.schedule(end, () => deleteSubAccount(simulation, demo, sub, end))
  }
}

/**
 * Created one by one over the months. Three are disabled by now; the newest has never logged in.
 */
function simulateSubAccount(
  simulation: Simulation,
  demo: Person,
  {
    account,
    nickname,
    index,
    busy,
  }: { account: string; nickname: string; index: number; busy: number },
) {
  const { random } = simulation
  const timeAgo = createTimeAgo(simulation)
  const since = timeAgo(Math.round(89 - index * 3.5), 14 + index / 10)
  const ip = index % 3 === 0 ? random.pick(offices) : `192.0.2.${20 + index}`
  const isDisabled = [11, 19, 22].includes(index)
  const sub = createSubAccount(simulation, demo, {
    account,
    nickname,
    since,
    ip,
    enabled: !isDisabled,
  })
  const firstDistribution = {
    chars: random.pick([10_000, 20_000, 50_000]),
    voices: random.integer(5, 20),
    images: random.integer(0, 10),
  }
  simulation.schedule(since + 5 * minute, () =>
    distributeQuota(simulation, demo, sub, since + 5 * minute, firstDistribution),
  )
  if (index === colleagues.length - 1) return
  simulateDays(simulation, sub, {
    rate: random.integer(2, 9) * busy,
    ...(isDisabled ? { until: timeAgo(index - 8, 18) } : {}),
  })
}

/**
 * A purchase about every three weeks; one is the wrong package, corrected the same day. Another
 * channel is used for a day twice.
 */
function simulatePurchases(simulation: Simulation, demo: Person) {
  const timeAgo = createTimeAgo(simulation)
  const buy = (days: number, hours: number, groupId: string, salesNum = 1) =>
    simulateOrder(simulation, demo, timeAgo(days, hours), {
      groupId,
      salesNum,
      isPaidLate: days === 62,
      payStatus: 'P',
      payChannel: simulation.random.pick(['ALI_NATIVE', 'WC_NATIVE', 'ALI_LIAN', 'WC_LIAN']),
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
    simulateOrder(simulation, demo, timeAgo(days, 11.4), {
      groupId,
      payStatus: 'T',
      payChannel: 'WC_NATIVE',
    })
  }
  for (const [days, groupId] of [
    [55, '4'],
    [33, '5'],
    [15, '7'],
    [5, '3'],
    [1, '4'],
  ] as const) {
    simulateOrder(simulation, demo, timeAgo(days, 16.2), {
      groupId,
      payStatus: 'C',
      payChannel: 'ALI_NATIVE',
    })
  }
  simulateOrder(simulation, demo, simulation.now - 3 * minute, {
    groupId: '2',
    salesNum: 3,
    payStatus: 'W',
    payChannel: 'WC_LIAN',
  })
  simulateOrder(simulation, demo, simulation.now - minute, {
    groupId: '3',
    payStatus: 'W',
    payChannel: 'WC_NATIVE',
  })
  for (const [days, channelId] of [
    [30, '3'],
    [29, '1'],
    [7, '5'],
    [6, '1'],
  ] as const) {
    simulation.schedule(timeAgo(days, 10.5), () =>
      changeChannel(simulation, demo, channelId, timeAgo(days, 10.5)),
    )
  }
}

function simulateMonthlyAccount(simulation: Simulation, busy: number) {
  const timeAgo = createTimeAgo(simulation)
  const since = timeAgo(75, 9.6)
  const person = createMainAccount(simulation, {
    account: 'monthly@example.com',
    username: 'monthly',
    nickname: 'Monica Lee',
    inviteCode: 'YQMONTH6',
    since,
    ip: '198.51.100.61',
  })
  simulation.schedule(since, () => grantTrialAndReward(simulation, person, since))
  simulateOrder(simulation, person, timeAgo(75, 10), {
    groupId: '7',
    payStatus: 'P',
    payChannel: 'WC_NATIVE',
  })
  simulateOrder(simulation, person, timeAgo(47, 20.5), {
    groupId: '7',
    payStatus: 'T',
    payChannel: 'WC_NATIVE',
  })
  simulateOrder(simulation, person, timeAgo(46, 9.3), {
    groupId: '7',
    payStatus: 'P',
    payChannel: 'ALI_NATIVE',
  })
  simulateOrder(simulation, person, timeAgo(17, 9.1), {
    groupId: '7',
    payStatus: 'P',
    payChannel: 'ALI_NATIVE',
  })
  simulation.schedule(timeAgo(60, 14), () =>
    adjustQuota(simulation, person, timeAgo(60, 14), { voices: 60, images: 30 }),
  )
  simulateDays(simulation, person, { rate: 11 * busy })
}

function simulateFreeAccount(simulation: Simulation, busy: number) {
  const since = createTimeAgo(simulation)(3, 13.4)
  const person = createMainAccount(simulation, {
    account: 'free@example.com',
    username: 'freeuser',
    nickname: '新用户',
    inviteCode: 'YQFREE33',
    since,
    ip: '203.0.113.133',
  })
  simulation.schedule(since, () => grantTrialAndReward(simulation, person, since))
  simulateDays(simulation, person, { rate: 9 * busy, dailyFrom: 0 })
}
