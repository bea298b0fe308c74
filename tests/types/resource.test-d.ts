/**
 * Mistakes in a resource that do not compile. Each line below an expectation is an error, and the
 * build fails when it stops being one.
 */
import { form, list, screen } from '#console/engine/resource.ts'
import { accountLog } from '#contract/ledger.ts'
import { contacts } from '#contract/workspace.ts'
import { loginLog } from '#contract/sessions.ts'
import { login } from '#contract/login.ts'
import { orders, type Order } from '#contract/orders.ts'
import { subAccounts, type SubAccount } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'

const place = { route: 'UserCenterOrder', menu: ['functions', 1] } as const
const draws = () => Promise.resolve({ default: () => null })
declare const drawsMany: () => Promise<{
  default: (props: { rows: readonly SubAccount[]; done: () => void }) => null
}>
declare const drawsOrder: () => Promise<{
  default: (props: { row: Order; close: () => void }) => null
}>

// What is right compiles: the shape of every word of the language.
list(orders, {
  ...place,
  columns: ['no', { stack: ['payChannel', 'payStatus'] }, 'amount'],
  actions: { flush: { when: { payStatus: 'W' } } },
})
list(accountLog, {
  ...place,
  columns: [{ pair: 'CharNum' }, { pair: 'ExpireDateTime' }],
  defaultRange: { createDateTime: 10 },
  filters: ['logType', 'createDateTime'],
})
list(subAccounts, {
  ...place,
  columns: ['memberAccount.usableCharNum'],
  bulk: { remove: {} },
  panels: { distribute: draws },
})
list(subAccounts, {
  ...place,
  columns: [],
  actions: { distribute: { mapInput: (row) => ({ childUserId: row.userId, changeCharNum: 1 }) } },
})
list(
  { ...loginLog, refresh: orders.flush },
  {
    ...place,
    columns: [
      { key: 'where', cell: { Cell: ({ row }) => row.loginIp, text: (row) => row.loginIp } },
    ],
    actions: { refresh: {} },
  },
)
list(accountLog, {
  ...place,
  columns: [
    'logType',
    { pair: 'CharNum', by: 'charChangeNum', when: { logType: ['DISTRIBUTION', 'RECOVERY'] } },
  ],
})
list(orders, { ...place, columns: ['no', { field: 'payChannel', when: { payStatus: 'P' } }] })
list(subAccounts, { ...place, columns: [], bulkPanels: { distributeMany: drawsMany } })
list(contacts, { ...place, columns: ['title'], aside: { chooses: 'spaceId', component: draws } })
// @ts-expect-error -- the page is not filtered by it
list(contacts, { ...place, columns: ['title'], aside: { chooses: 'space', component: draws } })
form(
  { ...users, reset: login.resetPassword },
  {
    ...place,
    forms: { reset: { prefill: { email: 'account' }, when: { parentUserId: [null, undefined] } } },
  },
)
form(
  { ...users, reset: login.resetPassword },
  // @ts-expect-error -- the record has no such field to give
  { ...place, forms: { reset: { prefill: { email: 'mail' } } } },
)
list(orders, {
  ...place,
  createRoute: 'UserCenterRecharge',
  pending: { payStatus: ['W'] },
  columns: [
    { field: 'no', copy: true },
    { stack: ['payChannel', 'payStatus'], label: 'payInfo' },
  ],
  actions: {
    flush: { resultField: 'payInfo.payStatus' },
    cancel: { resultField: 'get.payStatus', confirm: 'danger' },
  },
  panels: {
    story: { load: 'get', when: { payStatus: 'P' }, component: drawsOrder },
    payAgain: drawsOrder,
  },
})
form(users, {
  ...place,
  forms: { update: { items: ['nickname'] } },
  readOnly: ['memberAccount.usedCharTotal'],
})
screen({ ...place, access: 'main', component: draws })

// @ts-expect-error a column is a field of the row
list(orders, { ...place, columns: ['amuont'] })
// @ts-expect-error a nested column is named to its end
list(subAccounts, { ...place, columns: ['memberAccount'] })
// @ts-expect-error a nested column exists in what it is nested in
list(subAccounts, { ...place, columns: ['memberAccount.usedCharTotal'] })
// @ts-expect-error a pair has both halves: nothing is called lastMinNum
list(accountLog, { ...place, columns: [{ pair: 'MinNum' }] })
// @ts-expect-error by how much the halves differ is a field of the row
list(accountLog, { ...place, columns: [{ pair: 'CharNum', by: 'charChange' }] })
list(accountLog, {
  ...place,
  // @ts-expect-error a column depends on what the list can be filtered by
  columns: ['logType', { pair: 'CharNum', when: { managerName: 'demo' } }],
})
// @ts-expect-error no log has the type GIFT
list(accountLog, { ...place, columns: ['logType', { pair: 'CharNum', when: { logType: 'GIFT' } }] })
// @ts-expect-error a stack has at least two fields
list(orders, { ...place, columns: [{ stack: ['no'] }] })
// @ts-expect-error a stack holds fields of the row
list(orders, { ...place, columns: [{ stack: ['no', 'paid'] }] })
// @ts-expect-error a filter is a key of the page's query
list(orders, { ...place, columns: [], filters: ['amount'] })
// @ts-expect-error a range filter is named once, not by one of its ends
list(loginLog, { ...place, columns: [], filters: ['loginDateTimeBegin'] })
// @ts-expect-error page and size are no filters
list(loginLog, { ...place, columns: [], filters: ['pageNum'] })
// @ts-expect-error only a range can open with the last days
list(loginLog, { ...place, columns: [], defaultRange: { loginIp: 10 } })
// @ts-expect-error days are a number
list(loginLog, { ...place, columns: [], defaultRange: { loginDateTime: '10' } })
// @ts-expect-error an order is never in state X
list(orders, { ...place, columns: [], actions: { flush: { when: { payStatus: 'X' } } } })
// @ts-expect-error a condition names a field of the row
list(orders, { ...place, columns: [], actions: { flush: { when: { status: 'W' } } } })
// @ts-expect-error an action is a call of the subject
list(orders, { ...place, columns: [], actions: { refund: {} } })
// @ts-expect-error the row has no childUserId, so the action says what it sends
list(subAccounts, { ...place, columns: [], actions: { distribute: {} } })
list(subAccounts, {
  ...place,
  columns: [],
  // @ts-expect-error what an action sends is what the call asks for
  actions: { distribute: { mapInput: (row) => ({ childUserId: row.userId, changeCharNum: '1' }) } },
})
list(subAccounts, {
  ...place,
  columns: [],
  // @ts-expect-error an action sends all that the call asks for
  actions: { distribute: { mapInput: (row) => ({ childUserId: row.userId }) } },
})
list(orders, {
  ...place,
  columns: [],
  // @ts-expect-error an action reads fields the row has
  actions: { flush: { mapInput: (row) => ({ id: row.orderId }) } },
})
// @ts-expect-error a confirmation is asked or asked in red
list(orders, { ...place, columns: [], actions: { flush: { confirm: 'warn' } } })
// @ts-expect-error the call takes no list of ids, so the bulk action says what it sends
list(subAccounts, { ...place, columns: [], bulk: { changeEnabled: {} } })
list(subAccounts, {
  ...place,
  columns: [],
  // @ts-expect-error what a bulk action sends is what the call asks for
  bulk: { remove: { mapInput: (rows) => ({ childrenIds: rows.length }) } },
})
// @ts-expect-error only a flag can be switched
list(subAccounts, { ...place, columns: [{ field: 'account', toggle: 'changeEnabled' }] })
// @ts-expect-error a switch is flipped by a call that takes its flag
list(subAccounts, { ...place, columns: [{ field: 'enabled', toggle: 'resetPassword' }] })
// @ts-expect-error a switch is flipped by a call of the subject
list(subAccounts, { ...place, columns: [{ field: 'enabled', toggle: 'enable' }] })
// @ts-expect-error a form is a call of the subject
list(subAccounts, { ...place, columns: [], forms: { update: {} } })
// @ts-expect-error a form has only the items the call takes: an edit never sends the account name
list(subAccounts, { ...place, columns: [], forms: { edit: { items: ['account'] } } })
list(subAccounts, {
  ...place,
  columns: [],
  // @ts-expect-error only what is typed into the form can be asked to be free
  forms: { edit: { uniqueCheck: { account: login.checkUsername } } },
})
list(subAccounts, {
  ...place,
  columns: [],
  // @ts-expect-error whether something is free is answered by yes or no
  forms: { create: { uniqueCheck: { account: login.findEmail } } },
})
// @ts-expect-error a panel is loaded when it is opened
list(subAccounts, { ...place, columns: [], panels: { distribute: () => null } })
// @ts-expect-error a panel is drawn for a row of this list
list(subAccounts, { ...place, columns: [], panels: { distribute: drawsOrder } })
// @ts-expect-error what draws a panel is said where there is more to say about it
list(orders, { ...place, columns: [], panels: { story: { when: { payStatus: 'P' } } } })
// @ts-expect-error a panel asks a call of the subject
list(orders, { ...place, columns: [], panels: { story: { asks: 'tell', draws } } })
list(orders, {
  ...place,
  columns: [],
  // @ts-expect-error a panel is for rows that there can be
  panels: { story: { when: { payStatus: 'X' }, component: draws } },
})
// @ts-expect-error what came of an action is told by a call that the row is enough for
list(orders, { ...place, columns: [], actions: { flush: { resultField: 'payChannels.length' } } })
// @ts-expect-error what came of an action is a code, not a sum
list(orders, { ...place, columns: [], actions: { flush: { resultField: 'get.amount' } } })
// @ts-expect-error rows that change by themselves look as rows can look
list(orders, { ...place, columns: [], pending: { payStatus: 'X' } })
// @ts-expect-error rows are made at an address of the console
list(orders, { ...place, columns: [], createRoute: 'Recharge' })
// @ts-expect-error a panel for several rows is drawn for rows of this list
list(orders, { ...place, columns: [], bulkPanels: { distributeMany: drawsMany } })
// @ts-expect-error a drawn cell says what an exported file holds in its place
list(loginLog, { ...place, columns: [{ key: 'where', cell: { Cell: () => null } }] })
// @ts-expect-error a list has a page call
list({ flush: orders.flush }, { ...place, columns: [] })
// @ts-expect-error a list says its columns
list(orders, { ...place })
// @ts-expect-error the menu has two groups
list(orders, { route: 'UserCenterOrder', menu: ['orders', 1], columns: [] })
// @ts-expect-error a page has one of the addresses of the console
list(orders, { route: 'UserCenterOrders', columns: [] })
// @ts-expect-error a word the language does not have
list(orders, { ...place, columns: [], sorting: ['amount'] })
// @ts-expect-error what needs no saying again: who may make a call stands in the contract
list(orders, { ...place, columns: [], access: 'main' })
// @ts-expect-error a form page shows fields of the record
form(users, { ...place, forms: { update: {} }, readOnly: ['nick'] })
// @ts-expect-error a form page has the forms of its subject
form(users, { ...place, forms: { rename: {} } })
// @ts-expect-error a screen is for visitors, members or main accounts
screen({ ...place, access: 'admin', component: draws })
// @ts-expect-error a screen says what draws it
screen({ ...place })
