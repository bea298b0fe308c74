/** Demo quota changes without payment: gifts, distribution, reclaim, channel conversion. */
import { priceList, charactersOn } from '#server/features/packages/service.ts'
import { firstChannels, firstGroups } from '#server/seed/catalogue.ts'
import { post, transfer, type Change } from '#server/seed/ledger.ts'
import { day, nameOf, uuid, type Person, type World } from '#server/seed/simulation.ts'

const staff = { managerId: '1', managerName: '客服小译' }

/** Grants a new main account the free trial and the same amount as invitation reward (spec 1.6). */
export function welcome({ ledger }: World, { holder }: Person, at: number): void {
  ledger.push(post(holder, 'OTHER', at, { chars: 10_000, expiresAt: at + 30 * day }))
  ledger.push(post(holder, 'INVITE_REWARD', at, { chars: 10_000 }))
}

export function adjust({ ledger }: World, { holder }: Person, at: number, change: Change): void {
  ledger.push(post(holder, 'SYS_ADJUST', at, change, staff))
}

/** Distributes at most what is available; no characters unless the main account keeps 20,000. */
export function distribute(
  world: World,
  main: Person,
  sub: Person,
  at: number,
  { chars = 0, voices = 0, images = 0 }: Change,
): void {
  const amount = {
    chars: chars <= main.holder.chars - 20_000 ? chars : 0,
    voices: Math.min(voices, main.holder.voices),
    images: Math.min(images, main.holder.images),
  }
  if (amount.chars + amount.voices + amount.images === 0) return
  world.ledger.push(
    ...transfer(main.holder, sub.holder, 'DISTRIBUTION', at, amount, between(world, main, sub)),
  )
}

/** Deletes a sub-account and returns its quota to the main account. */
export function remove(world: World, main: Person, sub: Person, at: number): void {
  const { chars, voices, images } = sub.holder
  world.ledger.push(
    ...transfer(
      sub.holder,
      main.holder,
      'RECOVERY',
      at,
      { chars, voices, images },
      between(world, main, sub),
    ),
  )
  sub.erasedAt = at
  sub.enabled = false
}

/**
 * Switches the channel and converts the characters of the main account and all its sub-accounts at
 * equal value.
 */
export function changeChannel(world: World, main: Person, channelId: string, at: number): void {
  const about = {
    beforeChannelId: main.membership.channelId,
    lastChannelId: channelId,
    beforeBillingMode: main.membership.mode,
    lastBillingMode: main.membership.mode,
    managerId: main.holder.userId,
    managerName: nameOf(main),
  }
  for (const person of [main, ...liveSubs(world, main, at)])
    convertChars(world, person, at, 'MATRIX', about)
  main.membership.channelId = channelId
}

/** Writes a log row only if there is anything to convert. */
export function convertChars(
  { ledger }: World,
  { holder }: Person,
  at: number,
  logType: 'MATRIX' | 'SYS_MATRIX',
  about: Moved,
): void {
  const { beforeChannelId: from, lastChannelId: to } = about
  if (from === to || holder.chars === 0) return
  ledger.push(
    post(
      holder,
      logType,
      at,
      { chars: charactersOn(holder.chars, from, to, prices) - holder.chars },
      about,
    ),
  )
}

type Moved = { beforeChannelId: string; lastChannelId: string }

export const liveSubs = ({ people }: World, main: Person, at: number): Person[] =>
  people.filter(
    (person) => person.main === main && person.since <= at && person.erasedAt === undefined,
  )

export const prices = priceList(firstChannels, firstGroups)

function between({ random }: World, main: Person, sub: Person) {
  return {
    transferId: uuid(random),
    parentName: nameOf(main),
    childName: nameOf(sub),
    managerId: main.holder.userId,
    managerName: nameOf(main),
  }
}
