/** Mails a code and counts down to the next one, across reloads of the tab (spec 4.5, 9.2). */
import { useEffect, useState } from 'react'
import { call } from '#client/api/call.ts'
import { findCodeWait, setCodeWait } from '#client/code-waits.ts'
import { WireError } from '#contract/failure.ts'
import { times } from '#contract/limits.ts'
import { login } from '#contract/login.ts'

const second = 1_000

export type MailedCode = ReturnType<typeof useMailedCode>

/** `to`: an e-mail address, or the login name it belongs to. */
export function useMailedCode(to: string) {
  const account = to.trim()
  const [isSending, setSending] = useState(false)
  const [now, setNow] = useState(() => Date.now())
  const wait = findCodeWait(account)
  const waitEndsAt = wait?.endsAt ?? 0
  const isWaiting = waitEndsAt > now

  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setInterval(() => setNow(Date.now()), second)
    return () => clearInterval(timer)
  }, [isWaiting])

  /**
   * Returns the error thrown by `call`, or undefined if the mail was sent. `otherRecipient` overrides
   * `to`. Without a mail, the countdown starts only if the server limits the rate.
   */
  async function send(otherRecipient?: string): Promise<unknown> {
    const recipient = otherRecipient ?? account
    const start = (milliseconds: number, wasSent: boolean) => {
      const startedAt = Date.now()
      setCodeWait(recipient, { endsAt: startedAt + milliseconds, wasSent })
      setNow(startedAt)
    }
    setSending(true)
    try {
      await call(login.sendVCode, { account: recipient })
      start(times.codeResendDelay, true)
      return undefined
    } catch (error) {
      if (error instanceof WireError && error.failure.kind === 'busy')
        start(error.failure.seconds * second, false)
      return error
    } finally {
      setSending(false)
    }
  }

  const seconds = Math.max(0, Math.ceil((waitEndsAt - now) / second))
  return {
    /** Until another code can be requested; 0 if it can be now. */
    seconds,
    /**
     * True if a code was sent less than a minute ago. If false while `seconds` is positive, the
     * wait is due to rate limiting.
     */
    wasJustSent: seconds > 0 && wait?.wasSent === true,
    isSending,
    send,
  }
}
