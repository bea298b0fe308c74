/** Load test clients that distribute and use quota, retry, and know the expected log rows. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { translation } from '#contract/translation.ts'
import type { Random } from '#server/seed/simulation.ts'
import type { Caller, Reply, ApiErrorData } from '#tests/support/server.ts'

export type Sub = { userId: string; caller: Caller }
export type Crowd = { owner: Caller; subs: Sub[]; random: Random }

/** Log rows that a successful call leaves, identified by values that no other call uses. */
export type Trace = { log: 'account' | 'translation'; logType?: string; mark: string; rows: number }
type LoadCall = { name: string; run: (ask: Ask) => Promise<Trace[]> }
/** Retries a call until it gets a response, and returns it. */
type Ask = <E extends Endpoint>(who: Caller, endpoint: E, input: InputOf<E>) => Promise<Reply>

/** Call number `index`. Its amount contains the number, so that its rows are identifiable. */
export function loadCall({ owner, subs, random }: Crowd, index: number): LoadCall {
  const amount = 100_000 + index
  const sub = random.pick(subs)
  const none = { changeVoiceNum: 0, changeImageNum: 0 }
  const given = (rows: number): Trace[] => [
    { log: 'account', logType: 'DISTRIBUTION', mark: String(amount), rows },
  ]
  const move = <E extends Endpoint>(
    name: string,
    who: Caller,
    endpoint: E,
    input: InputOf<E>,
    left: Trace[],
  ): LoadCall => ({
    name,
    run: async (ask) => ((await ask(who, endpoint, input)).success ? left : []),
  })
  switch (random.weighted({ give: 25, many: 8, all: 8, back: 20, translate: 35, churn: 4 })) {
    case 'give':
      return move(
        'give',
        owner,
        subAccounts.distribute,
        { childUserId: sub.userId, changeCharNum: amount },
        given(1),
      )
    case 'all':
      return move(
        'all',
        owner,
        subAccounts.distributeAll,
        { childUserId: sub.userId, changeCharNum: amount, changeVoiceNum: 1, changeImageNum: 1 },
        given(1),
      )
    case 'many': {
      const some = subs.filter(() => random.chance(0.5)).map(({ userId }) => userId)
      const childUserIds = some.length > 0 ? some : [sub.userId]
      return move(
        'many',
        owner,
        subAccounts.distributeMany,
        { childUserIds, changeCharNum: amount, ...none },
        given(childUserIds.length),
      )
    }
    case 'back': {
      const left: Trace[] = [
        { log: 'account', logType: 'RECOVERY', mark: String(-amount), rows: 1 },
      ]
      return move(
        'back',
        owner,
        subAccounts.reclaim,
        { childUserId: sub.userId, changeCharNum: amount, ...none },
        left,
      )
    }
    case 'translate': {
      const left: Trace[] = [{ log: 'translation', mark: `op-${index}`, rows: 1 }]
      return move(
        'translate',
        sub.caller,
        translation.text,
        { source: 'zh', target: `op-${index}`, text: '译'.repeat(random.int(1, 300)) },
        left,
      )
    }
    default:
      return { name: 'churn', run: (ask) => churn(ask, owner, index, amount) }
  }
}

/** Creates a sub-account, distributes quota to it and deletes it. */
async function churn(ask: Ask, owner: Caller, index: number, amount: number): Promise<Trace[]> {
  const account = `kx${index}`
  await ask(owner, subAccounts.create, { account, password: 'of-no-account' })
  const { data } = (await ask(owner, subAccounts.page, { account })) as Reply<{
    rows: { account: string; userId: string }[]
  }>
  // The filter also matches longer names, whose accounts other clients delete.
  const { userId } = data.rows.find((row) => row.account === account)!
  const given = await ask(owner, subAccounts.distribute, {
    childUserId: userId,
    changeCharNum: amount,
  })
  const removed = await ask(owner, subAccounts.remove, { userId })
  if (!removed.success)
    throw new Error(`The sub-account ${account} was not deleted: ${removed.msg}`)
  const back: Trace = { log: 'account', logType: 'RECOVERY', mark: String(-amount), rows: 1 }
  return given.success
    ? [{ log: 'account', logType: 'DISTRIBUTION', mark: String(amount), rows: 1 }, back]
    : []
}

const acceptedErrors = new Set(['notEnough', 'nameTaken'])

/**
 * Retries with one idempotency key until there is a response. A taken name is due to an earlier
 * attempt with a lost response.
 */
export function retryingCall(index: number): Ask {
  let step = 0
  return async (who, endpoint, input) => {
    const key = `load-${index}-${step++}`
    for (;;) {
      const reply = await who
        .call(endpoint, input, { 'idempotency-key': key })
        .catch(() => undefined)
      if (reply?.status === 200) {
        const code = reply.success ? undefined : (reply.data as ApiErrorData).code
        if (code !== undefined && !acceptedErrors.has(code))
          throw new Error(`${endpoint.path} was refused as ${code}: ${reply.msg}`)
        return reply
      }
      if (reply && reply.status < 500)
        throw new Error(`${endpoint.path} was answered with ${reply.status}: ${reply.msg}`)
      await wait(20)
    }
  }
}
