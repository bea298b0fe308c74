/**
 * What the screens draw: a resource read against its schemas, as plain tables. Made by `resolve.ts`
 * and by nothing else.
 */
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import type { FieldType } from '#contract/vocabulary.ts'
import type {
  HeaderComponent,
  AsideComponent,
  UnchosenComponent,
  BulkPanel,
  Calls,
  Cards,
  Confirm,
  DrawnCell,
  Group,
  Panel,
  Placeholder,
  Route,
  Row,
  TabGroup,
} from '#console/engine/resource.ts'
import type { MenuIconName } from '#console/ui/menu-icons.tsx'

/** Keys of one sentence, the most particular first; the first that has words is shown. */
export type MessageKeys = readonly string[]

export type Field = {
  /** `account`, or `memberAccount.usableCharNum`. */
  readonly path: string
  readonly label: MessageKeys
  readonly means: FieldType
}

export type Column = {
  readonly key: string
  readonly label: MessageKeys
  /** One field, the two halves of a pair, the lines of a stack; none for a drawn cell. */
  readonly fields: readonly Field[]
  readonly layout: 'plain' | 'pair' | 'stack'
  /** By how much the halves of a pair differ. */
  readonly by?: Field
  /** Whether the value can be copied by a button beside it. */
  readonly copy?: true
  /** How the list is to be filtered for the column to be shown. */
  readonly when: Row
  /** Not shown until it is chosen. */
  readonly hiddenByDefault?: true
  /** The key of the column in whose cells it stands where there is little room. */
  readonly stackUnder?: string
  /** The columns whose values stand beneath this one's. */
  readonly stacked?: readonly Column[]
  readonly toggle?: Toggle
  readonly cell?: DrawnCell<Row>
  /** How the value of its field is drawn, where that is done by hand. */
  readonly Cell?: DrawnCell<Row>['Cell']
}

/** A flag of the row that a call flips. */
export type Toggle = {
  readonly call: Endpoint
  readonly field: string
  readonly confirm: boolean
  /** The flag flipped, and whatever else the call asks of the row. */
  readonly mapInput: (row: Row, to: 0 | 1) => Row
  /** What it does in this direction, what is asked before and said after. */
  readonly messages: (to: 0 | 1) => {
    readonly action: MessageKeys
    readonly confirm: MessageKeys
    readonly done: MessageKeys
  }
}

export type Filter = {
  readonly key: string
  readonly label: MessageKeys
  readonly means: FieldType
  readonly required: boolean
  /** Keys of the query: one, or the begin and the end of a range. */
  readonly keys: readonly [string] | readonly [begin: string, end: string]
  /**
   * Chosen at the side of the list, so it has no control of its own and stays when filters are
   * cleared.
   */
  readonly inAside?: true
  /** Days up to now that a range opens with. */
  readonly defaultRange?: number
}

export type Item = {
  readonly key: string
  readonly label: MessageKeys
  readonly means: FieldType
  readonly schema: z.core.$ZodType
  readonly required: boolean
  /** The schema's own default. */
  readonly initial: unknown
  /** What is sent when the item is left empty. */
  readonly empty: null | undefined
  /** Asks whether a value is still free, in the input named. */
  readonly uniqueCheck?: { readonly call: Endpoint; readonly input: string }
  /** The field of the record that fills it in: nobody types it. */
  readonly prefill?: string
}

/** What a button does and says: its label, the question before it, the sentence after it. */
type ActionBase = {
  readonly name: string
  readonly call: Endpoint
  readonly messages: { readonly action: MessageKeys; readonly done: MessageKeys }
}

export type Form = ActionBase & {
  readonly items: readonly Item[]
  /** Inputs that are no items, since the row holds them: its id, its version. */
  readonly fromRow: readonly string[]
  /** Inputs that are chosen beside the list. */
  readonly fromList: readonly string[]
  /** What it is called where there are several. */
  readonly title: MessageKeys
  /** How a record is that has this form. */
  readonly when: Row
}

export type Action = ActionBase & {
  readonly confirm: false | Confirm
  readonly question: MessageKeys
  /** What the other button of the question says. */
  readonly no: MessageKeys
  readonly when: Row
  readonly mapInput: (row: Row) => Row
  readonly resultField?: ResultField
}

/**
 * How it is found out what came of an action, and the words for each thing that can have come of
 * it.
 */
export type ResultField = {
  readonly call: Endpoint
  readonly field: string
  readonly means: FieldType
  readonly messages: (code: string) => MessageKeys
}

export type Bulk = ActionBase & {
  readonly confirm: false | Confirm
  readonly question: MessageKeys
  /** What the other button of the question says. */
  readonly no: MessageKeys
  readonly mapInput: (rows: readonly Row[]) => Row
}

export type PanelEntry<P = Panel<Row>> = {
  readonly name: string
  readonly action: MessageKeys
  /** The call that it names, or that bears its name: without it there is nothing to offer. */
  readonly call: Endpoint | undefined
  readonly when: Row
  readonly secondary: boolean
  readonly load: P
}

type Base = {
  /** `subAccounts`, of `resources/sub-accounts.ts`: what Refine and the words call it. */
  readonly name: string
  readonly file: string
  /** The address, without its leading slash. */
  readonly route: string
  readonly menu:
    { readonly group: Group; readonly order: number; readonly icon: MenuIconName } | undefined
  readonly tabs: { readonly group: TabGroup; readonly order: number } | undefined
  /** Who may open the page: who may make its first call. */
  readonly access: Access
  readonly title: MessageKeys
  readonly help: MessageKeys
  readonly calls: Calls
}

export type ListPage = Base & {
  readonly view: 'list'
  readonly page: Endpoint
  /** The fields that the call can sort by. */
  readonly sortFields: readonly string[]
  /** Adds up what a search finds; its answer has the fields of a row. */
  readonly totals: Endpoint | undefined
  /** The field that names a row; without one, nothing can be selected. */
  readonly id: string | undefined
  readonly columns: readonly Column[]
  readonly filters: readonly Filter[]
  /** Forms that open without a row, at the head of the page. */
  readonly create: readonly Form[]
  /** Forms that open for a row. */
  readonly forms: readonly Form[]
  readonly actions: readonly Action[]
  readonly bulk: readonly Bulk[]
  readonly panels: readonly PanelEntry[]
  readonly bulkPanels: readonly PanelEntry<BulkPanel<Row>>[]
  /** Whether rows can be selected: there is something to be done with several. */
  readonly selects: boolean
  /** How rows look that change by themselves. */
  readonly header: HeaderComponent | undefined
  readonly aside:
    | {
        readonly filter: string
        readonly load: AsideComponent
        readonly unchosen: UnchosenComponent | undefined
      }
    | undefined
  readonly pending: Row | undefined
  /** The page where rows are made, when it is another one. */
  readonly createRoute: { readonly route: Route; readonly action: MessageKeys } | undefined
  readonly empty: MessageKeys
  readonly placeholder: Placeholder | undefined
}

export type FormPage = Base & {
  readonly view: 'form'
  readonly forms: readonly Form[]
  readonly readOnly: readonly Field[]
  readonly cards: Cards | undefined
}

export type ScreenPage = Base & {
  readonly view: 'screen'
  readonly component: () => Promise<{ readonly default: () => ReactNode }>
}

export type PageModel = ListPage | FormPage | ScreenPage
