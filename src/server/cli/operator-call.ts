/** Makes a call of the operators' contract in this process, as the console does over HTTP. */
import type { Collection } from '#contract/collection.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { operatorCollections } from '#contract/operator/collections.ts'
import { operatorContract, type OperatorContract } from '#contract/operator/contract.ts'
import { shapeOf, toQuery } from '#contract/query.ts'
import { signedHeaders } from '#contract/signing.ts'
import { formatMessage, type Lang } from '#locales/messages.ts'
import { en, zh } from '#locales/operator-call-descriptions.ts'
import { createOperatorApp } from '#server/app.ts'
import { describeFieldErrors } from '#server/cli/call-options.ts'
import {
  say,
  UsageError,
  ValidationError,
  type Command,
  type CommandOutput,
} from '#server/cli/command.ts'
import { formatData } from '#server/cli/output.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { recordChange } from '#server/features/operators/record-change.ts'
import type { OperatorAccount } from '#server/features/operators/operator-account.ts'
import { withCommandSession } from '#server/features/operators/sign-in.ts'
import { operators } from '#server/features/operators/table.ts'
import { apiBase } from '#server/http/router.ts'
import type { Db } from '#server/platform/db/open.ts'
import { describeCollectionCall } from '#server/platform/messages.ts'

export type OperatorCall = Command & { endpoint: Endpoint }

/** Calls about the session in a browser. */
const inBrowserOnly = /^session\.|^supportViewRequests\.open$/

export const operatorCalls: readonly OperatorCall[] = Object.entries(operatorContract)
  .flatMap(([group, calls]) =>
    Object.entries<Endpoint>(calls).map(([call, endpoint]): OperatorCall => ({
      name: `${group}.${call}`,
      summary: (lang) => describeCall(lang, group, call),
      input: endpoint.input,
      endpoint,
    })),
  )
  .filter(({ name }) => !inBrowserOnly.test(name))

/** Calls that are neither of a collection nor only made in a browser. */
type OwnCall<G extends keyof OperatorContract> = Exclude<
  `${G}.${Extract<keyof OperatorContract[G], string>}`,
  CollectionCall | `session.${string}` | 'supportViewRequests.open'
>
type CollectionCall = {
  [
    G in keyof typeof operatorCollections
  ]: `${G}.${Extract<Exclude<keyof (typeof operatorCollections)[G]['calls'], keyof (typeof operatorCollections)[G]['config']['calls']>, string>}`
}[keyof typeof operatorCollections]
type Descriptions = {
  readonly [G in keyof OperatorContract as [OwnCall<G>] extends [never] ? never : G]: {
    readonly [C in OwnCall<G> as C extends `${string}.${infer N}` ? N : never]: string
  }
}
const descriptions: Readonly<Record<Lang, Descriptions>> = { zh, en }

function describeCall(lang: Lang, group: string, call: string): string {
  const description = formatMessage(descriptions[lang], lang, `${group}.${call}`)
  const collection = (operatorCollections as Readonly<Record<string, Collection>>)[group]
  return description ?? (collection ? describeCollectionCall(lang, collection, call) : call)
}

/** The call that returns the present values of a record, which a change or its preview keeps. */
export function findRecordCall({ name, endpoint }: OperatorCall): OperatorCall | undefined {
  const [group, call] = name.split('.')
  const changesRecord = endpoint.when === 'id' || call === 'preview'
  return changesRecord ? operatorCalls.find((each) => each.name === `${group}.get`) : undefined
}

type Reply = { success: boolean; data: unknown; msg: string }
/** `operator`: name or email; `user`: of this machine. */
type TypedCall = { fields: Record<string, unknown>; operator: string; user: string; lang: Lang }

/** Throws ValidationError with a sentence per line if the call is refused. */
export async function runOperatorCall(
  deps: Dependencies,
  command: OperatorCall,
  { fields, operator, user, lang }: TypedCall,
): Promise<CommandOutput> {
  const { db, crypto, clock } = deps
  const account = await findAccount(db, operator, lang)
  const app = createOperatorApp(deps)
  // Without a password, only the machine's user tells who made the call.
  const action = { action: 'session command', subject: `operator ${account.email}` }
  const after = { command: command.name.replace('.', ' '), user }
  if (command.endpoint.method !== 'GET')
    await recordChange(db, { at: clock(), operator: account.name, ...action, after })
  const { data, msg } = await withCommandSession(deps, account, async (signer) => {
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
    const reply = await send(recordCall, { id: fields['id'] })
    const record = reply.data as Record<string, unknown>
    const kept = Object.keys(shapeOf(command.input)).map((name) => [name, record[name]])
    return send(command, { ...Object.fromEntries(kept), ...fields })
  })
  if (data === null) return { data, lines: [msg] }
  const isAsked = (data as { outcome?: unknown }).outcome === 'asked'
  const lines = formatData(command.endpoint.output, data, lang)
  return { data, lines: isAsked ? [...lines, say(lang, 'commands.asked')] : lines }
}

async function findAccount(db: Db, typed: string, lang: Lang): Promise<OperatorAccount> {
  const enabled = (await db.select().from(operators)).filter((each) => each.enabled)
  const found = enabled.find(({ name, email }) => name === typed || email === typed.toLowerCase())
  const names = enabled.map(({ name }) => name).join(', ') || '-'
  if (!found)
    throw new ValidationError(say(lang, 'commands.operatorUnknown', { name: typed, names }))
  return found
}

function toError(command: OperatorCall, { data, msg }: Reply, status: number, lang: Lang): Error {
  const { fields = {} } = (data ?? {}) as { fields?: Record<string, string> }
  const message = describeFieldErrors(command, fields, lang) || msg
  return status >= 500 ? new UsageError(message) : new ValidationError(message)
}
