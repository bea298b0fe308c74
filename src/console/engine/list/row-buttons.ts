/** Buttons of a list's rows: its forms, panels and actions. */
import { matches } from '#console/engine/build-fields.ts'
import type { Action, Form, ListPage, PanelEntry } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import type { RowButton } from '#console/engine/list/row-actions.tsx'

type Handlers = {
  readonly openForm: (form: Form, row: Row) => void
  readonly openPanel: (panel: PanelEntry, row: Row) => void
  readonly runAction: (action: Action, row: Row) => void
  /** Action in progress, as `name:id` of the action and the row. */
  readonly runningAction: string | undefined
}

type ButtonSources = Pick<ListPage, 'forms' | 'panels' | 'actions'>

/** Buttons of a row: editing before panels, and destructive actions last. */
export function rowButtons(
  page: ButtonSources & Pick<ListPage, 'id'>,
  { openForm, openPanel, runAction, runningAction }: Handlers,
): (row: Row) => RowButton[] {
  const formButton = (form: Form, row: Row): RowButton => ({
    name: form.name,
    label: form.messages.action,
    danger: false,
    secondary: form.secondary,
    onClick: () => openForm(form, row),
  })
  return (row) => {
    const forms = page.forms.filter(({ when }) => matches(row, when))
    const panels = page.panels.filter((panel) => matches(row, panel.when))
    return [
      ...forms.filter(({ name }) => name === 'edit').map((form) => formButton(form, row)),
      ...panels
        .filter(({ insteadOf }) => !panels.some(({ name }) => name === insteadOf))
        .map((panel) => ({
          name: panel.name,
          label: panel.action,
          danger: false,
          secondary: panel.secondary,
          onClick: () => openPanel(panel, row),
        })),
      ...forms.filter(({ name }) => name !== 'edit').map((form) => formButton(form, row)),
      ...page.actions
        .filter((action) => matches(row, action.when))
        .toSorted((a, b) => Number(a.confirm === 'danger') - Number(b.confirm === 'danger'))
        .map((action) => ({
          name: action.name,
          label: action.messages.action,
          danger: action.confirm === 'danger',
          busy: runningAction === `${action.name}:${String(row[page.id ?? ''])}`,
          onClick: () => runAction(action, row),
        })),
    ]
  }
}

/** Whether rows of this page can have any buttons. */
export const hasRowButtons = ({ forms, panels, actions }: ButtonSources): boolean =>
  forms.length + panels.length + actions.length > 0

/** Rows that meet the conditions of the buttons in every combination. */
export function exampleRows({ forms, panels, actions }: ButtonSources): Row[] {
  const conditions = [...forms, ...panels, ...actions].flatMap(({ when }) => Object.entries(when))
  const valuesOf = (field: string) =>
    conditions.flatMap(([name, expected]) =>
      name === field ? (Array.isArray(expected) ? (expected as unknown[]) : [expected]) : [],
    )
  return [...new Set(conditions.map(([field]) => field))].reduce<Row[]>(
    (rows, field) =>
      [...new Set([undefined, ...valuesOf(field)])].flatMap((value) =>
        rows.map((row) => ({ ...row, [field]: value })),
      ),
    [{}],
  )
}
