/** Simulation of the demo's users: a queue of events, and the rows that they produce. */
import type { orderEvents, orders } from '#server/features/orders/table.ts'
import type { accountLog } from '#server/features/ledger/table.ts'
import type { translationLog } from '#server/features/translation/table.ts'
import type { loginLog } from '#server/features/identity/table.ts'
import { createAccount, type SimulatedAccount, type Membership } from '#server/seed/ledger.ts'

export type OrderRow = Omit<typeof orders.$inferInsert, 'id'>
export type OrderEventRow = Pick<typeof orderEvents.$inferInsert, 'event' | 'at'>

export type Person = {
  ledgerAccount: SimulatedAccount
  membership: Membership
  /** Absent for a main account. */
  main?: Person
  ip: string
  /** Registration, in Unix milliseconds. */
  since: number
  nickname: string
  enabled: boolean
  username?: string
  inviteCode?: string
  inviteCount?: number
  autoDistribution?: boolean
  erasedAt?: number
  /** Unix milliseconds, oldest first. */
  logins: number[]
}

export type Simulation = {
  random: Random
  /** Unix milliseconds; no event is later. */
  now: number
  people: Person[]
  logins: (typeof loginLog.$inferInsert)[]
  translations: (typeof translationLog.$inferInsert)[]
  ledger: (typeof accountLog.$inferInsert)[]
  orders: OrderRow[]
  /** Keyed by order number. */
  orderEvents: Map<string, OrderEventRow[]>
  nextId: () => string
  /** Schedules an event; events after `now` are dropped. */
  schedule: (moment: number, action: () => void) => void
  /** Runs all events in chronological order. */
  run: () => void
}

export function createSimulation(random: Random, now: number, ids: string[]): Simulation {
  const events: { moment: number; action: () => void }[] = []
  return {
    random,
    now,
    people: [],
    logins: [],
    translations: [],
    ledger: [],
    orders: [],
    orderEvents: new Map(),
    nextId() {
      const id = ids.shift()
      if (!id) throw new Error('More people than ids.')
      return id
    },
    schedule: (moment, action) => void (moment <= now && events.push({ moment, action })),
    run() {
      for (const { action } of events.toSorted((a, b) => a.moment - b.moment)) action()
    },
  }
}

type NewPerson = Pick<Person, 'ip' | 'since' | 'nickname'> & Partial<Person> & { account: string }

/** A main account starts in the free trial (spec 9.9). */
export function createMainAccount(
  simulation: Simulation,
  { account, ...profile }: NewPerson,
): Person {
  const id = simulation.nextId()
  const membership: Membership = { groupId: '1', channelId: '1', mode: 'char' }
  return addPerson(simulation, {
    enabled: true,
    logins: [],
    ...profile,
    membership,
    ledgerAccount: createAccount(id, id, account),
  })
}

export function createSubAccount(
  simulation: Simulation,
  main: Person,
  { account, ...profile }: NewPerson,
): Person {
  const ledgerAccount = createAccount(main.ledgerAccount.ownerId, simulation.nextId(), account)
  return addPerson(simulation, {
    enabled: true,
    logins: [],
    ...profile,
    main,
    membership: main.membership,
    ledgerAccount,
  })
}

function addPerson(simulation: Simulation, person: Person): Person {
  simulation.people.push(person)
  return person
}

/** The name used in log rows. */
export const toLogName = (person: Person): string => person.username ?? person.ledgerAccount.name

export function createUuid({ integer }: Random): string {
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => integer(0, 15).toString(16)).join('')
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`
}

/** Lengths in milliseconds. */
export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

const shanghaiOffset = 8 * hour

/** Start of the Shanghai day that contains `at`. */
export const startOfDay = (at: number): number =>
  Math.floor((at + shanghaiOffset) / day) * day - shanghaiOffset

/** Days since the epoch, in Shanghai time. */
export const toDayNumber = (at: number): number => Math.floor((at + shanghaiOffset) / day)

export function isWeekend(at: number): boolean {
  // 1 January 1970 was a Thursday.
  const weekday = (toDayNumber(at) + 4) % 7
  return weekday === 0 || weekday === 6
}

/**
 * Activity weight by hour of day: work from nine to six with a lunch break, little in the evening.
 */
const weightByHour: Readonly<Record<string, number>> = {
  8: 3,
  9: 12,
  10: 14,
  11: 12,
  12: 4,
  13: 7,
  14: 13,
  15: 13,
  16: 12,
  17: 10,
  18: 4,
  19: 2,
  20: 2,
  21: 1,
}

/** Random working-hours time of the day that starts at `midnightAt`. */
export const chooseWorkingTime = (random: Random, midnightAt: number): number =>
  midnightAt + Number(random.weighted(weightByHour)) * hour + random.integer(0, hour - 1)

/** `20261121093015` in Shanghai, the prefix of order numbers. */
export const formatStamp = (at: number): string =>
  new Date(at + shanghaiOffset).toISOString().replace(/\D/g, '').slice(0, 14)

/** Seeded pseudo-random numbers, so that demo data is reproducible. */
export type Random = {
  /** In the range [0, 1). */
  next: () => number
  /** Integer, both bounds included. */
  integer: (min: number, max: number) => number
  chance: (probability: number) => boolean
  pick: <T>(list: readonly T[]) => T
  /** A key, with probability proportional to its weight. */
  weighted: <K extends string>(weights: Readonly<Record<K, number>>) => K
}

export function createRandom(seed: number): Random {
  let state = seed
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    integer,
    chance: (probability) => next() < probability,
    pick: (list) => list[integer(0, list.length - 1)]!,
    weighted<K extends string>(weights: Readonly<Record<K, number>>) {
      const entries = Object.entries(weights) as [K, number][]
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      return (entries.find(([, weight]) => (left -= weight) < 0) ?? entries[0]!)[0]
    },
  }
}
