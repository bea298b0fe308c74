/** Makes a call of the operators' contract in this process, as the console does over HTTP. */
import { defaultRates } from '#server/auth/call-limits.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { operatorContract } from '#contract/operator/contract.ts'
import { shapeOf, toQuery } from '#contract/query.ts'
import { signedHeaders } from '#contract/signing.ts'
import type { Lang } from '#locales/messages.ts'
import { zh as descriptions } from '#locales/operator-call-descriptions.ts'
import { createOperatorApp } from '#server/app.ts'
import { describeFieldErrors } from '#server/cli/call-options.ts'
import { say, UsageError, ValidationError, type Command } from '#server/cli/command.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { flushNotices } from '#server/features/notifications/service.ts'
import { recordChange, type OperatorAccount } from '#server/features/operators/service.ts'
import { withCommandSession } from '#server/features/operators/sign-in.ts'
import { operators } from '#server/features/operators/table.ts'
import { createContactPictures } from '#server/features/site/contact-pictures.ts'
import { drawContactPicture } from '#server/features/site/draw-contact-picture.ts'
import { apiBase } from '#server/http/router.ts'
import { openServices } from '#server/services.ts'
import type { Settings } from '#server/platform/config/settings.ts'
import { nodeCrypto } from '#server/platform/crypto/crypto.ts'
import { startDatabaseClock } from '#server/platform/db/database-clock.ts'
import { isProduction } from '#server/platform/db/database-mode.ts'
import type { Db, Database } from '#server/platform/db/open.ts'
import { createJsonLog } from '#server/platform/log.ts'
import { noMetrics } from '#server/platform/metrics.ts'
import { noTracing } from '#server/platform/tracing.ts'

export type OperatorCall = Command & { endpoint: Endpoint }

/** Calls about the session in a browser. */
const inBrowserOnly = /^session\.|^customerViews\.open$/

export const operatorCalls: readonly OperatorCall[] = Object.entries(operatorContract)
  .flatMap(([group, calls]) =>
    Object.entries<Endpoint>(calls).map(([call, endpoint]): OperatorCall => ({
      name: `${group}.${call}`,
      summary: (lang) => (lang === 'zh' && descriptions[`${group}.${call}`]) || endpoint.summary,
      input: endpoint.input,
      endpoint,
    })),
  )
  .filter(({ name }) => !inBrowserOnly.test(name))

/** The call that returns the present values of a record, which a change or its preview keeps. */
export function findRecordCall({ name, endpoint }: OperatorCall): OperatorCall | undefined {
  const [group, call] = name.split('.')
  const changesRecord = endpoint.when === 'id' || call === 'preview'
  return changesRecord ? operatorCalls.find((each) => each.name === `${group}.get`) : undefined
}

/** As the server's, for this machine. Throws ValidationError without the server's SECRET_KEY. */
export async function openDependencies(
  { db, reads, events, ping }: Database,
  settings: Settings,
  lang: Lang,
): Promise<Dependencies> {
  // The key file next to the data is a demo's; production's key is in its settings.
  if (!settings.secretKey && (await isProduction(db)))
    throw new ValidationError(say(lang, 'commands.secretKeyMissing'))
  const log = createJsonLog((lines) => process.stderr.write(lines), 'error')
  const { now: clock } = await startDatabaseClock(db, log)
  const base = { db, log, clock, crypto: nodeCrypto }
  return {
    ...base,
    ...(await openServices(settings, base, { isStrict: true, getPort: () => settings.port })),
    rates: defaultRates,
    reads,
    events,
    ping,
    settings,
    metrics: noMetrics,
    tracing: noTracing,
    isClockTrusted: () => true,
    isDraining: () => false,
    contactPictures: createContactPictures(drawContactPicture),
  }
}

type Reply = { success: boolean; data: unknown; msg: string }
/** `operator`: name or email; `user`: of this machine. */
type TypedCall = { fields: Record<string, unknown>; operator: string; user: string; lang: Lang }

/**
 * Returns the output of the call and its message. Throws ValidationError with a sentence per line if
 * the call is refused.
 */
export async function runOperatorCall(
  deps: Dependencies,
  command: OperatorCall,
  { fields, operator, user, lang }: TypedCall,
): Promise<Reply> {
  const { db, crypto, clock } = deps
  const account = await findAccount(db, operator, lang)
  const app = createOperatorApp(deps)
  if (command.endpoint.method !== 'GET') await recordCommand(deps, account, command, user)
  const reply = await withCommandSession(deps, account, async (signer) => {
    const send = async (call: OperatorCall, input: Record<string, unknown>): Promise<Reply> => {
      const { method, path } = call.endpoint
      const headers = {
        ...signedHeaders(crypto.md5, signer, clock().getTime()),
        'accept-language': lang,
        'content-type': 'application/json',
      }
      const response = await (method === 'GET'
        ? app.request(`${apiBase}${path}?${toQuery(input as Record<string, string>)}`, { headers })
        : app.request(apiBase + path, { method, headers, body: JSON.stringify(input) }))
      const answer = (await response.json()) as Reply
      if (!answer.success) throw toError(call, answer, response.status, lang)
      return answer
    }
    const recordCall = findRecordCall(command)
    if (!recordCall || fields['id'] === undefined) return send(command, fields)
    const { data } = await send(recordCall, { id: fields['id'] })
    const record = data as Record<string, unknown>
    const kept = Object.keys(shapeOf(command.input)).map((name) => [name, record[name]])
    return send(command, { ...Object.fromEntries(kept), ...fields })
  })
  await flushNotices(deps)
  return reply
}

async function findAccount(db: Db, typed: string, lang: Lang): Promise<OperatorAccount> {
  const enabled = (await db.select().from(operators)).filter((each) => each.enabled)
  const found = enabled.find(({ name, email }) => name === typed || email === typed.toLowerCase())
  const names = enabled.map(({ name }) => name).join(', ') || '-'
  if (!found)
    throw new ValidationError(say(lang, 'commands.operatorUnknown', { name: typed, names }))
  return found
}

/** Without a password, only the machine's user tells who made the call. */
const recordCommand = (
  { db, clock }: Dependencies,
  { name, email }: OperatorAccount,
  command: OperatorCall,
  user: string,
) =>
  recordChange(db, {
    at: clock(),
    operator: name,
    action: 'session command',
    subject: `operator ${email}`,
    after: { command: command.name.replace('.', ' '), user },
  })

function toError(command: OperatorCall, { data, msg }: Reply, status: number, lang: Lang): Error {
  const { fields = {} } = (data ?? {}) as { fields?: Record<string, string> }
  const message = describeFieldErrors(command, fields, lang) || msg
  return status >= 500 ? new UsageError(message) : new ValidationError(message)
}
