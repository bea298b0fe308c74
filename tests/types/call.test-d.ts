/** Calls that violate the contract do not compile. */
import { call } from '#client/api/call.ts'
import { Done, get, Nothing, type DeclaredEndpoint } from '#contract/endpoint.ts'
import { login } from '#contract/login.ts'
import { loginLog } from '#contract/sessions.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { topicOf, type Topic } from '#contract/topics.ts'

export async function compiles() {
  const { total, rows } = await call(loginLog.page, { loginIp: '10.0.0.1' })
  const ip: string | undefined = rows[0]?.loginIp
  const free: boolean = await call(login.checkUsername, { username: 'demo' })
  const topic: 'user' & Topic = topicOf(subAccounts.page)
  return { total, ip, free, topic }
}

export async function isRefused() {
  // @ts-expect-error the query has no such filter
  await call(loginLog.page, { loginIP: '10.0.0.1' })
  // @ts-expect-error a required field is missing
  await call(subAccounts.resetPassword, { userId: '1' })
  // @ts-expect-error a flag is 0 or 1
  await call(subAccounts.changeEnabled, { userId: '1', enabled: true })
  const session = await call(login.login, { account: 'demo', password: 'secret' })
  // @ts-expect-error a response has the fields of its schema only
  console.log(session.token)
  // @ts-expect-error a topic is the first segment of the endpoint's own path
  const topic: 'order' = topicOf(subAccounts.page)
  // @ts-expect-error no endpoint of the contract is below this path
  const unknownTopic: Topic = 'subAccounts'
  const read = get('/some/list', Nothing, Done, { access: 'member' })
  // @ts-expect-error a read of a customer says whether support sees it
  const undeclared: DeclaredEndpoint = read
  console.log(topic, unknownTopic, undeclared)
}
