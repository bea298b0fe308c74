/** Simulated world of the demo: an event queue and the rows that its events produce. */
import type { orderEvents, orders } from '../features/orders/table.ts'
import type { accountLog } from '../features/ledger/account-log-table.ts'
import type { loginLog, translationLog } from '../features/translation/log-tables.ts'
import { newHolder, type Holder, type Membership } from './ledger.ts'
import type { Random } from './random.ts'

export type OrderRow = Omit<typeof orders.$inferInsert, 'id'>
export type OrderEventRow = Pick<typeof orderEvents.$inferInsert, 'event' | 'at'>

export type Person = {
  holder: Holder
  membership: Membership
  /** Absent for a main account. */
  main?: Person
  ip: string
  since: number
  nickname: string
  enabled: boolean
  username?: string
  inviteCode?: string
  inviteCount?: number
  autoDistribution?: boolean
  erasedAt?: number
  logins: number[]
}

export type World = {
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
  at: (moment: number, happens: () => void) => void
  /** Runs all events in chronological order. */
  run: () => void
}

export function newWorld(random: Random, now: number, ids: string[]): World {
  const events: { moment: number; happens: () => void }[] = []
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
    at: (moment, happens) => void (moment <= now && events.push({ moment, happens })),
    run() {
      for (const { happens } of events.toSorted((a, b) => a.moment - b.moment)) happens()
    },
  }
}

type Fresh = Pick<Person, 'ip' | 'since' | 'nickname'> & Partial<Person> & { account: string }

/** A main account starts in the free trial (9.9). */
export function newMain(world: World, { account, ...about }: Fresh): Person {
  const id = world.nextId()
  const membership: Membership = { groupId: '1', channelId: '1', mode: 'char' }
  return join(world, {
    enabled: true,
    logins: [],
    ...about,
    membership,
    holder: newHolder(id, id, account),
  })
}

export function newSub(world: World, main: Person, { account, ...about }: Fresh): Person {
  const holder = newHolder(main.holder.ownerId, world.nextId(), account)
  return join(world, {
    enabled: true,
    logins: [],
    ...about,
    main,
    membership: main.membership,
    holder,
  })
}

function join(world: World, person: Person): Person {
  world.people.push(person)
  return person
}

/** The name used in log rows. */
export const nameOf = (person: Person): string => person.username ?? person.holder.name

export function uuid({ int }: Random): string {
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => int(0, 15).toString(16)).join('')
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`
}
