/** Calls at a steady rate, each repeated with its idempotency key until it succeeds. */
import { orders } from '#contract/orders.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { translation } from '#contract/translation.ts'
import type { AccountGroup } from '#tests/bench/rolling-restart.ts'
import type { Reply } from '#tests/support/server/server.ts'

export const kinds = ['list', 'translate', 'distribute', 'buy'] as const
type Kind = (typeof kinds)[number]

/** A successful operation. */
export type Operation = { kind: Kind; group: AccountGroup; amount: number; orderNo?: string }

export type Load = {
  /** Successful operations other than lists. */
  operations: readonly Operation[]
  /** Failed calls by how they failed. */
  failures: ReadonlyMap<string, number>
  /** Calls sent, of one kind or of all. */
  calls: (kind?: Kind) => number
  /** End of the first successful call that began after `moment`, by `performance.now()`. */
  firstSuccess: (kind: Kind, moment: number) => number | undefined
  failedBetween: (from: number, to?: number) => number
  /** Number of failures that are neither a 503 nor a broken connection. */
  unclear: () => number
  unanswered: () => number
  /** Sends no new operations; resolves when all have succeeded or were given up after minutes. */
  end: () => Promise<void>
}

type Sent = { kind: Kind; began: number; ended: number; failure?: string }

/** Milliseconds between repetitions, equal to `Retry-After`, and until an operation is given up. */
const repetition = { pause: 5_000, giveUpAfter: 240_000 }

export function startLoad(
  all: readonly AccountGroup[],
  { callsPerSecond, site }: { callsPerSecond: number; site: string },
): Load {
  const sent: Sent[] = []
  const operations: Operation[] = []
  const failures = new Map<string, number>()
  const pending = new Set<Promise<void>>()
  let unanswered = 0
  let unclear = 0

  /** Throws a description of any response but success. */
  const measured = async <D>(kind: Kind, call: () => Promise<Reply<D>>): Promise<D> => {
    const entry: Sent = { kind, began: performance.now(), ended: 0 }
    try {
      const { success, data, status } = await call()
      if (success) return data
      const code = (data as { code?: string } | null)?.code ?? 'no code'
      entry.failure = `${status} ${code}`
      // A call in progress (`underWay`) has status 503 too.
      if (status !== 503) unclear += 1
      throw new Error(entry.failure)
    } catch (error) {
      const { cause } = error as { cause?: NodeJS.ErrnoException }
      entry.failure ??= `connection ${cause?.code ?? cause?.message ?? String(error)}`
      failures.set(
        `${kind}: ${entry.failure}`,
        (failures.get(`${kind}: ${entry.failure}`) ?? 0) + 1,
      )
      throw error
    } finally {
      entry.ended = performance.now()
      sent.push(entry)
    }
  }

  const run = async (n: number): Promise<void> => {
    const group = all[n % all.length]!
    const kind = kindOf(n, all.length)
    const amount = n + 1
    if (kind === 'list')
      return void (await measured(kind, () => group.owner.call(orders.page, {})).catch(() => {}))
    const end = performance.now() + repetition.giveUpAfter
    const retryUntilAnswered = async <T>(call: () => Promise<T>): Promise<T | undefined> => {
      for (;;) {
        try {
          return await call()
        } catch {
          if (performance.now() > end) return undefined
          await new Promise((resolve) => setTimeout(resolve, repetition.pause))
        }
      }
    }
    const result = await retryUntilAnswered(() => operation(group, kind, amount))
    if (result === undefined) return void (unanswered += 1)
    if (kind === 'distribute') group.distributed += 1
    operations.push({ kind, group, amount, ...result })
  }

  const operation = async (group: AccountGroup, kind: Kind, amount: number) => {
    const { owner, sub } = group
    const key = { 'idempotency-key': `failover-${amount}` }
    if (kind === 'translate') {
      const text = { text: '你好', source: 'zh', target: 'en' }
      await measured(kind, () => owner.call(translation.text, text, key))
      return {}
    }
    if (kind === 'distribute') {
      const request = { childUserId: sub.userId, changeCharNum: amount }
      await measured(kind, () => owner.call(subAccounts.distribute, request, key))
      return {}
    }
    const order = { memberGroupId: '2', salesNum: 1, payChannel: 'WC_NATIVE' as const }
    const { orderNo, scanQRCodeUrl } = await measured(kind, () =>
      owner.call(orders.pay, order, key),
    )
    const cashier = site + new URL(scanQRCodeUrl).pathname
    await measured(kind, async () => {
      const { ok, status, headers } = await fetch(cashier, { method: 'POST' })
      return { success: ok, data: null, status, headers, text: '', msg: '' }
    })
    return { orderNo }
  }

  const stop = new AbortController()
  const sending = (async () => {
    const began = performance.now()
    for (let n = 0; !stop.signal.aborted; n++) {
      const wait = began + (n * 1_000) / callsPerSecond - performance.now()
      if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait))
      const work = run(n).finally(() => pending.delete(work))
      pending.add(work)
    }
  })()

  return {
    operations,
    failures,
    calls: (kind) => sent.filter((each) => kind === undefined || each.kind === kind).length,
    firstSuccess: (kind, moment) =>
      sent.find((each) => each.kind === kind && !each.failure && each.began >= moment)?.ended,
    failedBetween: (from, to = Infinity) =>
      sent.filter(({ began, failure }) => failure && began >= from && began < to).length,
    unclear: () => unclear,
    unanswered: () => unanswered,
    async end() {
      stop.abort()
      await sending
      await Promise.all(pending)
    },
  }
}

/**
 * Of 20 calls 8 are lists, 6 translations, 4 distributions and 2 purchases; each account gets all
 * kinds in turn.
 */
function kindOf(n: number, accounts: number): Kind {
  const part = (n * 7 + Math.floor(n / accounts) * 3) % 20
  return part < 8 ? 'list' : part < 14 ? 'translate' : part < 18 ? 'distribute' : 'buy'
}
