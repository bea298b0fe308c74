/** Reference model of the ledger, and its operations as fast-check commands. */
import type { output } from 'zod/mini'
import fc from 'fast-check'
import { expect } from 'vitest'
import { balanceAlert, type LogType } from '#contract/ledger.ts'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { packages } from '#contract/packages.ts'
import { subAccounts as calls } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { ApiError } from '#server/http/errors.ts'
import { chargeUnits } from '#server/features/translation/use-units.ts'
import { chargeTranslation } from '#tests/support/server/charge-translation.ts'
import { addPerson, type Person, fund } from '#tests/support/actors/people.ts'
import type { Caller, TestServer } from '#tests/support/server/server.ts'

/** Reference model of the ledger: balances and log rows by the rules of the specification. */
type Units = { chars: number; voices: number; images: number }
export type Row = Units & { logType: output<typeof LogType>; left: Units; manager: boolean }
type Account = Units & { used: number; open: boolean; rows: Row[] }
/** Outcome of a call: done, or the refusal code. */
type Outcome = 'done' | 'notFound' | 'notEnough' | 'invalid'

const kinds = ['chars', 'voices', 'images'] as const
const units = (part: Partial<Units>): Units => ({ chars: 0, voices: 0, images: 0, ...part })
/** Adding 0 avoids negative zero. */
const multiplied = (each: Units, factor: number): Units => ({
  chars: each.chars * factor + 0,
  voices: each.voices * factor + 0,
  images: each.images * factor + 0,
})
const isNothing = (change: Units) => kinds.every((kind) => change[kind] === 0)

/** Cents per million characters by channel, from the initial catalogue. */
const prices: Readonly<Record<string, number>> = {
  '1': 9_900,
  '2': 9_900,
  '3': 19_900,
  '4': 18_900,
  '5': 29_900,
  '6': 39_900,
}

/**
 * Index 0 is the main account, followed by its sub-accounts in order of creation. Unknown indexes
 * mean accounts outside the group.
 */
export class LedgerModel {
  readonly accounts: Account[] = []
  autoDistribution = false
  channel = '1'
  alertThreshold: number | null = null
  /** Number of low-balance notices to the owner. */
  notified = 0
  /** Number of notices that the balance is back to normal. */
  ended = 0
  isAlertOn = false

  constructor() {
    this.open()
  }

  open(): void {
    this.accounts.push({ ...units({}), used: 0, open: true, rows: [] })
  }

  adjust(by: Units): Outcome {
    return this.inOneCall(() => this.change(0, 'SYS_ADJUST', by, false))
  }

  distribute(subs: readonly number[], each: Units): Outcome {
    const uniqueSubs = [...new Set(subs)]
    if (isNothing(each)) return 'invalid'
    if (uniqueSubs.some((sub) => !this.isSub(sub))) return 'notFound'
    if (!this.covers(0, multiplied(each, uniqueSubs.length))) return 'notEnough'
    return this.inOneCall(() =>
      uniqueSubs.forEach((sub) => this.move(sub, each, 'DISTRIBUTION', true)),
    )
  }

  reclaim(sub: number, each: Units): Outcome {
    if (isNothing(each)) return 'invalid'
    if (!this.isSub(sub)) return 'notFound'
    if (!this.covers(sub, each)) return 'notEnough'
    return this.inOneCall(() => this.move(sub, multiplied(each, -1), 'RECOVERY', true))
  }

  remove(subs: readonly number[]): Outcome {
    const uniqueSubs = [...new Set(subs)]
    if (uniqueSubs.some((sub) => !this.isSub(sub))) return 'notFound'
    return this.inOneCall(() => {
      for (const sub of uniqueSubs) {
        const balance = units(unitsOf(this.accounts[sub]!))
        if (!isNothing(balance)) this.move(sub, multiplied(balance, -1), 'RECOVERY', true)
        this.accounts[sub]!.open = false
      }
    })
  }

  /**
   * Converts every account, rounded down. The owner always gets a log row, even with nothing to
   * convert.
   */
  switchTo(channel: string): Outcome {
    const [from, to] = [prices[this.channel]!, prices[channel]]
    if (channel === this.channel) return 'invalid'
    if (to === undefined) return 'notFound'
    return this.inOneCall(() => {
      for (const [index, { chars, open }] of this.accounts.entries()) {
        if (index === 0 || (open && chars > 0))
          this.change(
            index,
            'MATRIX',
            units({ chars: Math.floor((chars * from) / to) - chars }),
            true,
          )
      }
      this.channel = channel
    })
  }

  consume(
    actor: number,
    cost: Units,
    logType: 'TRANSLATION_CONSUME' | 'VOICE_CONSUME' | 'OTHER',
  ): Outcome {
    const account = this.accounts[actor]!
    const missing = units(
      Object.fromEntries(kinds.map((kind) => [kind, Math.max(0, cost[kind] - account[kind])])),
    )
    const usesMainQuota = !isNothing(missing)
    if (!account.open) return 'notFound'
    if (usesMainQuota && !(this.autoDistribution && actor !== 0 && this.covers(0, missing)))
      return 'notEnough'
    return this.inOneCall(() => {
      if (usesMainQuota) this.move(actor, missing, 'DISTRIBUTION', false)
      this.change(actor, logType, multiplied(cost, -1), false)
      account.used += cost.chars
    })
  }

  private isSub = (index: number) => index > 0 && this.accounts[index]?.open === true
  private covers = (index: number, needed: Units) =>
    kinds.every((kind) => this.accounts[index]![kind] >= needed[kind])

  private move(
    sub: number,
    amount: Units,
    logType: 'DISTRIBUTION' | 'RECOVERY',
    byOwner: boolean,
  ): void {
    this.change(0, logType, multiplied(amount, -1), byOwner)
    this.change(sub, logType, amount, byOwner)
  }

  private change(index: number, logType: Row['logType'], by: Units, manager: boolean): void {
    const account = this.accounts[index]!
    for (const kind of kinds) account[kind] += by[kind]
    account.rows.push({ ...by, logType, left: unitsOf(account), manager })
  }

  /** The low-balance notice depends on the total change of a call, not on its steps. */
  private inOneCall(apply: () => void): Outcome {
    const before = this.accounts[0]!.chars
    apply()
    const threshold = this.alertThreshold
    if (threshold === null) return 'done'
    const after = this.accounts[0]!.chars
    if (before >= threshold && after < threshold) {
      this.notified += 1
      this.isAlertOn = true
    }
    if (before < threshold && after >= threshold && this.isAlertOn) {
      this.ended += 1
      this.isAlertOn = false
    }
    return 'done'
  }

  setAlertThreshold(low: number | null): void {
    this.alertThreshold = low
    const isLow = low !== null && this.accounts[0]!.chars < low
    if (isLow && !this.isAlertOn) this.notified += 1
    this.isAlertOn = isLow
  }
}

const unitsOf = ({ chars, voices, images }: Units): Units => ({ chars, voices, images })

/** Server side: the accounts in the order of the model, and the caller. */
export type RealSystem = { server: TestServer; owner: Caller; people: Person[]; keys: number }
type Command = fc.AsyncCommand<LedgerModel, RealSystem>

const requestContext = { ip: '192.0.2.1', clientType: 'web', source: 'zh', target: 'en' }
const unknownUserId = '999999999'
const idOf = ({ people }: RealSystem, index: number) => people[index]?.userId ?? unknownUserId

const command = (
  name: string,
  run: (model: LedgerModel, real: RealSystem) => Promise<void>,
  check: (model: LedgerModel) => boolean = () => true,
): Command => ({
  check,
  run,
  toString: () => name,
})

/** Sends every call twice with one idempotency key and expects equal responses and one effect. */
async function sendTwice<E extends Endpoint>(
  real: RealSystem,
  endpoint: E,
  input: InputOf<E>,
): Promise<Outcome> {
  const headers = { 'idempotency-key': `model-${real.keys++}` }
  const first = await real.owner.call(endpoint, input, headers)
  const second = await real.owner.call(endpoint, input, headers)
  expect([second.status, second.text]).toEqual([200, first.text])
  return first.success ? 'done' : (first.data as { code: Outcome }).code
}

const outcomeOf = (apply: Promise<unknown>): Promise<Outcome> =>
  apply.then(
    () => 'done',
    (reason: unknown) =>
      reason instanceof ApiError ? (reason.code as Outcome) : Promise.reject(reason as Error),
  )

const quotaInput = ({ chars, voices, images }: Units) => ({
  changeCharNum: chars,
  changeVoiceNum: voices,
  changeImageNum: images,
})

/** Mostly small, sometimes zero, sometimes more than any balance. */
const amount = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 60 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1_000, Number.MAX_SAFE_INTEGER) },
)
const amounts = fc.record({
  chars: amount,
  voices: fc.integer({ min: 0, max: 3 }),
  images: fc.integer({ min: 0, max: 3 }),
})
/** Index of the main account, a sub-account, a deleted one or none. */
const accountIndex = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 3 }) },
  { weight: 2, arbitrary: fc.constantFrom(0, 4, 5, 9) },
)

const distributionCommands: fc.Arbitrary<Command>[] = [
  fc.constant(
    command(
      'open a sub-account',
      async (model, real) => {
        const account = `m${real.people[0]!.userId}n${real.people.length}`
        real.people.push(
          await addPerson(real.server.database.db, { account, owner: real.people[0]! }),
        )
        model.open()
      },
      (model) => model.accounts.length < 6,
    ),
  ),
  amounts
    .filter(({ chars }) => chars < 10_000)
    .map((by) =>
      command(
        `adjust by ${fc.stringify(by)}`,
        async (model, { server, people }) => {
          expect(await outcomeOf(fund(server.database.db, people[0]!, by))).toBe(model.adjust(by))
        },
        (model) => model.accounts[0]!.chars < 1_000_000,
      ),
    ),
  fc.tuple(accountIndex, amount).map(([sub, chars]) =>
    command(`distribute ${chars} characters to ${sub}`, async (model, real) => {
      const outcome = await sendTwice(real, calls.distribute, {
        childUserId: idOf(real, sub),
        changeCharNum: chars,
      })
      expect(outcome).toBe(model.distribute([sub], units({ chars })))
    }),
  ),
  fc.tuple(accountIndex, fc.integer({ min: 0, max: 4 })).map(([sub, voices]) =>
    command(`distribute ${voices} voice units to ${sub}`, async (model, real) => {
      const outcome = await sendTwice(real, calls.distributeVoice, {
        childUserId: idOf(real, sub),
        changeCharNum: voices,
      })
      expect(outcome).toBe(model.distribute([sub], units({ voices })))
    }),
  ),
  fc.tuple(accountIndex, amounts).map(([sub, each]) =>
    command(`distribute ${fc.stringify(each)} to ${sub}`, async (model, real) => {
      expect(
        await sendTwice(real, calls.distributeAll, {
          childUserId: idOf(real, sub),
          ...quotaInput(each),
        }),
      ).toBe(model.distribute([sub], each))
    }),
  ),
  fc.tuple(fc.array(accountIndex, { minLength: 1, maxLength: 5 }), amounts).map(([subs, each]) =>
    command(`distribute ${fc.stringify(each)} to each of ${subs.join()}`, async (model, real) => {
      const childUserIds = subs.map((sub) => idOf(real, sub))
      expect(
        await sendTwice(real, calls.distributeMany, { childUserIds, ...quotaInput(each) }),
      ).toBe(model.distribute(subs, each))
    }),
  ),
  fc.tuple(accountIndex, amounts).map(([sub, each]) =>
    command(`reclaim ${fc.stringify(each)} from ${sub}`, async (model, real) => {
      expect(
        await sendTwice(real, calls.reclaim, { childUserId: idOf(real, sub), ...quotaInput(each) }),
      ).toBe(model.reclaim(sub, each))
    }),
  ),
  fc
    .array(
      fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 5 }) }, fc.constantFrom(0, 9)),
      { minLength: 1, maxLength: 2 },
    )
    .map((subs) =>
      command(`delete ${subs.join()}`, async (model, real) => {
        expect(
          await sendTwice(real, calls.remove, { childrenIds: subs.map((sub) => idOf(real, sub)) }),
        ).toBe(model.remove(subs))
      }),
    ),
  fc.constantFrom('1', '2', '3', '4', '5', '6', '9').map((channel) =>
    command(`switch to channel ${channel}`, async (model, real) => {
      expect(await sendTwice(real, packages.changeChannel, { targetChannelId: channel })).toBe(
        model.switchTo(channel),
      )
    }),
  ),
  fc.boolean().map((on) =>
    command(`automatic distribution ${on ? 'on' : 'off'}`, async (model, { owner, people }) => {
      await owner.call(users.changeAutoDistribution, {
        userId: people[0]!.userId,
        autoDistribution: on ? 1 : 0,
      })
      model.autoDistribution = on
    }),
  ),
  fc.option(fc.integer({ min: 0, max: 150 })).map((low) =>
    command(`alert below ${low}`, async (model, { owner }) => {
      await owner.call(balanceAlert.save, { lowCharNum: low })
      model.setAlertThreshold(low)
    }),
  ),
]

const consumptionCommands: fc.Arbitrary<Command>[] = [
  fc.tuple(accountIndex, fc.integer({ min: 1, max: 90 })).map(([actor, chars]) =>
    command(
      `${actor} translates ${chars}`,
      async (model, { server, people }) => {
        const { ownerId, userId } = people[actor]!
        const charged = chargeTranslation(
          server.database.db,
          { ownerId, userId, chars, ...requestContext },
          'Asia/Shanghai',
          new Date(),
        )
        expect(await outcomeOf(charged)).toBe(
          model.consume(actor, units({ chars }), 'TRANSLATION_CONSUME'),
        )
      },
      (model) => actor < model.accounts.length,
    ),
  ),
  fc
    .tuple(accountIndex, fc.integer({ min: 1, max: 3 }), fc.boolean())
    .map(([actor, count, voice]) =>
      command(
        `${actor} uses ${count} ${voice ? 'voice units' : 'images'}`,
        async (model, { server, people }) => {
          const { ownerId, userId } = people[actor]!
          const cost = voice ? { voices: count } : { images: count }
          const charged = chargeUnits(
            server.database.db,
            { ownerId, userId, ip: requestContext.ip, purpose: 'model', ...cost },
            { now: new Date(), zone: 'Asia/Shanghai' },
          )
          expect(await outcomeOf(charged)).toBe(
            model.consume(actor, units(cost), voice ? 'VOICE_CONSUME' : 'OTHER'),
          )
        },
        (model) => actor < model.accounts.length,
      ),
    ),
]

/** Consumption is weighted higher than distribution. */
export const ledgerCommands = [
  ...distributionCommands,
  ...consumptionCommands,
  ...consumptionCommands,
  ...consumptionCommands,
]
