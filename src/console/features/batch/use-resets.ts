/** Gives sub-accounts new passwords one after another; what was interrupted goes on with the same passwords. */
import { useEffect, useRef, useState } from 'react'
import { call } from '#client/api/call.ts'
import { isOutcomeUnknown } from '#client/api/idempotent-call.ts'
import {
  withPasswords,
  type FirstLogin,
} from '#console/features/sub-account-import/first-passwords.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { WireError } from '#contract/failure.ts'
import { subAccounts, type SubAccount } from '#contract/sub-accounts.ts'

export const maxResets = businessLimits.passwordResets.atOnce

/**
 * `logins`: those whose password was set, or may have been. `refused`: names of those left out, such
 * as deleted ones. `error`: undefined if the user stopped.
 */
type State =
  | { step: 'ask' }
  | { step: 'working'; done: number }
  | { step: 'stopped'; logins: readonly FirstLogin[]; error: unknown }
  | { step: 'sheet'; logins: readonly FirstLogin[]; refused: readonly string[] }

export function useResets(rows: readonly SubAccount[]) {
  const [state, setState] = useState<State>({ step: 'ask' })
  /** Made once, so that a lost answer is followed by the same password. */
  const [subs] = useState(rows)
  const [all] = useState(() => withPasswords(rows))
  const outcomes = useRef<('set' | 'refused')[]>([])
  const sentLast = useRef(0)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const sentLogins = () =>
    all.slice(0, sentLast.current).filter((_, at) => outcomes.current[at] !== 'refused')
  const finish = () =>
    setState({
      step: 'sheet',
      logins: sentLogins(),
      refused: all
        .filter((_, at) => outcomes.current[at] === 'refused')
        .map(({ account }) => account),
    })

  async function run(): Promise<void> {
    running.current = new AbortController()
    const { signal } = running.current
    for (let at = outcomes.current.length; at < all.length; at++) {
      setState({ step: 'working', done: at })
      if (signal.aborted)
        return setState({ step: 'stopped', logins: sentLogins(), error: undefined })
      const input = { userId: subs[at]!.userId, password: all[at]!.password }
      const before = sentLast.current
      sentLast.current = at + 1
      try {
        await call(subAccounts.resetPassword, input, { quiet: true })
        outcomes.current.push('set')
      } catch (error) {
        const isRefused = error instanceof WireError && error.failure.kind === 'refused'
        if (isRefused) outcomes.current.push('refused')
        else {
          if (!isOutcomeUnknown(error)) sentLast.current = before
          return setState({ step: 'stopped', logins: sentLogins(), error })
        }
      }
    }
    finish()
  }

  return { state, run, finish, stop: () => running.current?.abort() }
}
