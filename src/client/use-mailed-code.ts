/** Mails a code and counts down to the next one, across reloads of the tab (spec 4.5, 9.2). */
import { useEffect, useState } from 'react'
import { call } from '#client/api/call.ts'
import { tabStore } from '#client/storage.ts'
import { WireError } from '#contract/failure.ts'
import { times } from '#contract/limits.ts'
import { login } from '#contract/login.ts'

const second = 1_000

export type MailedCode = ReturnType<typeof useMailedCode>

/** `to`: an e-mail address, or the login name it belongs to. */
export function useMailedCode(to: string) {
  const account = to.trim()
  const { againKey, sentKey } = toStorageKeys(account)
  const [isSending, setSending] = useState(false)
  const [now, setNow] = useState(() => Date.now())
  const waitEndsAt = Number(tabStore.get(againKey))
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
    const keys = toStorageKeys(recipient)
    setSending(true)
    try {
      await call(login.sendVCode, { account: recipient })
      tabStore.set(keys.sentKey, 'yes')
      setNow(startWait(keys.againKey, times.codeResendDelay))
      return undefined
    } catch (error) {
      tabStore.remove(keys.sentKey)
      if (error instanceof WireError && error.failure.kind === 'busy')
        setNow(startWait(keys.againKey, error.failure.seconds * second))
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
    wasJustSent: seconds > 0 && tabStore.get(sentKey) !== null,
    isSending,
    send,
  }
}

/** Starts the countdown and returns the current time in milliseconds. */
function startWait(key: string, milliseconds: number): number {
  const now = Date.now()
  tabStore.set(key, String(now + milliseconds))
  return now
}

function toStorageKeys(account: string) {
  const name = account.toLowerCase()
  return { againKey: `codeAgain:${name}`, sentKey: `codeSent:${name}` }
}
