/**
 * Mistakes in a resource that do not compile. Each line below `@ts-expect-error` is an error; the
 * type check fails if it compiles.
 */
import * as z from 'zod/mini'
import {
  form,
  list,
  screen,
  type AnyFormConfig,
  type AnyListConfig,
  type Column,
  type Form,
  type ScreenConfig,
} from '#console/engine/resource.ts'
import type { Action, BulkPanel, Panel } from '#console/engine/resource-actions.ts'
import { accountLog } from '#contract/ledger.ts'
import { accountGroup, defineCollection, operator } from '#contract/collection.ts'
import { Done, post } from '#contract/endpoint.ts'
import { text } from '#contract/field-constructors.ts'
import { Id } from '#contract/vocabulary.ts'
import { contactCollection } from '#contract/workspace.ts'
import { contacts } from '#tests/support/actors/workspaces.ts'
import { loginLog } from '#contract/sessions.ts'
import { login } from '#contract/login.ts'
import { orders, type Order } from '#contract/orders.ts'
import { subAccounts, type SubAccount } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'

const place = { route: 'UserCenterOrder', menu: ['functions', 1] } as const
const loadComponent = () => Promise.resolve({ default: () => null })
const aside = () =>
  Promise.resolve({
    default: () => null,
    NothingChosen: () => null,
    HeaderActions: () => null,
    Placeholder: () => null,
  })
declare const loadListComponent: () => Promise<{
  default: (props: { rows: readonly SubAccount[]; done: () => void }) => null
}>
declare const loadOrderComponent: () => Promise<{
  default: (props: { row: Order; close: () => void }) => null
}>

/** All properties of the resource definition language. */
type Property =
  | 'route'
  | 'menu'
  | 'access'
  | 'component'
  | 'columns'
  | 'field'
  | 'cell'
  | 'copy'
  | 'when'
  | 'hiddenByDefault'
  | 'stackUnder'
  | 'width'
  | 'accountRoles'
  | 'editable'
  | 'defaultRange'
  | 'moreFilters'
  | 'rowLink'
  | 'rowOpens'
  | 'summary'
  | 'initialFilters'
  | 'rowDetails'
  | 'rowNumbers'
  | 'cut'
  | 'forms'
  | 'readOnly'
  | 'result'
  | 'preview'
  | 'initial'
  | 'actions'
  | 'confirm'
  | 'secondary'
  | 'insteadOf'
  | 'bulk'
  | 'header'
  | 'add'
type KeysOf<T> = T extends string ? never : keyof T
type UsedProperty =
  | keyof AnyListConfig
  | keyof AnyFormConfig
  | keyof ScreenConfig
  | KeysOf<Column<typeof orders>>
  | keyof Form<typeof users.update, object>
  | KeysOf<Action<typeof orders, 'flush'>>
  | keyof Panel<Order>
  | keyof BulkPanel<Order>
export const words: [Property, UsedProperty] extends [UsedProperty, Property] ? true : never = true

// Valid resources compile, with each property in its valid forms.
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
  actions: { distribute: { component: loadComponent }, changeEnabled: { confirm: true } },
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
  bulk: { distributeMany: { component: loadListComponent } },
})
list(contacts, { ...place, columns: ['title'], component: aside })
// @ts-expect-error an aside has a component for the state without a choice
list(contacts, { ...place, columns: ['title'], component: loadComponent })
form(
  { ...users, reset: login.resetPassword },
  {
    ...place,
    forms: { reset: { readOnly: { email: 'account' }, when: { parentUserId: [null, undefined] } } },
  },
)
form(
  { ...users, reset: login.resetPassword },
  // @ts-expect-error the record has no such field
  { ...place, forms: { reset: { readOnly: { email: 'mail' } } } },
)
list(orders, {
  ...place,
  columns: [{ field: 'no', copy: true }],
  actions: {
    create: { route: 'UserCenterRecharge' },
    flush: {},
    cancel: { confirm: 'danger' },
    story: { when: { payStatus: 'P' }, component: loadOrderComponent },
    payAgain: { secondary: true, component: loadOrderComponent },
  },
})
form(users, { ...place, forms: { update: {} }, readOnly: ['memberAccount.usedCharTotal'] })
screen({ ...place, access: 'main', component: loadComponent })

// @ts-expect-error a column is a field of the row
list(orders, { ...place, columns: ['amuont'] })
// @ts-expect-error the path of a nested column is complete
list(subAccounts, { ...place, columns: ['memberAccount'] })
// @ts-expect-error the path of a nested column exists
list(subAccounts, { ...place, columns: ['memberAccount.usedCharTotal'] })
// @ts-expect-error a pair needs both fields: the row has no lastMinNum
list(accountLog, { ...place, columns: [{ field: 'MinNum' }] })
list(accountLog, {
  ...place,
  // @ts-expect-error a column depends on filters of the list
  columns: ['logType', { field: 'CharNum', when: { managerName: 'demo' } }],
})
list(accountLog, {
  ...place,
  // @ts-expect-error no log has the type GIFT
  columns: ['logType', { field: 'CharNum', when: { logType: 'GIFT' } }],
})
// @ts-expect-error a stack has at least two fields
list(orders, { ...place, columns: [{ field: ['no'] }] })
// @ts-expect-error a stack has fields of the row only
list(orders, { ...place, columns: [{ field: ['no', 'paid'] }] })
// @ts-expect-error only a range has a default range
list(loginLog, { ...place, columns: [], defaultRange: { loginIp: 10 } })
// @ts-expect-error a default range is a number of days
list(loginLog, { ...place, columns: [], defaultRange: { loginDateTime: '10' } })
// @ts-expect-error an order has no status X
list(orders, { ...place, columns: [], actions: { flush: { when: { payStatus: 'X' } } } })
// @ts-expect-error a condition uses a field of the row
list(orders, { ...place, columns: [], actions: { flush: { when: { status: 'W' } } } })
// @ts-expect-error an action is an endpoint of the subject
list(orders, { ...place, columns: [], actions: { refund: {} } })
// @ts-expect-error the row has no childUserId, so the action needs a component
list(subAccounts, { ...place, columns: [], actions: { distribute: {} } })
// @ts-expect-error a confirmation is `true` or `danger`
list(orders, { ...place, columns: [], actions: { flush: { confirm: 'warn' } } })
// @ts-expect-error the endpoint takes no list of ids, so the bulk action needs a component
list(subAccounts, { ...place, columns: [], bulk: { changeEnabled: {} } })
// @ts-expect-error a form is an endpoint of the subject
list(subAccounts, { ...place, columns: [], forms: { update: {} } })
// @ts-expect-error the component of a panel is loaded lazily
list(subAccounts, { ...place, columns: [], actions: { distribute: { component: () => null } } })
list(subAccounts, {
  ...place,
  columns: [],
  // @ts-expect-error the component of a panel takes a row of this list
  actions: { distribute: { component: loadOrderComponent } },
})
// @ts-expect-error an action that is no endpoint of the subject needs a component
list(orders, { ...place, columns: [], actions: { story: { when: { payStatus: 'P' } } } })
list(orders, {
  ...place,
  columns: [],
  // @ts-expect-error the condition of a panel uses existing values
  actions: { story: { when: { payStatus: 'X' }, component: loadOrderComponent } },
})
// @ts-expect-error an action links to a route of the console
list(orders, { ...place, columns: [], actions: { create: { route: 'Recharge' } } })
// @ts-expect-error the component of a bulk action takes rows of this list
list(orders, { ...place, columns: [], bulk: { distributeMany: { component: loadListComponent } } })
// @ts-expect-error a custom cell without a field needs a text for exports
list(loginLog, { ...place, columns: [{ field: 'where', cell: { Cell: () => null } }] })
// @ts-expect-error a list needs the endpoint `page`
list({ flush: orders.flush }, { ...place, columns: [] })
// @ts-expect-error a list needs columns
list(orders, { ...place })
// @ts-expect-error the menu has two groups
list(orders, { route: 'UserCenterOrder', menu: ['orders', 1], columns: [] })
// @ts-expect-error a page has a route of the console
list(orders, { route: 'UserCenterOrders', columns: [] })
// @ts-expect-error the language has no such property
list(orders, { ...place, columns: [], sorting: ['amount'] })
// @ts-expect-error the access of a list follows from its endpoints
list(orders, { ...place, columns: [], access: 'main' })
// @ts-expect-error a form page shows fields of the record
form(users, { ...place, forms: { update: {} }, readOnly: ['nick'] })
// @ts-expect-error a form page has forms of its subject's endpoints
form(users, { ...place, forms: { rename: {} } })
// @ts-expect-error a screen is for visitors, members or main accounts
screen({ ...place, access: 'admin', component: loadComponent })
// @ts-expect-error a screen needs a component
screen({ ...place })

const notesConfig = {
  fields: { subject: text({ max: 10 }), body: text({ max: 10 }) },
  maxRows: 10,
  scope: accountGroup,
  access: { read: 'member', write: 'main', remove: 'nobody' },
  support: 'hidden',
} as const
const notes = defineCollection('notes', {
  ...notesConfig,
  calls: { finish: post('/notes/finish', z.object({ id: Id }), Done, { access: 'main' }) },
})
const answers = defineCollection('answers', {
  fields: { question: text({ max: 10 }) },
  maxRows: 10,
  scope: operator,
  access: { read: 'member', write: ['admin'] },
})
const route = 'UserCenterNotes'
// A collection has columns, forms and actions; each can be changed or added to.
list(notes, { route })
list(notes, { route, columns: ['body', { field: ['subject', 'createDateTime'] }] })
list(notes, { route, columns: { subject: { copy: true }, body: { stackUnder: 'subject' } } })
list(notes, {
  route,
  forms: { edit: { when: { body: 'a' } } },
  actions: { finish: { confirm: true }, history: { component: loadComponent, secondary: true } },
  header: loadComponent,
})
list(contactCollection, { route: 'UserWorkSpace', component: aside })
list(answers, { route: 'operator/answers', menu: ['team', 1] })
// @ts-expect-error a column is a field of the row
list(notes, { route, columns: ['subjekt'] })
// @ts-expect-error options are those of a field of the row
list(notes, { route, columns: { subjekt: { copy: true } } })
// @ts-expect-error the collection has no such call
list(notes, { route, actions: { finnish: { confirm: true } } })
// @ts-expect-error nobody deletes rows
list(notes, { route, actions: { remove: { confirm: 'danger' } } })
// @ts-expect-error a condition is on a field of the row
list(notes, { route, forms: { edit: { when: { state: 'a' } } } })
// @ts-expect-error routes of the console begin with UserCenter
list(notes, { route: 'Notes' })
// @ts-expect-error a page of operators has another route
list(answers, { route: 'UserCenterAnswers' })
// @ts-expect-error a menu group of customers
list(answers, { route: 'operator/answers', menu: ['functions', 1] })
// @ts-expect-error rows of a chosen space need a component that chooses it
list(contactCollection, { route: 'UserWorkSpace' })
// @ts-expect-error the calls of a subject have no columns by default
list(contacts, { ...place })
