/** Simulates a user's daily activity: logins, translations, voice units and images. */
import { takeNextSeq, postEntry } from '#server/seed/ledger.ts'
import { distributeQuota } from '#server/seed/quota.ts'
import {
  day,
  toDayNumber,
  hour,
  chooseWorkingTime,
  isWeekend,
  startOfDay,
  minute,
  type Person,
  type Simulation,
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

/** Per day, except `longText` per translation and `ownAddress` per request. */
const probabilities = {
  activeWorkday: 0.86,
  activeWeekend: 0.2,
  secondSignIn: 0.3,
  voice: 0.16,
  image: 0.08,
  longText: 0.1,
  ownAddress: 0.7,
}

export function simulateDays(
  simulation: Simulation,
  person: Person,
  { rate, until = simulation.now, dailyFrom = Infinity }: Habits,
): void {
  const { random } = simulation
  for (let today = startOfDay(person.since); today <= until; today += day) {
    const isActive =
      today >= dailyFrom ||
      random.chance(isWeekend(today) ? probabilities.activeWeekend : probabilities.activeWorkday)
    if (!isActive) continue
    /** Drops actions before the person registered or after `until`. */
    const schedule = (moment: number, action: (at: number) => void) => {
      if (moment > person.since && moment <= until)
        simulation.schedule(moment, () => action(moment))
    }
    schedule(
      today + 8 * hour + random.integer(15, 120) * minute + random.integer(0, 59_999),
      (at) => simulateSignIn(simulation, person, at),
    )
    if (random.chance(probabilities.secondSignIn))
      schedule(today + 13 * hour + random.integer(0, 7_000_000), (at) =>
        simulateSignIn(simulation, person, at),
      )
    // At least one on some days: with little data, everybody still has translations.
    const mostTranslations = Math.max(1, Math.round(2 * rate))
    for (let remaining = random.integer(0, mostTranslations); remaining > 0; remaining--)
      schedule(chooseWorkingTime(random, today), (at) =>
        simulateTranslation(simulation, person, at),
      )
    if (random.chance(probabilities.voice))
      schedule(chooseWorkingTime(random, today), (at) =>
        simulateUnits(simulation, person, at, 'voice'),
      )
    if (random.chance(probabilities.image))
      schedule(chooseWorkingTime(random, today), (at) =>
        simulateUnits(simulation, person, at, 'image'),
      )
  }
}

function simulateSignIn(simulation: Simulation, person: Person, at: number) {
  const { ledgerAccount } = person
  person.logins.push(at)
  const { ownerId, userId } = ledgerAccount
  simulation.logins.push({
    ownerId,
    userId,
    seq: takeNextSeq(ledgerAccount, 'login', at),
    at: new Date(at),
    ip: chooseIp(simulation, person),
    clientType: simulation.random.weighted(clients),
  })
}

function simulateTranslation(simulation: Simulation, person: Person, at: number) {
  const { random } = simulation
  const { ledgerAccount, membership } = person
  const { ownerId, userId } = ledgerAccount
  const chars = random.chance(probabilities.longText)
    ? random.integer(300, 1_600)
    : random.integer(8, 260)
  const ip = chooseIp(simulation, person)
  const isByCharacters = membership.mode === 'char'
  if (isByCharacters && person.main && ledgerAccount.chars < chars + topUpBelow) {
    distributeQuota(simulation, person.main, person, at, {
      chars: random.pick([10_000, 20_000, 20_000, 50_000]),
    })
  }
  if (isByCharacters && ledgerAccount.chars < chars) return
  const { channelId, mode } = membership
  const seq = takeNextSeq(ledgerAccount, 'translation', at)
  if (isByCharacters) {
    const details = {
      consumeTranslationSeq: seq,
      consumeChannelId: channelId,
      consumerIp: ip,
      consumeConfigId: '1',
    }
    simulation.ledger.push(
      postEntry(ledgerAccount, 'TRANSLATION_CONSUME', at, { chars: -chars }, details),
    )
  }
  ledgerAccount.usedChars += chars
  const [source = '', target = ''] = random.weighted(directions).split('>')
  const clientType = random.weighted(clients)
  simulation.translations.push({
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

function simulateUnits(
  simulation: Simulation,
  person: Person,
  at: number,
  kind: 'voice' | 'image',
) {
  const { ledgerAccount, membership } = person
  const units = simulation.random.integer(1, 3)
  const details = {
    consumerIp: chooseIp(simulation, person),
    consumeChannelId: membership.channelId,
  }
  if (kind === 'voice' && ledgerAccount.voices >= units)
    simulation.ledger.push(
      postEntry(ledgerAccount, 'VOICE_CONSUME', at, { voices: -units }, details),
    )
  if (kind === 'image' && ledgerAccount.images >= 1)
    simulation.ledger.push(postEntry(ledgerAccount, 'OTHER', at, { images: -1 }, details))
}

const chooseIp = ({ random }: Simulation, person: Person): string =>
  random.chance(probabilities.ownAddress) ? person.ip : random.pick(offices)

/** Consecutive days with a login, up to the last login (spec 3.4). */
export function countLoginDays(logins: readonly number[]): number {
  const days = [...new Set(logins.map(toDayNumber))].toSorted((a, b) => b - a)
  const gap = days.findIndex((dayNumber, index) => index > 0 && days[index - 1]! - dayNumber > 1)
  return gap === -1 ? days.length : gap
}
