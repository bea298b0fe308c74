/** Support and customers for tests of support views: requests, answers, sessions and log. */
import { supportViewRequests } from '#contract/operator/support-views.ts'
import { operatorLog } from '#contract/operator/operator-log.ts'
import { notices } from '#contract/notices.ts'
import { supportViews } from '#contract/support-views.ts'
import { users } from '#contract/users.ts'
import { newOperator } from '#tests/support/actors/operators.ts'
import { addPerson, type Person } from '#tests/support/actors/people.ts'
import { caller, signedIn, type Caller, type TestServer } from '#tests/support/server/server.ts'

export type Staff = Awaited<ReturnType<typeof newOperator>>

/** Reason of every request. */
export const reason = 'cannot find an order'
/** Refusal of a call by an ended session. */
export const sessionEnded = { status: 700, code: 'sessionEnded' }

/** `done`, or the code of the refusal. */
export const code = ({ success, data }: { success: boolean; data: unknown }) =>
  success ? 'done' : (data as { code: string }).code

export const requestView = (operator: Caller, { userId }: Person) =>
  operator.call(
    supportViewRequests.ask,
    { id: userId, reason },
    { 'idempotency-key': `${Math.random()}` },
  )

/** The open request or view, as the customer sees it. */
export const viewOf = async (customer: Caller) =>
  (await customer.call(notices.unread, {})).data.supportView ?? null

/** Answers the open request. */
export const answerRequest = async (customer: Caller, allowed: 0 | 1) =>
  customer.call(supportViews.answer, { id: (await viewOf(customer))!.id, allowed })

/** The latest request, as operators see it. */
export const latestRequest = async (operator: Caller, { userId }: Person) =>
  (await operator.call(supportViewRequests.get, { id: userId })).data

/** Response of a read: a refusal once the session is over. */
export const readUser = (viewer: Caller) => viewer.refused(users.get, {})

export type ViewActors = Awaited<ReturnType<typeof viewActors>>

/** `support`: the operator of all requests unless another is given. */
export async function viewActors(server: TestServer) {
  const support = await newOperator(server, 'support')
  let people = 0
  const newPerson = (owner?: Person) => {
    const tag = ++people
    const account = owner ? `viewed-sub-${tag}` : `viewed-${tag}@example.com`
    return addPerson(server.database.db, { account, chars: 1_000, ...(owner && { owner }) })
  }

  /** A customer who allowed the operator to view the account, and the id of the request. */
  async function createAllowedRequest({
    owner,
    operator = support,
  }: { owner?: Person; operator?: Caller } = {}) {
    const person = await newPerson(owner)
    const customer = await signedIn(server, person)
    for (const result of [await requestView(operator, person), await answerRequest(customer, 1)])
      if (!result.success) throw new Error(result.msg)
    return { person, customer, id: (await viewOf(customer))!.id }
  }

  /** The operator's read-only session. */
  async function openAs(operator: Caller, id: string | number): Promise<Caller> {
    const { success, data, msg } = await operator.call(supportViewRequests.open, { id })
    if (!success) throw new Error(msg)
    return caller(server, { sk: data.sk, userId: String(data.userId) })
  }

  async function startView(of: { owner?: Person; operator?: Caller } = {}) {
    const consent = await createAllowedRequest(of)
    return { ...consent, viewer: await openAs(of.operator ?? support, consent.id) }
  }

  /** Logged actions on the account, the latest first. */
  async function actionsOn({ account }: Person) {
    const admin = await newOperator(server, 'admin')
    const { data } = await admin.call(operatorLog.page, { subject: account, pageSize: 100 })
    return data.rows.map(({ action, after }) => {
      const by = (JSON.parse(after ?? '{}') as { by?: string }).by
      return by ? `${action} by ${by}` : action
    })
  }

  return { support, newPerson, createAllowedRequest, openAs, startView, actionsOn }
}
