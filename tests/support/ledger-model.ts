/** Reference model of the ledger: balances and log rows by the rules of the specification. */
import type { LogType } from '#contract/codes.ts'
import type { output } from 'zod/mini'

export type Units = { chars: number; voices: number; images: number }
export type Row = Units & { logType: output<typeof LogType>; left: Units; manager: boolean }
type Account = Units & { used: number; open: boolean; rows: Row[] }
/** Outcome of a call: done, or the refusal code. */
export type Outcome = 'done' | 'notFound' | 'notEnough' | 'invalid'

const kinds = ['chars', 'voices', 'images'] as const
export const units = (part: Partial<Units>): Units => ({ chars: 0, voices: 0, images: 0, ...part })
/** Adding 0 avoids negative zero. */
const times = (each: Units, factor: number): Units => ({
  chars: each.chars * factor + 0,
  voices: each.voices * factor + 0,
  images: each.images * factor + 0,
})
const isNothing = (some: Units) => kinds.every((kind) => some[kind] === 0)

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
 * Index 0 is the main account, then its sub-accounts in order of creation. Unknown indexes stand
 * for accounts outside the group.
 */
export class LedgerModel {
  readonly accounts: Account[] = []
  auto = false
  channel = '1'
  low: number | null = null
  /** Number of low-balance notices to the owner. */
  told = 0

  constructor() {
    this.open()
  }

  open(): void {
    this.accounts.push({ ...units({}), used: 0, open: true, rows: [] })
  }

  adjust(by: Units): Outcome {
    return this.asOne(() => this.change(0, 'SYS_ADJUST', by, false))
  }

  distribute(subs: readonly number[], each: Units): Outcome {
    const all = [...new Set(subs)]
    if (isNothing(each)) return 'invalid'
    if (all.some((sub) => !this.isSub(sub))) return 'notFound'
    if (!this.covers(0, times(each, all.length))) return 'notEnough'
    return this.asOne(() => all.forEach((sub) => this.move(sub, each, 'DISTRIBUTION', true)))
  }

  reclaim(sub: number, each: Units): Outcome {
    if (isNothing(each)) return 'invalid'
    if (!this.isSub(sub)) return 'notFound'
    if (!this.covers(sub, each)) return 'notEnough'
    return this.asOne(() => this.move(sub, times(each, -1), 'RECOVERY', true))
  }

  remove(subs: readonly number[]): Outcome {
    const all = [...new Set(subs)]
    if (all.some((sub) => !this.isSub(sub))) return 'notFound'
    return this.asOne(() => {
      for (const sub of all) {
        const has = units(unitsOf(this.accounts[sub]!))
        if (!isNothing(has)) this.move(sub, times(has, -1), 'RECOVERY', true)
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
    return this.asOne(() => {
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

  use(who: number, cost: Units, logType: 'TRANSLATION_CONSUME' | 'VOICE_CONSUME' | 'OTHER'): Outcome {
    const account = this.accounts[who]!
    const missing = units(
      Object.fromEntries(kinds.map((kind) => [kind, Math.max(0, cost[kind] - account[kind])])),
    )
    const draws = !isNothing(missing)
    if (!account.open) return 'notFound'
    if (draws && !(this.auto && who !== 0 && this.covers(0, missing))) return 'notEnough'
    return this.asOne(() => {
      if (draws) this.move(who, missing, 'DISTRIBUTION', false)
      this.change(who, logType, times(cost, -1), false)
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
    this.change(0, logType, times(amount, -1), byOwner)
    this.change(sub, logType, amount, byOwner)
  }

  private change(index: number, logType: Row['logType'], by: Units, manager: boolean): void {
    const account = this.accounts[index]!
    for (const kind of kinds) account[kind] += by[kind]
    account.rows.push({ ...by, logType, left: unitsOf(account), manager })
  }

  /** The low-balance notice depends on the total change of a call, not on its steps. */
  private asOne(work: () => void): Outcome {
    const before = this.accounts[0]!.chars
    work()
    if (this.low !== null && before >= this.low && this.accounts[0]!.chars < this.low)
      this.told += 1
    return 'done'
  }
}

const unitsOf = ({ chars, voices, images }: Units): Units => ({ chars, voices, images })
