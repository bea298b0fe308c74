/** Why a database can't be used at its address, and whether waiting helps. */
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { maskPassword } from '#server/platform/config/addresses.ts'
import { parseDatabaseAddress } from '#server/platform/config/database-address.ts'
import { InvalidSettingsError } from '#server/platform/config/invalid-settings.ts'
import { isUnreachable, refuseReplica } from '#server/platform/db/availability.ts'
import { describeError, type Log } from '#server/platform/log.ts'

/** `name`: the setting. */
export type NamedAddress = { name: 'DATABASE_URL' | 'DATABASE_DIRECT_URL'; url: string }
/** `isTemporary`: the database may answer later, without a change of the settings. */
type ConnectionFailure = { isTemporary: boolean; sentence: string }

/** Milliseconds for a connection, between tries, and between log lines that say the same. */
const times = { answer: 10_000, pause: 1_000, repeatedLine: 30_000 }

/**
 * Waits while a database is away, is starting, has no connection left or is not known to the name
 * server yet. `onWait` is called before the first pause. Throws InvalidSettingsError for what
 * waiting does not mend, such as a wrong password.
 */
export async function waitForDatabases(
  addresses: readonly NamedAddress[],
  log: Log,
  onWait: () => Promise<void>,
): Promise<void> {
  const startedAt = performance.now()
  const secondsWaited = () => Math.round((performance.now() - startedAt) / 1_000)
  let logged: { sentence: string; at: number } | undefined
  for (;;) {
    const failure = await findFirstFailure(addresses)
    if (!failure) break
    if (!failure.isTemporary) throw new InvalidSettingsError([failure.sentence])
    if (!logged) await onWait()
    if (
      logged?.sentence !== failure.sentence ||
      performance.now() - logged.at > times.repeatedLine
    ) {
      log.warn('waiting for the database', { reason: failure.sentence, seconds: secondsWaited() })
      log.flush()
      logged = { sentence: failure.sentence, at: performance.now() }
    }
    await wait(times.pause)
  }
  if (logged) log.info('the database answers', { seconds: secondsWaited() })
}

/** Throws InvalidSettingsError unless the database answers now. */
export async function requireAnswer(address: NamedAddress): Promise<void> {
  const failure = await findFailure(address)
  if (failure) throw new InvalidSettingsError([failure.sentence])
}

async function findFirstFailure(
  addresses: readonly NamedAddress[],
): Promise<ConnectionFailure | undefined> {
  for (const address of addresses) {
    const failure = await findFailure(address)
    if (failure) return failure
  }
  return undefined
}

async function findFailure(address: NamedAddress): Promise<ConnectionFailure | undefined> {
  const client = new Client({
    connectionString: address.url,
    application_name: 'yiqiao start',
    connectionTimeoutMillis: times.answer,
    query_timeout: times.answer,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    // Behind a pooler, only a statement reaches the database.
    await refuseReplica(client)
    return undefined
  } catch (error) {
    return explainFailure(address, error)
  } finally {
    void client.end().catch(() => {})
  }
}

function explainFailure({ name, url }: NamedAddress, error: unknown): ConnectionFailure {
  const { user = '', database = user, host } = parseDatabaseAddress(url)
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const place = `${name} is “${maskPassword(url)}”, and`
  const reason = describeError(error)
  const lasting = (sentence: string) => ({ isTemporary: false, sentence: `${place} ${sentence}` })
  // PgBouncer gives all of its refusals the same code.
  const isRefusal = (own: string, text: RegExp) =>
    code === own || (code === '08P01' && text.test(message))
  if (/client password must be a (non-empty )?string/.test(message))
    return lasting(`PostgreSQL there asks “${user}” for a password. Add it to ${name}.`)
  if (isRefusal('28P01', /authentication failed/))
    return lasting(
      `PostgreSQL there refuses the password of “${user}”, or has no such role. Correct ${name}, or run there: alter role ${user} password '…'.`,
    )
  if (code === '28000')
    return lasting(
      `PostgreSQL there does not admit “${user}” (${message}). Create the role, or admit it in pg_hba.conf.`,
    )
  if (isRefusal('3D000', /no such database|database ".*" does not exist/))
    return lasting(
      `there is no database “${database}”. Create it as deploy/SETTINGS.md says, or correct ${name}.`,
    )
  if (code === '42501')
    return lasting(
      `“${user}” may not connect to “${database}”. Run there: grant connect on database ${database} to ${user}.`,
    )
  if (/does not support SSL/.test(message))
    return lasting(
      `PostgreSQL there offers no TLS. Switch it on there (ssl = on); within one machine, sslmode=disable does.`,
    )
  if (/CERT|SIGNATURE|SELF_SIGNED/.test(code))
    return lasting(
      `its certificate can’t be verified for ${host} (${code}). Add sslrootcert=… with the certificate of its authority, and use the name that its certificate states.`,
    )
  return isUnreachable(error)
    ? {
        isTemporary: true,
        sentence: `${place} no PostgreSQL answers there (${reason}). Start it, or correct the address.`,
      }
    : lasting(`it can’t be used (${reason}).`)
}
