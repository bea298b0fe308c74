/** First passwords: made here, hashed by the server, and known to nobody else. */
import { call } from '#client/api/call.ts'
import { generatePassword } from '#console/engine/fields/generate-password.ts'
import { WireError } from '#contract/failure.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { subAccountImport, type FileRow } from '#contract/sub-account-import.ts'

/** A new sub-account with its first password, for the sheet. */
export type FirstLogin = {
  readonly account: string
  readonly nickname: string | null | undefined
  readonly password: string
}

const chunk = businessLimits.subAccountImport.passwords

/** Passwords of an import, and the hashes of the first of them that are finished. */
export type SealedLogins = { readonly logins: readonly FirstLogin[]; readonly hashes: string[] }

/**
 * Adds the missing hashes, each encrypted by the server. Waits while the server is busy. Throws like
 * `call`, and the abort reason of the signal; what is finished stays in `sealed`.
 */
export async function hashPasswords(
  { logins, hashes }: SealedLogins,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<void> {
  let refusals = 0
  while (hashes.length < logins.length) {
    signal.throwIfAborted()
    const part = logins.slice(hashes.length, hashes.length + chunk)
    const input = { rows: part.map(({ account, password }) => ({ account, password })) }
    const options = { signal, timeout, quiet: true }
    try {
      hashes.push(...(await call(subAccountImport.hashPasswords, input, options)).passwords)
      refusals = 0
    } catch (error) {
      const busy = error instanceof WireError && error.failure.kind === 'busy' && error.failure
      if (!busy || busy.seconds > maxWait || ++refusals > maxRefusals) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.max(1, busy.seconds) * 1_000))
    }
    onProgress(hashes.length)
  }
}

/** Of a chunk, in milliseconds. */
const timeout = 60_000
/** Seconds for which a busy server is waited for, and how often in a row. */
const maxWait = 30
const maxRefusals = 10

/** Gives each row without a password a new one. */
export const withPasswords = (rows: readonly FileRow[]): FirstLogin[] =>
  rows.map(({ account, nickname, password }) => ({
    account,
    nickname,
    password: password ?? generatePassword(),
  }))
