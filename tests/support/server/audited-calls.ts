/** Calls that the audit log records, each with what it needs and what is recorded. */
import { sql } from 'drizzle-orm'
import { apiKeys } from '#contract/api-keys.ts'
import type { AuditAct } from '#contract/audit-acts.ts'
import { auditLog } from '#contract/audit-log.ts'
import { alerts } from '#contract/alerts.ts'
import { budgets, subAccountGroups } from '#contract/budgets.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { fapiaos, fapiaoTitles } from '#contract/fapiaos.ts'
import { glossaries, glossaryTerms } from '#contract/glossaries.ts'
import { balanceAlert } from '#contract/ledger.ts'
import { orderRefunds } from '#contract/order-refunds.ts'
import { orders } from '#contract/orders.ts'
import { packages } from '#contract/packages.ts'
import { quotaRequests } from '#contract/quota-requests.ts'
import { statementMail } from '#contract/statements.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { webhooks } from '#contract/webhooks.ts'
import { spaceInvitations } from '#contract/workspace.ts'
import { addTitle, askFapiao, companyTitle } from '#tests/support/actors/fapiaos.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { buyPackage } from '#tests/support/actors/memberships.ts'
import { password, type Person } from '#tests/support/actors/people.ts'
import { createSpace } from '#tests/support/actors/workspaces.ts'
import { signedIn, type Caller, type TestServer } from '#tests/support/server/server.ts'

const { page } = auditLog.calls
type Entry = OutputOf<typeof page>['rows'][number]

export async function newGroup(server: TestServer) {
  const { main, subs, asMain, asSubs } = await addAccountGroup(server, {
    quota: [{ chars: 100_000, voices: 10, images: 5 }, {}, {}],
  })
  const [deputy, member] = subs as [Person, Person]
  await asMain.call(subAccounts.setRole, { userId: deputy.userId, accountRole: 'deputy' })
  return {
    server,
    main,
    deputy,
    member,
    asMain,
    asDeputy: await signedIn(server, deputy),
    asMember: asSubs[1]!,
  }
}
export type Group = Awaited<ReturnType<typeof newGroup>>

export const entriesOf = async (asMain: Caller): Promise<Entry[]> =>
  (await asMain.call(page, { pageSize: 100 })).data.rows
export async function done<E extends Endpoint>(
  asCaller: Caller,
  endpoint: E,
  input: unknown,
): Promise<OutputOf<E>> {
  const reply = await asCaller.call(endpoint, input as InputOf<E>)
  if (!reply.success) throw new Error(`${endpoint.path}: ${reply.msg}`)
  return reply.data
}

export const newKey = async ({ asMain }: Group) =>
  (await done(asMain, apiKeys.calls.issue, { name: 'Shop', scopes: ['translate'] })).id
const firstId = async (asCaller: Caller, endpoint: Endpoint) =>
  (await done(asCaller, endpoint as typeof glossaries.calls.page, {})).rows[0]!.id
const newRequest = async ({ asMember }: Group) => {
  await done(asMember, quotaRequests.calls.ask, { charNum: 70 })
  return firstId(asMember, quotaRequests.calls.page)
}
const newSubGroup = async ({ asMain }: Group) => {
  await done(asMain, subAccountGroups.calls.create, { name: 'Sales', dailyCharNum: 9 })
  return firstId(asMain, subAccountGroups.calls.page)
}
const newWebhook = async ({ asMain }: Group) => {
  const fields = { name: 'Hook', url: 'https://example.com/', events: ['orderPaid'] }
  return (await done(asMain, webhooks.calls.register, fields)).id
}
const newGlossary = async ({ asMain }: Group) => {
  await done(asMain, glossaries.calls.create, { name: 'Art' })
  return firstId(asMain, glossaries.calls.page)
}
const newTitle = ({ asMain }: Group) => addTitle(asMain)
/** Of an order that is marked as paid for it. */
const newFapiao = async (group: Group) => {
  const { orderId } = await done(group.asMain, orders.pay, order)
  await group.server.database.db.execute(
    sql`update orders set pay_status = 'P', paid_at = created_at where id = ${orderId}::bigint`,
  )
  const { data, msg } = await askFapiao(group.asMain, await newTitle(group))
  if (!data.id) throw new Error(msg)
  return data.id
}
const order = { memberGroupId: 2, salesNum: 1, payChannel: 'ALI_NATIVE' }
/** Of the order last bought; returns its id. */
async function askForRefund({ server, main, asMain }: Group) {
  await buyPackage(server, main, '2')
  const { id } = (await done(asMain, orders.page, {})).rows[0]!
  const { amount, num } = await done(asMain, orderRefunds.preview, { id })
  await done(asMain, orderRefunds.ask, { id, cause: 'other', amount, num })
  return id
}
const amounts = { changeCharNum: 5, changeVoiceNum: 0, changeImageNum: 0 }

type Case = {
  act: AuditAct
  /** Makes the call, after what it needs. */
  make: (group: Group) => Promise<unknown>
  object?: string
  /** Concerns the member. */
  isOnMember?: true
  details?: object
}
/** Every call that is declared with `audit`, but for those of two-factor, which the last test makes. */
export const cases: Record<string, Case> = {
  'apiKeys.issue': { act: 'keyIssued', object: 'Shop', make: newKey },
  'apiKeys.rotate': {
    act: 'keyRotated',
    object: 'Shop',
    make: async (group) => done(group.asMain, apiKeys.calls.rotate, { id: await newKey(group) }),
  },
  'apiKeys.revoke': {
    act: 'keyRevoked',
    object: 'Shop',
    make: async (group) => done(group.asMain, apiKeys.calls.revoke, { id: await newKey(group) }),
  },
  'apiKeys.edit': {
    act: 'keyChanged',
    object: 'Web',
    details: { dailyCharNum: 8 },
    make: async (group) => {
      const fields = { name: 'Web', scopes: ['translate'], dailyCharNum: 8 }
      return done(group.asMain, apiKeys.calls.edit, { id: await newKey(group), ...fields })
    },
  },
  'apiKeys.remove': {
    act: 'keyDeleted',
    object: 'Shop',
    make: async (group) => done(group.asMain, apiKeys.calls.remove, { id: await newKey(group) }),
  },
  'apiKeys.allowSubAccounts': {
    act: 'subAccountKeysAllowed',
    details: { allowed: 1 },
    make: ({ asMain }) => done(asMain, apiKeys.calls.allowSubAccounts, { allowed: 1 }),
  },
  'subAccounts.create': {
    act: 'subAccountCreated',
    details: { changeCharNum: 4 },
    make: ({ asMain, main }) => {
      const account = `fresh${main.userId}`
      return done(asMain, subAccounts.create, { account, password: '123456', changeCharNum: 4 })
    },
  },
  'subAccounts.edit': {
    act: 'subAccountChanged',
    isOnMember: true,
    details: { enabled: 1 },
    make: ({ asMain, member: { userId } }) =>
      done(asMain, subAccounts.edit, { userId, nickname: 'Private', enabled: 1 }),
  },
  'subAccounts.setRole': {
    act: 'accountRoleChanged',
    isOnMember: true,
    details: { accountRole: 'accountant' },
    make: ({ asMain, member: { userId } }) =>
      done(asMain, subAccounts.setRole, { userId, accountRole: 'accountant' }),
  },
  'subAccounts.resetPassword': {
    act: 'passwordReset',
    isOnMember: true,
    make: ({ asMain, member: { userId } }) =>
      done(asMain, subAccounts.resetPassword, { userId, password: 'another-secret' }),
  },
  'subAccounts.changeEnabled': {
    act: 'subAccountChanged',
    isOnMember: true,
    details: { enabled: 0 },
    make: ({ asMain, member: { userId } }) =>
      done(asMain, subAccounts.changeEnabled, { userId, enabled: 0 }),
  },
  'subAccounts.remove': {
    act: 'subAccountDeleted',
    make: ({ asMain, member: { userId } }) => done(asMain, subAccounts.remove, { userId }),
  },
  'subAccounts.endSession': {
    act: 'sessionsEnded',
    isOnMember: true,
    make: async ({ asMain, member: { userId } }) => {
      const { rows } = await done(asMain, subAccounts.sessions, { userId })
      return done(asMain, subAccounts.endSession, { id: rows[0]!.id })
    },
  },
  'subAccounts.endSessions': {
    act: 'sessionsEnded',
    isOnMember: true,
    make: ({ asMain, member: { userId } }) => done(asMain, subAccounts.endSessions, { userId }),
  },
  'subAccounts.distribute': {
    act: 'quotaDistributed',
    isOnMember: true,
    details: amounts,
    make: ({ asMain, member: { userId: childUserId } }) =>
      done(asMain, subAccounts.distribute, { childUserId, changeCharNum: 5 }),
  },
  'subAccounts.distributeVoice': {
    act: 'quotaDistributed',
    isOnMember: true,
    details: { changeCharNum: 0, changeVoiceNum: 5, changeImageNum: 0 },
    make: ({ asMain, member: { userId: childUserId } }) =>
      done(asMain, subAccounts.distributeVoice, { childUserId, changeCharNum: 5 }),
  },
  'subAccounts.distributeAll': {
    act: 'quotaDistributed',
    isOnMember: true,
    details: amounts,
    make: ({ asMain, member: { userId: childUserId } }) =>
      done(asMain, subAccounts.distributeAll, { childUserId, ...amounts }),
  },
  'subAccounts.distributeMany': {
    act: 'quotaDistributed',
    isOnMember: true,
    details: amounts,
    make: ({ asMain, member: { userId } }) =>
      done(asMain, subAccounts.distributeMany, { childUserIds: [userId], ...amounts }),
  },
  'subAccounts.reclaimMany': {
    act: 'quotaReclaimed',
    isOnMember: true,
    details: amounts,
    make: async ({ asMain, member: { userId } }) => {
      await done(asMain, subAccounts.distribute, { childUserId: userId, changeCharNum: 9 })
      return done(asMain, subAccounts.reclaimMany, { childUserIds: [userId], ...amounts })
    },
  },
  'subAccounts.importMany': {
    act: 'subAccountCreated',
    details: { changeCharNum: 7 },
    make: async ({ asMain, main }) => {
      const account = `imported${main.userId}`
      const hashed = await asMain.call(subAccounts.hashPasswords, {
        rows: [{ account, password: 'another-secret' }],
      })
      const rows = [{ account, password: hashed.data.passwords[0]!, changeCharNum: 7 }]
      await done(asMain, subAccounts.importMany, { rows })
    },
  },
  'subAccounts.changeEnabledMany': {
    act: 'subAccountChanged',
    isOnMember: true,
    details: { enabled: 0 },
    make: ({ asMain, member: { userId } }) =>
      done(asMain, subAccounts.changeEnabledMany, { userIds: [userId], enabled: 0 }),
  },
  'subAccounts.reclaim': {
    act: 'quotaReclaimed',
    isOnMember: true,
    details: amounts,
    make: async ({ asMain, member: { userId: childUserId } }) => {
      await done(asMain, subAccounts.distribute, { childUserId, changeCharNum: 5 })
      return done(asMain, subAccounts.reclaim, { childUserId, ...amounts })
    },
  },
  'users.changeAutoDistribution': {
    act: 'autoDistributionChanged',
    details: { autoDistribution: 1 },
    make: ({ asMain, main: { userId } }) =>
      done(asMain, users.changeAutoDistribution, { userId, autoDistribution: 1 }),
  },
  'users.changePassword': {
    act: 'passwordChanged',
    make: async ({ server, asMain, main }) => {
      const input = { oldPassword: password, password: 'another-secret' }
      await done(await signedIn(server, main), users.changePassword, input)
      Object.assign(asMain, await signedIn(server, main))
    },
  },
  'budgets.setBudget': {
    act: 'budgetChanged',
    isOnMember: true,
    details: { ownRule: 1, dailyCharNum: 9 },
    make: ({ asMain, member: { userId } }) =>
      done(asMain, budgets.setBudget, { userId, ownRule: 1, dailyCharNum: 9 }),
  },
  'budgets.moveToGroup': {
    act: 'movedToGroup',
    isOnMember: true,
    object: 'Sales',
    make: async (group) => {
      const { asMain, member } = group
      const input = { userIds: [member.userId], groupId: await newSubGroup(group) }
      await done(asMain, budgets.moveToGroup, input)
    },
  },
  'subAccountGroups.create': {
    act: 'groupCreated',
    object: 'Sales',
    details: { dailyCharNum: 9 },
    make: newSubGroup,
  },
  'subAccountGroups.edit': {
    act: 'groupChanged',
    object: 'Support',
    details: { monthlyCharNum: 7 },
    make: async (group) => {
      const fields = { name: 'Support', monthlyCharNum: 7 }
      const id = await newSubGroup(group)
      return done(group.asMain, subAccountGroups.calls.edit, { id, ...fields })
    },
  },
  'subAccountGroups.import': {
    act: 'groupsImported',
    details: { imported: 1 },
    make: ({ asMain }) =>
      done(asMain, subAccountGroups.calls.import, { rows: [{ name: 'Sales', dailyCharNum: 9 }] }),
  },
  'subAccountGroups.remove': {
    act: 'groupDeleted',
    object: 'Sales',
    make: async (group) =>
      done(group.asMain, subAccountGroups.calls.remove, { id: await newSubGroup(group) }),
  },
  'quotaRequests.grant': {
    act: 'requestGranted',
    isOnMember: true,
    details: { changeCharNum: 70, changeVoiceNum: 0, changeImageNum: 0 },
    make: async (group) =>
      done(group.asMain, quotaRequests.calls.grant, { id: await newRequest(group) }),
  },
  'quotaRequests.grantOther': {
    act: 'requestGranted',
    isOnMember: true,
    details: { changeCharNum: 3, changeVoiceNum: 0, changeImageNum: 0 },
    make: async (group) =>
      done(group.asMain, quotaRequests.calls.grantOther, {
        id: await newRequest(group),
        charNum: 3,
        answer: 'Private',
      }),
  },
  'quotaRequests.decline': {
    act: 'requestDeclined',
    isOnMember: true,
    make: async (group) =>
      done(group.asMain, quotaRequests.calls.decline, {
        id: await newRequest(group),
        answer: 'Private',
      }),
  },
  'webhooks.register': { act: 'webhookRegistered', object: 'Hook', make: newWebhook },
  'webhooks.edit': {
    act: 'webhookChanged',
    object: 'Hook 2',
    details: { enabled: 0 },
    make: async (group) => {
      const fields = { url: 'https://example.com/', events: ['orderPaid'], enabled: 0 }
      const id = await newWebhook(group)
      return done(group.asMain, webhooks.calls.edit, { id, name: 'Hook 2', ...fields })
    },
  },
  'webhooks.rotate': {
    act: 'webhookSecretChanged',
    object: 'Hook',
    make: async (group) =>
      done(group.asMain, webhooks.calls.rotate, { id: await newWebhook(group) }),
  },
  'webhooks.resume': {
    act: 'webhookResumed',
    object: 'Hook',
    make: async (group) =>
      done(group.asMain, webhooks.calls.resume, { id: await newWebhook(group) }),
  },
  'webhooks.remove': {
    act: 'webhookDeleted',
    object: 'Hook',
    make: async (group) =>
      done(group.asMain, webhooks.calls.remove, { id: await newWebhook(group) }),
  },
  'glossaries.create': { act: 'glossaryCreated', object: 'Art', make: newGlossary },
  'glossaries.remove': {
    act: 'glossaryDeleted',
    object: 'Art',
    make: async (group) =>
      done(group.asMain, glossaries.calls.remove, { id: await newGlossary(group) }),
  },
  'glossaries.import': {
    act: 'glossariesImported',
    details: { imported: 1 },
    make: ({ asMain }) => done(asMain, glossaries.calls.import, { rows: [{ name: 'Art' }] }),
  },
  'glossaryTerms.import': {
    act: 'termsImported',
    details: { imported: 1 },
    make: async (group) => {
      const term = { sourceLangCode: 'en', targetLangCode: 'zh', sourceTerm: 'Private' }
      const rows = [{ ...term, glossaryId: await newGlossary(group) }]
      return done(group.asMain, glossaryTerms.calls.import, { rows })
    },
  },
  'spaceInvitations.remove': {
    act: 'invitationRemoved',
    make: async ({ asMain }) => {
      const space = { spaceId: await createSpace(asMain, 'Space'), account: 'nobody-knows' }
      await done(asMain, spaceInvitations.create, space)
      return done(asMain, spaceInvitations.remove, space)
    },
  },
  'spaceInvitations.create': {
    act: 'invited',
    make: async ({ asMain }) => {
      const spaceId = await createSpace(asMain, 'Space')
      return done(asMain, spaceInvitations.create, { spaceId, account: 'nobody-knows' })
    },
  },
  'orders.pay': {
    act: 'orderPlaced',
    details: { salesNum: 1 },
    make: ({ asMain }) => done(asMain, orders.pay, order),
  },
  'orders.cancel': {
    act: 'orderCancelled',
    make: async ({ asMain }) => {
      const { orderId } = await done(asMain, orders.pay, order)
      return done(asMain, orders.cancel, { id: orderId })
    },
  },
  'orderRefunds.ask': {
    act: 'refundAsked',
    details: { amount: 9_900 },
    make: askForRefund,
  },
  'orderRefunds.withdraw': {
    act: 'refundWithdrawn',
    make: async (group) =>
      done(group.asMain, orderRefunds.withdraw, { id: await askForRefund(group) }),
  },
  'fapiaoTitles.add': { act: 'fapiaoTitleAdded', object: companyTitle.name, make: newTitle },
  'fapiaoTitles.edit': {
    act: 'fapiaoTitleChanged',
    object: 'Anna',
    details: { isDefault: 1 },
    make: async (group) => {
      const fields = { kind: 'individual', name: 'Anna', isDefault: 1 }
      return done(group.asMain, fapiaoTitles.calls.edit, { id: await newTitle(group), ...fields })
    },
  },
  'fapiaoTitles.remove': {
    act: 'fapiaoTitleDeleted',
    object: companyTitle.name,
    make: async (group) =>
      done(group.asMain, fapiaoTitles.calls.remove, { id: await newTitle(group) }),
  },
  'fapiaos.ask': {
    act: 'fapiaoRequested',
    object: companyTitle.name,
    details: { amount: 9_900 },
    make: newFapiao,
  },
  'fapiaos.withdraw': {
    act: 'fapiaoWithdrawn',
    object: companyTitle.name,
    make: async (group) =>
      done(group.asMain, fapiaos.calls.withdraw, { id: await newFapiao(group) }),
  },
  'packages.changeChannel': {
    act: 'channelChanged',
    make: async ({ asMain }) => {
      const [target] = await done(asMain, packages.channels, {})
      return done(asMain, packages.changeChannel, { targetChannelId: target!.id })
    },
  },
  'alerts.setMeans': {
    act: 'alertsChanged',
    make: ({ asMain }) =>
      done(asMain, alerts.setMeans, { kind: 'lowBalance', means: 'mail', on: 0 }),
  },
  'alerts.saveQuietHours': {
    act: 'alertsChanged',
    make: ({ asMain }) => done(asMain, alerts.saveQuietHours, {}),
  },
  'statementMail.save': {
    act: 'statementMailChanged',
    details: { enabled: 1 },
    make: ({ asMain }) => done(asMain, statementMail.save, { enabled: 1 }),
  },
  'balanceAlert.save': {
    act: 'balanceAlertChanged',
    details: { lowCharNum: 500 },
    make: ({ asMain }) => done(asMain, balanceAlert.save, { lowCharNum: 500 }),
  },
}
