/** Demo quota changes without payment: gifts, distribution, reclaim, channel conversion. */
import { buildPriceList } from '#server/features/packages/price-list.ts'
import { convertChars } from '#server/features/packages/convert-entitlement.ts'
import { firstChannels, firstGroups } from '#server/seed/catalogue.ts'
import { postEntry, postTransfer, type BalanceChange } from '#server/seed/ledger.ts'
import {
  day,
  toLogName,
  createUuid,
  type Person,
  type Simulation,
} from '#server/seed/simulation.ts'

const supportStaff = { managerId: '1', managerName: '客服小译' }

/** Grants a new main account the free trial and the same amount as invitation reward (spec 1.6). */
export function grantTrialAndReward(
  { ledger }: Simulation,
  { ledgerAccount }: Person,
  at: number,
): void {
  ledger.push(postEntry(ledgerAccount, 'OTHER', at, { chars: 10_000, expiresAt: at + 30 * day }))
  ledger.push(postEntry(ledgerAccount, 'INVITE_REWARD', at, { chars: 10_000 }))
}

export function adjustQuota(
  { ledger }: Simulation,
  { ledgerAccount }: Person,
  at: number,
  change: BalanceChange,
): void {
  ledger.push(postEntry(ledgerAccount, 'SYS_ADJUST', at, change, supportStaff))
}

/** Characters that the main account keeps; rather than fewer, it distributes none. */
const keptChars = 20_000

/** Distributes at most the available quota. */
export function distributeQuota(
  simulation: Simulation,
  main: Person,
  sub: Person,
  at: number,
  { chars = 0, voices = 0, images = 0 }: BalanceChange,
): void {
  const amount = {
    chars: chars <= main.ledgerAccount.chars - keptChars ? chars : 0,
    voices: Math.min(voices, main.ledgerAccount.voices),
    images: Math.min(images, main.ledgerAccount.images),
  }
  if (amount.chars + amount.voices + amount.images === 0) return
  simulation.ledger.push(
    ...postTransfer(
      main.ledgerAccount,
      sub.ledgerAccount,
      'DISTRIBUTION',
      at,
      amount,
      createTransferContext(simulation, main, sub),
    ),
  )
}

/** Deletes a sub-account and returns its quota to the main account. */
export function deleteSubAccount(
  simulation: Simulation,
  main: Person,
  sub: Person,
  at: number,
): void {
  const { chars, voices, images } = sub.ledgerAccount
  simulation.ledger.push(
    ...postTransfer(
      sub.ledgerAccount,
      main.ledgerAccount,
      'RECOVERY',
      at,
      { chars, voices, images },
      createTransferContext(simulation, main, sub),
    ),
  )
  sub.erasedAt = at
  sub.enabled = false
}

/**
 * Switches the channel and converts the characters of the main account and all its sub-accounts at
 * equal value.
 */
export function changeChannel(
  simulation: Simulation,
  main: Person,
  channelId: string,
  at: number,
): void {
  const context = {
    beforeChannelId: main.membership.channelId,
    lastChannelId: channelId,
    beforeBillingMode: main.membership.mode,
    lastBillingMode: main.membership.mode,
    managerId: main.ledgerAccount.userId,
    managerName: toLogName(main),
  }
  for (const person of [main, ...listActiveSubAccounts(simulation, main, at)])
    postConversion(simulation, person, at, 'MATRIX', context)
  main.membership.channelId = channelId
}

/** Writes a log row only if there is anything to convert. */
export function postConversion(
  { ledger }: Simulation,
  { ledgerAccount }: Person,
  at: number,
  logType: 'MATRIX' | 'SYS_MATRIX',
  context: ChannelChange,
): void {
  const { beforeChannelId: from, lastChannelId: to } = context
  if (from === to || ledgerAccount.chars === 0) return
  ledger.push(
    postEntry(
      ledgerAccount,
      logType,
      at,
      { chars: convertChars(ledgerAccount.chars, from, to, prices) - ledgerAccount.chars },
      context,
    ),
  )
}

type ChannelChange = { beforeChannelId: string; lastChannelId: string }

export const listActiveSubAccounts = ({ people }: Simulation, main: Person, at: number): Person[] =>
  people.filter(
    (person) => person.main === main && person.since <= at && person.erasedAt === undefined,
  )

export const prices = buildPriceList(firstChannels, firstGroups)

function createTransferContext({ random }: Simulation, main: Person, sub: Person) {
  return {
    transferId: createUuid(random),
    parentName: toLogName(main),
    childName: toLogName(sub),
    managerId: main.ledgerAccount.userId,
    managerName: toLogName(main),
  }
}
