/** Page models: resources resolved against their schemas by `build-page.ts`, ready to render. */
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import type { FieldType } from '#contract/vocabulary.ts'
import type {
  AddComponent,
  AsideProps,
  Calls,
  Cell,
  Confirm,
  CustomCell,
  FormPreview,
  Group,
  HeaderActionsProps,
  HeaderComponent,
  PageComponent,
  Route,
  Row,
  RowDetails,
  ScreenComponent,
  ResultComponent,
} from '#console/engine/resource.ts'
import type { BulkPanel, Panel } from '#console/engine/resource-actions.ts'
import type { MenuIconName } from '#ui/menu-icons.tsx'

/** Message keys from most to least specific; the first that exists is used. */
export type MessageKeys = readonly string[]

export type Field = {
  /** Dotted path such as `account` or `memberAccount.usableCharNum`. */
  readonly path: string
  readonly label: MessageKeys
  readonly fieldType: FieldType
}

/**
 * Width of a column's content in CSS pixels: the usual one, and the least one to which a longer
 * text is cut.
 */
export type ContentWidth = { readonly usual: number; readonly least: number }

export type Column = {
  readonly key: string
  readonly label: MessageKeys
  /** One field, the two of a pair, or several of a stack; empty for a custom cell. */
  readonly fields: readonly Field[]
  readonly layout: 'plain' | 'pair' | 'stack'
  /** Field with the difference between the values of a pair. */
  readonly difference?: Field
  /** Shows a copy button next to the value. */
  readonly copy?: true
  /** Cuts the start of a text that is longer than its column, instead of its end. */
  readonly cut?: 'start'
  /** Filter values under which the column is shown. */
  readonly when: Row
  /** Who sees the column; undefined for all. */
  readonly access?: Access
  /** Hidden until the user shows it. */
  readonly hiddenByDefault?: true
  /** Width of the content in CSS pixels, in place of that of the field types. */
  readonly width?: ContentWidth
  /** Key of the column whose cells include this one in narrow tables. */
  readonly stackUnder?: string
  /** Columns stacked under this one. */
  readonly stacked?: readonly Column[]
  readonly toggle?: Toggle
  readonly edit?: CellEdit
  readonly cell?: CustomCell<Row>
  /** Custom renderer for the value of the field. */
  readonly Cell?: Cell<Row>
}

/** Change of a field in its cell: the endpoint gets its other inputs from the row. */
export type CellEdit = {
  readonly call: Endpoint
  readonly item: Item
  /** Endpoint that returns the row, to undo the change of what was saved. */
  readonly get: Endpoint | undefined
  /** Rows in which the field can be changed. */
  readonly when: Row
}

/** Boolean field of the row that an endpoint toggles. */
export type Toggle = {
  readonly name: string
  readonly call: Endpoint
  readonly field: string
  /** Whether to ask before the change. */
  readonly confirm: boolean
  /** Rows in which the switch is enabled. */
  readonly when: Row
  /** Reason shown in other rows. */
  readonly disabledReason: MessageKeys
  /** Endpoint input: the new flag and the other inputs from the row. */
  readonly mapInput: (row: Row, flag: 0 | 1) => Row
  /** Action label, confirmation question and success message for a new value of the flag. */
  readonly messages: (flag: 0 | 1) => {
    readonly action: MessageKeys
    readonly question: MessageKeys
    readonly done: MessageKeys
  }
}

export type Filter = {
  readonly key: string
  readonly label: MessageKeys
  readonly fieldType: FieldType
  readonly required: boolean
  /** Query parameters: one, or begin and end of a range. */
  readonly keys: readonly [string] | readonly [begin: string, end: string]
  /** Set in the aside, so it has no control of its own and is kept when filters are cleared. */
  readonly inAside?: true
  /** Behind a button instead of above the rows. */
  readonly isInMore?: true
  /** Default range: the number of days up to now. */
  readonly defaultRange?: number
  /** Value while no filter is set. */
  readonly initial?: unknown
}

export type Item = {
  readonly key: string
  readonly label: MessageKeys
  readonly fieldType: FieldType
  readonly schema: z.core.$ZodType
  readonly required: boolean
  /** Default value of the schema. */
  readonly initial: unknown
  /** Endpoint that checks whether a value is available; `input` receives the value. */
  readonly uniqueCheck?: { readonly call: Endpoint; readonly input: string }
  /** Field of the record that fills the item, which is then read-only. */
  readonly prefill?: string
  /** Help below the control, if there is such a message. */
  readonly hint: MessageKeys
  /** Of an item that no resource declares; replaces `label`. */
  readonly labelText?: string
  /** Of an item that no resource declares; replaces `hint`. */
  readonly help?: string | undefined
  /**
   * Error of a value that the schema accepts, judged with the values of the other items; it is
   * judged again when an item of `dependencies` changes.
   */
  readonly check?: {
    readonly error: (value: unknown, values: Row) => string | undefined
    readonly dependencies?: readonly string[]
  }
  readonly hasInitialFocus?: true
}

/** Endpoint behind a button, with its label and success message. */
type ActionBase = {
  readonly name: string
  readonly call: Endpoint
  readonly messages: { readonly action: MessageKeys; readonly done: MessageKeys }
}

export type Form = ActionBase & {
  readonly messages: ActionBase['messages'] & { readonly save: MessageKeys }
  readonly items: readonly Item[]
  /** Inputs taken from the row, such as its id and version. */
  readonly fromRow: readonly string[]
  /** Inputs taken from the choice in the list's aside. */
  readonly fromAside: readonly string[]
  /** Heading of the form if the page has several. */
  readonly title: MessageKeys
  /** Condition on the record under which the form is shown. */
  readonly when: Row
  /** Shows the output after saving. */
  readonly result?: ResultComponent<unknown>
  readonly preview?: FormPreview
  /** What a new record begins with. */
  readonly initial?: () => Row
  /** Its button moves into the “More” menu first. */
  readonly secondary: boolean
}

export type Action = ActionBase & {
  /** Whether to ask before the change. */
  readonly confirm: false | Confirm
  readonly question: MessageKeys
  /** Label of the dismiss button. */
  readonly cancelLabel: MessageKeys
  readonly when: Row
  readonly mapInput: (row: Row) => Row
  readonly outcome?: Outcome
  /** Shows the output. */
  readonly result?: ResultComponent<unknown>
}

/** Endpoint whose output contains the outcome of an action, and the message of each code. */
export type Outcome = {
  readonly call: Endpoint
  readonly field: string
  readonly fieldType: FieldType
  readonly messages: (code: string) => MessageKeys
}

export type Bulk = ActionBase & {
  /** As of `Action`. */
  readonly confirm: false | Confirm
  readonly question: MessageKeys
  /** Label of the dismiss button. */
  readonly cancelLabel: MessageKeys
  /** Condition on each row, and the message that names the rows refused. */
  readonly only?: { readonly when: Row; readonly reason: MessageKeys }
  readonly mapInput: (rows: readonly Row[]) => Row
}

/** Endpoint that adds many rows, and the fields of one. */
export type Import = {
  readonly call: Endpoint
  readonly items: readonly Item[]
  /** Inputs taken from the choice in the list's aside. */
  readonly fromAside: readonly string[]
}

export type PanelEntry<P = Panel<Row>['component']> = {
  readonly name: string
  readonly action: MessageKeys
  /** Endpoint that it requires; the panel is hidden without access to it. */
  readonly call: Endpoint | undefined
  readonly when: Row
  /** Name of a panel; this one is shown if that one is not. */
  readonly insteadOf?: string
  readonly secondary: boolean
  readonly load: P
}

type Base = {
  /** Resource name in Refine and in message keys: `subAccounts` for `resources/sub-accounts.ts`. */
  readonly name: string
  readonly file: string
  /** URL path without its leading slash. */
  readonly route: string
  readonly menu:
    | { readonly group: Group; readonly order: number; readonly icon: MenuIconName }
    | undefined
  /** Name of the page that leads here, which the menu marks. */
  readonly parent: string | undefined
  /** Access level required to open the page. */
  readonly access: Access
  /** Operators' roles that may open the page; by default all. */
  readonly roles?: Endpoint['roles']
  /** Roles of sub-accounts that may open it too. */
  readonly accountRoles?: Endpoint['accountRoles']
  readonly title: MessageKeys
  readonly help: MessageKeys
  readonly calls: Calls
}

export type ListPage = Base & {
  readonly view: 'list'
  readonly page: Endpoint
  /** Fields that the endpoint can sort by. */
  readonly sortFields: readonly string[]
  /** Endpoint that sums all matching rows; its output has the fields of a row. */
  readonly totals: Endpoint | undefined
  /** Id field of a row; undefined disables selection. */
  readonly id: string | undefined
  readonly columns: readonly Column[]
  /** Whether a column numbers the rows. */
  readonly rowNumbers: boolean
  /** Switches in columns. */
  readonly toggles: readonly Toggle[]
  readonly filters: readonly Filter[]
  readonly import: Import | undefined
  /** Forms that open without a row, from the page header. */
  readonly create: readonly Form[]
  /** Forms that open for a row. */
  readonly forms: readonly Form[]
  readonly actions: readonly Action[]
  readonly bulk: readonly Bulk[]
  readonly panels: readonly PanelEntry[]
  readonly bulkPanels: readonly PanelEntry<BulkPanel<Row>['component']>[]
  /** Whether rows can be selected for bulk actions. */
  readonly isSelectable: boolean
  /** Component by which rows are added. */
  readonly add: AddComponent | undefined
  /** Component rendered above the rows. */
  readonly header: HeaderComponent<Row> | undefined
  /** Component beside the number of rows. */
  readonly summary: HeaderComponent<Row> | undefined
  readonly aside:
    | {
        readonly filter: string
        readonly load: () => Promise<{ readonly default: (props: AsideProps) => ReactNode }>
        /** Replaces the rows while nothing is chosen. */
        readonly nothingChosen: () => Promise<{
          readonly default: (props: Pick<AsideProps, 'choose'>) => ReactNode
        }>
        readonly headerActions: () => Promise<{
          readonly default: (props: HeaderActionsProps) => ReactNode
        }>
      }
    | undefined
  /** Address of the page about a row. */
  readonly rowLink: ((row: Row) => string | undefined) | undefined
  /** Buttons of which a click on a row presses the first that the row has. */
  readonly rowOpens: readonly string[]
  /** What a row unfolds below itself, and the label of the button. */
  readonly rowDetails: (RowDetails<Row> & { readonly label: MessageKeys }) | undefined
  /** Links to other pages in the page header. */
  readonly links: readonly {
    readonly name: string
    readonly route: Route
    /** Leads to a page that shows something, rather than creating it. */
    readonly secondary: boolean
    readonly action: MessageKeys
  }[]
  readonly empty: MessageKeys
  /** Replaces the page if the backend lacks the list endpoint. */
  readonly placeholder: PageComponent | undefined
}

export type FormPage = Base & {
  readonly view: 'form'
  readonly forms: readonly Form[]
  readonly readOnly: readonly Field[]
  /** Cards next to the forms. */
  readonly component: PageComponent | undefined
}

export type ScreenPage = Base & {
  readonly view: 'screen'
  /** The page that leads here, if it is a list: the screen may offer the actions of its rows. */
  readonly parentList: ListPage | undefined
  readonly component: ScreenComponent
}

export type PageModel = ListPage | FormPage | ScreenPage
