/** Ledger operations as fast-check commands, applied to the model and to the server. */
import fc from 'fast-check'
import { expect } from 'vitest'
import { balanceAlert } from '#contract/balance-alert.ts'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { packages } from '#contract/packages.ts'
import { subAccounts as calls } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { ApiError } from '#server/http/errors.ts'
import { chargeTranslation, chargeUnits } from '#server/features/ledger/consumption.ts'
import { units, type Outcome, type LedgerModel, type Units } from '#tests/support/ledger-model.ts'
import { addPerson, type Person } from '#tests/support/people.ts'
import { fund } from '#tests/support/quota.ts'
import type { Caller, TestServer } from '#tests/support/server.ts'

/** Server side: the accounts in the order of the model, and the caller. */
export type Real = { server: TestServer; owner: Caller; people: Person[]; keys: number }
type Command = fc.AsyncCommand<LedgerModel, Real>

const where = { ip: '192.0.2.1', clientType: 'web', source: 'zh', target: 'en' }
const stranger = '999999999'
const idOf = ({ people }: Real, index: number) => people[index]?.userId ?? stranger

const command = (
  name: string,
  run: (model: LedgerModel, real: Real) => Promise<void>,
  check: (model: LedgerModel) => boolean = () => true,
): Command => ({
  check,
  run,
  toString: () => name,
})

/** Sends every call twice with one idempotency key and expects equal responses and one effect. */
async function sent<E extends Endpoint>(
  real: Real,
  endpoint: E,
  input: InputOf<E>,
): Promise<Outcome> {
  const key = { 'idempotency-key': `model-${real.keys++}` }
  const first = await real.owner.call(endpoint, input, key)
  const again = await real.owner.call(endpoint, input, key)
  expect([again.status, again.text]).toEqual([200, first.text])
  return first.success ? 'done' : (first.data as { code: Outcome }).code
}

const outcomeOf = (work: Promise<unknown>): Promise<Outcome> =>
  work.then(
    () => 'done',
    (reason: unknown) =>
      reason instanceof ApiError ? (reason.code as Outcome) : Promise.reject(reason as Error),
  )

const wire = ({ chars, voices, images }: Units) => ({
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

const ofMoving: fc.Arbitrary<Command>[] = [
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
    command(`give ${chars} characters to ${sub}`, async (model, real) => {
      const said = await sent(real, calls.distribute, {
        childUserId: idOf(real, sub),
        changeCharNum: chars,
      })
      expect(said).toBe(model.distribute([sub], units({ chars })))
    }),
  ),
  fc.tuple(accountIndex, fc.integer({ min: 0, max: 4 })).map(([sub, voices]) =>
    command(`give ${voices} voice units to ${sub}`, async (model, real) => {
      const said = await sent(real, calls.distributeVoice, {
        childUserId: idOf(real, sub),
        changeCharNum: voices,
      })
      expect(said).toBe(model.distribute([sub], units({ voices })))
    }),
  ),
  fc.tuple(accountIndex, amounts).map(([sub, each]) =>
    command(`give ${fc.stringify(each)} to ${sub}`, async (model, real) => {
      expect(
        await sent(real, calls.distributeAll, { childUserId: idOf(real, sub), ...wire(each) }),
      ).toBe(model.distribute([sub], each))
    }),
  ),
  fc.tuple(fc.array(accountIndex, { minLength: 1, maxLength: 5 }), amounts).map(([subs, each]) =>
    command(`give ${fc.stringify(each)} to each of ${subs.join()}`, async (model, real) => {
      const childUserIds = subs.map((sub) => idOf(real, sub))
      expect(await sent(real, calls.distributeMany, { childUserIds, ...wire(each) })).toBe(
        model.distribute(subs, each),
      )
    }),
  ),
  fc.tuple(accountIndex, amounts).map(([sub, each]) =>
    command(`take ${fc.stringify(each)} back from ${sub}`, async (model, real) => {
      expect(await sent(real, calls.reclaim, { childUserId: idOf(real, sub), ...wire(each) })).toBe(
        model.reclaim(sub, each),
      )
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
          await sent(real, calls.remove, { childrenIds: subs.map((sub) => idOf(real, sub)) }),
        ).toBe(model.remove(subs))
      }),
    ),
  fc.constantFrom('1', '2', '3', '4', '5', '6', '9').map((channel) =>
    command(`switch to channel ${channel}`, async (model, real) => {
      expect(await sent(real, packages.changeChannel, { targetChannelId: channel })).toBe(
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
      model.auto = on
    }),
  ),
  fc.option(fc.integer({ min: 0, max: 150 })).map((low) =>
    command(`tell below ${low}`, async (model, { owner }) => {
      await owner.call(balanceAlert.save, { lowCharNum: low })
      model.low = low
    }),
  ),
]

const ofUsing: fc.Arbitrary<Command>[] = [
  fc.tuple(accountIndex, fc.integer({ min: 1, max: 90 })).map(([who, chars]) =>
    command(
      `${who} translates ${chars}`,
      async (model, { server, people }) => {
        const { ownerId, userId } = people[who]!
        const charged = chargeTranslation(
          server.database.db,
          { ownerId, userId, chars, ...where },
          'Asia/Shanghai',
          new Date(),
        )
        expect(await outcomeOf(charged)).toBe(model.use(who, units({ chars }), 'TRANSLATION_CONSUME'))
      },
      (model) => who < model.accounts.length,
    ),
  ),
  fc.tuple(accountIndex, fc.integer({ min: 1, max: 3 }), fc.boolean()).map(([who, count, voice]) =>
    command(
      `${who} uses ${count} ${voice ? 'voice units' : 'images'}`,
      async (model, { server, people }) => {
        const { ownerId, userId } = people[who]!
        const cost = voice ? { voices: count } : { images: count }
        const charged = chargeUnits(
          server.database.db,
          { ownerId, userId, ip: where.ip, ...cost },
          new Date(),
        )
        expect(await outcomeOf(charged)).toBe(
          model.use(who, units(cost), voice ? 'VOICE_CONSUME' : 'OTHER'),
        )
      },
      (model) => who < model.accounts.length,
    ),
  ),
]

/** Consumption is weighted higher than distribution. */
export const ledgerCommands = [...ofMoving, ...ofUsing, ...ofUsing, ...ofUsing]
