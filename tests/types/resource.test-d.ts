/**
 * Mistakes in a resource that do not compile. Each line below an expectation is an error, and the
 * build fails when it stops being one.
 */
import {
  form,
  list,
  screen,
  type AnyFormConfig,
  type AnyListConfig,
  type Action,
  type BulkPanel,
  type Column,
  type Form,
  type Panel,
  type ScreenConfig,
} from '#console/engine/resource.ts'
import { accountLog } from '#contract/ledger.ts'
import { contacts } from '#contract/workspace.ts'
import { loginLog } from '#contract/sessions.ts'
import { login } from '#contract/login.ts'
import { orders, type Order } from '#contract/orders.ts'
import { subAccounts, type SubAccount } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'

const place = { route: 'UserCenterOrder', menu: ['functions', 1] } as const
const draws = () => Promise.resolve({ default: () => null })
const aside = () =>
  Promise.resolve({ default: () => null, NothingChosen: () => null, Placeholder: () => null })
declare const drawsMany: () => Promise<{
  default: (props: { rows: readonly SubAccount[]; done: () => void }) => null
}>
declare const drawsOrder: () => Promise<{
  default: (props: { row: Order; close: () => void }) => null
}>

/** The words of the language, all of them. */
type Word =
  | 'route'
  | 'menu'
  | 'tabs'
  | 'access'
  | 'roles'
  | 'component'
  | 'columns'
  | 'field'
  | 'cell'
  | 'copy'
  | 'when'
  | 'hiddenByDefault'
  | 'stackUnder'
  | 'defaultRange'
  | 'forms'
  | 'readOnly'
  | 'result'
  | 'preview'
  | 'actions'
  | 'confirm'
  | 'secondary'
  | 'requires'
  | 'insteadOf'
  | 'bulk'
  | 'header'
type KeysOf<T> = T extends string ? never : keyof T
type Written =
  | keyof AnyListConfig
  | keyof AnyFormConfig
  | keyof ScreenConfig
  | KeysOf<Column<typeof orders>>
  | keyof Form<typeof users.update, object>
  | KeysOf<Action<typeof orders, 'flush'>>
  | keyof Panel<Order>
  | keyof BulkPanel<Order>
export const words: [Word, Written] extends [Written, Word] ? true : never = true

// What is right compiles: the shape of every word of the language.
list(orders, {
  ...place,
  columns: ['no', { field: ['payChannel', 'payStatus'] }, 'amount'],
  actions: { flush: { when: { payStatus: 'W' } } },
})
list(accountLog, {
  ...place,
  columns: ['CharNum', { field: 'ExpireDateTime' }],
  defaultRange: { createDateTime: 10 },
})
list(subAccounts, {
  ...place,
  columns: ['memberAccount.usableCharNum'],
  bulk: { remove: {} },
  actions: { distribute: { component: draws }, changeEnabled: { confirm: true } },
})
list(
  { ...loginLog, refresh: orders.flush },
  {
    ...place,
    columns: [
      { field: 'where', cell: { Cell: ({ row }) => row.loginIp, text: (row) => row.loginIp } },
      { field: 'loginIp', cell: ({ row }) => row.loginIp },
    ],
    actions: { refresh: {} },
  },
)
list(accountLog, {
  ...place,
  columns: ['logType', { field: 'CharNum', when: { logType: ['DISTRIBUTION', 'RECOVERY'] } }],
})
list(orders, { ...place, columns: ['no', { field: 'payChannel', when: { payStatus: 'P' } }] })
list(subAccounts, {
  ...place,
  columns: [],
  bulk: { distributeMany: { component: drawsMany } },
})
list(contacts, { ...place, columns: ['title'], component: aside })
// @ts-expect-error -- a component beside the rows says what stands there while nothing is chosen
list(contacts, { ...place, columns: ['title'], component: draws })
form(
  { ...users, reset: login.resetPassword },
  {
    ...place,
    forms: { reset: { readOnly: { email: 'account' }, when: { parentUserId: [null, undefined] } } },
  },
)
form(
  { ...users, reset: login.resetPassword },
  // @ts-expect-error -- the record has no such field to give
  { ...place, forms: { reset: { readOnly: { email: 'mail' } } } },
)
list(orders, {
  ...place,
  columns: [{ field: 'no', copy: true }],
  actions: {
    create: { route: 'UserCenterRecharge' },
    flush: {},
    cancel: { confirm: 'danger' },
    story: { when: { payStatus: 'P' }, component: drawsOrder },
    payAgain: { secondary: true, component: drawsOrder },
  },
})
form(users, { ...place, forms: { update: {} }, readOnly: ['memberAccount.usedCharTotal'] })
screen({ ...place, access: 'main', component: draws })

// @ts-expect-error a column is a field of the row
list(orders, { ...place, columns: ['amuont'] })
// @ts-expect-error a nested column is named to its end
list(subAccounts, { ...place, columns: ['memberAccount'] })
// @ts-expect-error a nested column exists in what it is nested in
list(subAccounts, { ...place, columns: ['memberAccount.usedCharTotal'] })
// @ts-expect-error a pair has both halves: nothing is called lastMinNum
list(accountLog, { ...place, columns: [{ field: 'MinNum' }] })
list(accountLog, {
  ...place,
  // @ts-expect-error a column depends on what the list can be filtered by
  columns: ['logType', { field: 'CharNum', when: { managerName: 'demo' } }],
})
list(accountLog, {
  ...place,
  // @ts-expect-error no log has the type GIFT
  columns: ['logType', { field: 'CharNum', when: { logType: 'GIFT' } }],
})
// @ts-expect-error a stack has at least two fields
list(orders, { ...place, columns: [{ field: ['no'] }] })
// @ts-expect-error a stack holds fields of the row
list(orders, { ...place, columns: [{ field: ['no', 'paid'] }] })
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
// @ts-expect-error the row has no childUserId, so the action needs a component
list(subAccounts, { ...place, columns: [], actions: { distribute: {} } })
// @ts-expect-error a confirmation is asked or asked in red
list(orders, { ...place, columns: [], actions: { flush: { confirm: 'warn' } } })
// @ts-expect-error the call takes no list of ids, so the bulk action needs a component
list(subAccounts, { ...place, columns: [], bulk: { changeEnabled: {} } })
// @ts-expect-error a form is a call of the subject
list(subAccounts, { ...place, columns: [], forms: { update: {} } })
// @ts-expect-error a panel is loaded when it is opened
list(subAccounts, { ...place, columns: [], actions: { distribute: { component: () => null } } })
// @ts-expect-error a panel is drawn for a row of this list
list(subAccounts, { ...place, columns: [], actions: { distribute: { component: drawsOrder } } })
// @ts-expect-error an action that is no call of the subject has a component
list(orders, { ...place, columns: [], actions: { story: { when: { payStatus: 'P' } } } })
list(orders, {
  ...place,
  columns: [],
  // @ts-expect-error a panel is for rows that there can be
  actions: { story: { when: { payStatus: 'X' }, component: drawsOrder } },
})
// @ts-expect-error rows are made at an address of the console
list(orders, { ...place, columns: [], actions: { create: { route: 'Recharge' } } })
// @ts-expect-error a panel for several rows is drawn for rows of this list
list(orders, { ...place, columns: [], bulk: { distributeMany: { component: drawsMany } } })
// @ts-expect-error a drawn cell says what an exported file holds in its place
list(loginLog, { ...place, columns: [{ field: 'where', cell: { Cell: () => null } }] })
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
