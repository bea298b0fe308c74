/** Executes row actions, bulk actions and switches: confirm, call, notify, refetch. */
import { useCustomMutation, useDelete, useDeleteMany, type BaseKey } from '@refinedev/core'
import { useState, type ReactNode } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { plainText } from '#console/engine/fields/field-type.ts'
import { toneOf } from '#console/engine/fields/choices.tsx'
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
import { fieldsHeldByRow } from '#console/engine/build-fields.ts'
import type { Confirm, Row } from '#console/engine/resource.ts'
import { useConfirm } from '#console/engine/confirm.tsx'
import { showToast } from '#ui/toasts.tsx'

type Values = { name: string; count: number }
type Task = {
  work: () => Promise<unknown>
  /** Looks up the outcome, whose message replaces the default one. */
  find?: (() => Promise<Found>) | undefined
  /** Whether the endpoint changes money or quota. */
  moved: boolean | undefined
  done: MessageKeys
  values: Values
}
/** Confirmation dialog before an action, if any. */
type Asking = {
  confirm: false | Confirm
  question: MessageKeys
  yes: MessageKeys
  no?: MessageKeys
}
/** Outcome of an action, and whether it is a success. */
type Found = { message: MessageKeys; good: boolean }

export type Actions = {
  run: (action: Action, row: Row) => Promise<boolean>
  runMany: (bulk: Bulk, rows: readonly Row[]) => Promise<boolean>
  /** `doing` is called when the request starts, for an optimistic update. */
  toggleFlag: (toggle: Toggle, row: Row, to: 0 | 1, doing: () => void) => Promise<boolean>
  /** Action in progress without a dialog, as `action:row`. */
  working: string | undefined
  dialog: ReactNode
}

/**
 * Disables Refine's toasts: failures are reported with their request id, successes with the
 * resource's message.
 */
const withoutNotifications = { successNotification: false, errorNotification: false } as const

export function useActions(
  page: ListPage,
  nameOf: (row: Row) => string,
  refresh: () => Promise<void>,
): Actions {
  const { mutateAsync: custom } = useCustomMutation()
  const { mutateAsync: removeOne } = useDelete()
  const { mutateAsync: removeMany } = useDeleteMany()
  const { ask, dialog } = useConfirm()
  const [working, setWorking] = useState<string>()
  const renew = useRefreshAll()
  const idOf = (row: Row) => row[page.id ?? ''] as BaseKey

  const make = (call: Endpoint, values: Row) =>
    custom({
      url: call.path,
      method: call.method.toLowerCase() as 'post',
      values,
      meta: { endpoint: call },
      ...withoutNotifications,
    })

  async function carryOut({ work, find, moved, done, values }: Task): Promise<boolean> {
    let outcome: Found | undefined
    try {
      await work()
      outcome = await find?.()
    } catch (error) {
      notifyFailure(error)
      // A rejected action often means outdated rows, so the list is refetched.
      void (moved ? renew() : refresh())
      return false
    }
    if (outcome)
      showToast({
        tone: outcome.good ? 'success' : 'info',
        text: messageOf(outcome.message, values),
      })
    else notifyDone(messageOf(done, values))
    await (moved || outcome?.good ? renew() : refresh())
    return true
  }

  async function findOut({ call, field, fieldType, messages }: Outcome, row: Row): Promise<Found> {
    const { data } = await make(call, fieldsHeldByRow(call, row))
    const code = plainText(data[field])
    return {
      message: messages(code),
      good: fieldType.kind === 'code' && toneOf(fieldType.code, code) === 'success',
    }
  }

  const confirmed = (
    { confirm, question, yes, no }: Asking,
    values: Values,
    work: () => Promise<boolean>,
  ) =>
    confirm
      ? ask({
          text: messageOf(question, values),
          yes: messageOf(yes, values),
          ...(no ? { no: messageOf(no, values) } : {}),
          danger: confirm === 'danger',
          work,
        })
      : work()

  return {
    async run(action, row) {
      const { name, call, messages, mapInput, outcome } = action
      const values = { name: nameOf(row), count: 1 }
      const work = () =>
        name === 'remove'
          ? removeOne({
              resource: page.name,
              id: idOf(row),
              values: mapInput(row),
              ...withoutNotifications,
            })
          : make(call, mapInput(row))
      if (!action.confirm) setWorking(`${name}:${idOf(row)}`)
      const find = outcome && (() => findOut(outcome, row))
      const done = await confirmed({ ...action, yes: messages.action }, values, () =>
        carryOut({ work, find, moved: call.mutatesBalance, done: messages.done, values }),
      )
      setWorking(undefined)
      return done
    },

    runMany(bulk, rows) {
      const { name, call, messages, mapInput } = bulk
      const values = { name: rows[0] ? nameOf(rows[0]) : '', count: rows.length }
      const work = () =>
        name === 'remove'
          ? removeMany({
              resource: page.name,
              ids: rows.map(idOf),
              values: mapInput(rows),
              ...withoutNotifications,
            })
          : make(call, mapInput(rows))
      return confirmed({ ...bulk, yes: messages.action }, values, () =>
        carryOut({ work, moved: call.mutatesBalance, done: messages.done, values }),
      )
    },

    toggleFlag({ call, confirm, mapInput, messages }, row, to, doing) {
      const config = messages(to)
      const values = { name: nameOf(row), count: 1 }
      return confirmed({ confirm, question: config.confirm, yes: config.action }, values, () => {
        doing()
        return carryOut({
          work: () => make(call, mapInput(row, to)),
          moved: call.mutatesBalance,
          done: config.done,
          values,
        })
      })
    },

    working,
    dialog,
  }
}
