/** Simulates a user's daily activity: logins, translations, voice units and images. */
import type { usageDays } from '#server/features/translation/table.ts'
import { nextSeq, post } from '#server/seed/ledger.ts'
import { distribute } from '#server/seed/quota.ts'
import {
  day,
  dayNumber,
  dayOf,
  hour,
  inWorkingHours,
  isWeekend,
  midnight,
  minute,
  type Person,
  type World,
} from '#server/seed/simulation.ts'
import { clients, directions, offices } from './people.ts'

type Habits = {
  /** Average number of translations per working day. */
  rate: number
  /** Time of the last activity. */
  until?: number
  /** From this time on, the user logs in every day. */
  dailyFrom?: number
}

/** Characters; below this balance, a sub-account receives more from the main account. */
const topUpBelow = 3_000

export function simulateDays(
  world: World,
  person: Person,
  { rate, until = world.now, dailyFrom = Infinity }: Habits,
): void {
  const { random } = world
  for (let today = midnight(person.since); today <= until; today += day) {
    const isActive = today >= dailyFrom || random.chance(isWeekend(today) ? 0.2 : 0.86)
    if (!isActive) continue
    const schedule = (moment: number, action: (at: number) => void) => {
      if (moment > person.since && moment <= until) world.at(moment, () => action(moment))
    }
    schedule(today + 8 * hour + random.int(15, 120) * minute + random.int(0, 59_999), (at) =>
      signIn(world, person, at),
    )
    if (random.chance(0.3))
      schedule(today + 13 * hour + random.int(0, 7_000_000), (at) => signIn(world, person, at))
    for (let left = random.int(0, Math.round(2 * rate)); left > 0; left--)
      schedule(inWorkingHours(random, today), (at) => translate(world, person, at))
    if (random.chance(0.16))
      schedule(inWorkingHours(random, today), (at) => useUnits(world, person, at, 'voice'))
    if (random.chance(0.08))
      schedule(inWorkingHours(random, today), (at) => useUnits(world, person, at, 'image'))
  }
}

function signIn(world: World, person: Person, at: number) {
  const { holder } = person
  person.logins.push(at)
  const { ownerId, userId } = holder
  world.logins.push({
    ownerId,
    userId,
    seq: nextSeq(holder, 'login', at),
    at: new Date(at),
    ip: ipOf(world, person),
    clientType: world.random.weighted(clients),
  })
}

function translate(world: World, person: Person, at: number) {
  const { random } = world
  const { holder, membership } = person
  const { ownerId, userId } = holder
  const chars = random.chance(0.1) ? random.int(300, 1_600) : random.int(8, 260)
  const ip = ipOf(world, person)
  const paid = membership.mode === 'char'
  if (paid && person.main && holder.chars < chars + topUpBelow) {
    distribute(world, person.main, person, at, {
      chars: random.pick([10_000, 20_000, 20_000, 50_000]),
    })
  }
  if (paid && holder.chars < chars) return
  const { channelId, mode } = membership
  const seq = nextSeq(holder, 'translation', at)
  if (paid) {
    const details = {
      consumeTranslationSeq: seq,
      consumeChannelId: channelId,
      consumerIp: ip,
      consumeConfigId: '1',
    }
    world.ledger.push(post(holder, 'TRANSLATION_CONSUME', at, { chars: -chars }, details))
  }
  holder.usedChars += chars
  const [source = '', target = ''] = random.weighted(directions).split('>')
  const clientType = random.weighted(clients)
  world.translations.push({
    ownerId,
    userId,
    seq,
    at: new Date(at),
    chars,
    mode,
    channelId,
    ip,
    clientType,
    source,
    target,
  })
}

function useUnits(world: World, person: Person, at: number, kind: 'voice' | 'image') {
  const { holder, membership } = person
  const units = world.random.int(1, 3)
  const details = { consumerIp: ipOf(world, person), consumeChannelId: membership.channelId }
  if (kind === 'voice' && holder.voices >= units)
    world.ledger.push(post(holder, 'VOICE_CONSUME', at, { voices: -units }, details))
  if (kind === 'image' && holder.images >= 1)
    world.ledger.push(post(holder, 'OTHER', at, { images: -1 }, details))
}

const ipOf = ({ random }: World, person: Person): string =>
  random.chance(0.7) ? person.ip : random.pick(offices)

/** Sums of translations by user, day and channel. */
export function usageOf({ translations }: World): (typeof usageDays.$inferInsert)[] {
  const days = new Map<string, typeof usageDays.$inferInsert>()
  for (const { ownerId, userId, channelId, chars, at } of translations) {
    const day = dayOf(at.getTime())
    const key = `${day} ${userId} ${channelId}`
    const sum = days.get(key) ?? { ownerId, day, userId, channelId, chars: 0, count: 0 }
    days.set(key, { ...sum, chars: sum.chars + chars, count: sum.count + 1 })
  }
  return [...days.values()]
}

/** Consecutive days with a login, up to the last login (spec 3.4). */
export function loginDays(logins: readonly number[]): number {
  const days = [...new Set(logins.map(dayNumber))].toSorted((a, b) => b - a)
  const gap = days.findIndex((number, index) => index > 0 && days[index - 1]! - number > 1)
  return gap === -1 ? days.length : gap
}
