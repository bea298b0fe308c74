/** Executes row actions, bulk actions and switches: confirm, call, notify, refetch. */
import { useCustomMutation, useDelete, useDeleteMany, type BaseKey } from '@refinedev/core'
import { useState, type ReactNode } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { plainText } from '#console/engine/fields/field-type.ts'
import { toneOf } from '#console/engine/fields/choices.tsx'
import { shortList } from '#client/i18n/format.ts'
import { messageOf } from '#console/refine/i18n.ts'
import { notifyDone, notifyFailure } from '#console/refine/notification.ts'
import { useRefreshAll } from '#console/refine/query.ts'
import type {
  Action,
  Bulk,
  MessageKeys,
  Outcome,
  ListPage,
  Toggle,
} from '#console/engine/page-model.ts'
import { inputsFromRow, matches } from '#console/engine/build-fields.ts'
import type { Confirm, ResultComponent, Row } from '#console/engine/resource.ts'
import { useConfirm } from '#console/engine/confirm.tsx'
import { showToast } from '#ui/toasts.tsx'

type Values = { name: string; count: number }
type Task = {
  send: () => Promise<unknown>
  /** Looks up the outcome, whose message replaces the default one. */
  loadOutcome?: (() => Promise<FoundOutcome>) | undefined
  /** Whether the endpoint changes money or quota. */
  mutatesBalance: boolean | undefined
  done: MessageKeys
  values: Values
  /** The output is a file, which is saved. */
  isFile?: boolean
  /** Shows the output instead of the message. */
  result?: ResultComponent<unknown> | undefined
}
async function saveOutput(file: File): Promise<void> {
  const { saveFile } = await import('#console/engine/export/export-file.ts')
  saveFile([file], file.name, file.type)
}

/** Confirmation dialog before an action, if any. */
type Confirmation = {
  confirm: false | Confirm
  question: MessageKeys
  confirmLabel: MessageKeys
  cancelLabel?: MessageKeys
}
/** Outcome of an action, and whether it is a success. */
type FoundOutcome = { message: MessageKeys; isSuccess: boolean }

export type Actions = {
  run: (action: Action, row: Row) => Promise<boolean>
  runMany: (bulk: Bulk, rows: readonly Row[]) => Promise<boolean>
  /** `onStart` is called when the request starts, for an optimistic update. */
  toggleFlag: (toggle: Toggle, row: Row, flag: 0 | 1, onStart: () => void) => Promise<boolean>
  /** Action in progress without a dialog, as `name:id` of the action and the row. */
  runningAction: string | undefined
  dialog: ReactNode
}

/**
 * Disables Refine's toasts: failures are reported with their request id, successes with the
 * resource's message.
 */
const withoutNotifications = { successNotification: false, errorNotification: false } as const

/** Names listed of the rows that a bulk action excludes. */
const mostRefusedNames = 20

export function useActions(
  page: ListPage,
  nameOf: (row: Row) => string,
  refresh: () => Promise<void>,
  showResult: (result: ResultComponent<unknown>, output: unknown) => void,
): Actions {
  const { mutateAsync: callCustom } = useCustomMutation()
  const { mutateAsync: removeOne } = useDelete()
  const { mutateAsync: removeMany } = useDeleteMany()
  const { ask, dialog } = useConfirm()
  const [runningAction, setRunningAction] = useState<string>()
  const refreshAll = useRefreshAll()
  const idOf = (row: Row) => row[page.id ?? ''] as BaseKey

  const callEndpoint = (call: Endpoint, values: Row) =>
    callCustom({
      url: call.path,
      method: call.method.toLowerCase() as 'post',
      values,
      meta: { endpoint: call },
      ...withoutNotifications,
    })

  async function execute({
    send,
    loadOutcome,
    mutatesBalance,
    done,
    values,
    isFile = false,
    result,
  }: Task): Promise<boolean> {
    let outcome: FoundOutcome | undefined
    let output: unknown
    try {
      output = await send()
      outcome = await loadOutcome?.()
      if (isFile) {
        await saveOutput((output as { data: File }).data)
        return true
      }
    } catch (error) {
      notifyFailure(error)
      // A rejected action often means outdated rows, so the list is refetched.
      void (mutatesBalance ? refreshAll() : refresh())
      return false
    }
    if (result) showResult(result, (output as { data: unknown }).data)
    else if (outcome)
      showToast({
        tone: outcome.isSuccess ? 'success' : 'info',
        text: messageOf(outcome.message, values),
      })
    else notifyDone(messageOf(done, values))
    await (mutatesBalance || outcome?.isSuccess ? refreshAll() : refresh())
    return true
  }

  async function findOutcome(
    { call, field, fieldType, messages }: Outcome,
    row: Row,
  ): Promise<FoundOutcome> {
    const { data } = await callEndpoint(call, inputsFromRow(call, row))
    const code = plainText(data[field])
    return {
      message: messages(code),
      isSuccess: fieldType.kind === 'code' && toneOf(fieldType, code) === 'success',
    }
  }

  const confirmThen = (
    { confirm, question, confirmLabel, cancelLabel }: Confirmation,
    values: Values,
    send: () => Promise<boolean>,
  ) =>
    confirm
      ? ask({
          text: messageOf(question, values),
          confirmLabel: messageOf(confirmLabel, values),
          ...(cancelLabel ? { cancelLabel: messageOf(cancelLabel, values) } : {}),
          danger: confirm === 'danger',
          onConfirm: send,
        })
      : send()

  return {
    async run(action, row) {
      const { name, call, messages, mapInput, outcome } = action
      const values = { name: nameOf(row), count: 1 }
      const send = () =>
        name === 'remove'
          ? removeOne({
              resource: page.name,
              id: idOf(row),
              values: mapInput(row),
              ...withoutNotifications,
            })
          : callEndpoint(call, mapInput(row))
      if (!action.confirm) setRunningAction(`${name}:${idOf(row)}`)
      const loadOutcome = outcome && (() => findOutcome(outcome, row))
      const { mutatesBalance } = call
      const done = await confirmThen({ ...action, confirmLabel: messages.action }, values, () =>
        execute({
          send,
          loadOutcome,
          mutatesBalance,
          done: messages.done,
          values,
          isFile: call.responseType === 'file',
          result: action.result,
        }),
      )
      setRunningAction(undefined)
      return done
    },

    async runMany(bulk, rows) {
      const { name, call, messages, mapInput, only } = bulk
      const refused = only ? rows.filter((row) => !matches(row, only.when)) : []
      if (only && refused.length > 0) {
        const names = shortList(refused.map(nameOf), mostRefusedNames)
        showToast({ tone: 'info', text: messageOf(only.reason, { names }) })
        return false
      }
      const values = { name: rows[0] ? nameOf(rows[0]) : '', count: rows.length }
      const send = () =>
        name === 'remove'
          ? removeMany({
              resource: page.name,
              ids: rows.map(idOf),
              values: mapInput(rows),
              ...withoutNotifications,
            })
          : callEndpoint(call, mapInput(rows))
      const { mutatesBalance } = call
      return confirmThen({ ...bulk, confirmLabel: messages.action }, values, () =>
        execute({ send, mutatesBalance, done: messages.done, values }),
      )
    },

    toggleFlag({ call, confirm, mapInput, messages }, row, flag, onStart) {
      const toggleMessages = messages(flag)
      const values = { name: nameOf(row), count: 1 }
      return confirmThen(
        { confirm, question: toggleMessages.question, confirmLabel: toggleMessages.action },
        values,
        () => {
          onStart()
          return execute({
            send: () => callEndpoint(call, mapInput(row, flag)),
            mutatesBalance: call.mutatesBalance,
            done: toggleMessages.done,
            values,
          })
        },
      )
    },

    runningAction,
    dialog,
  }
}
