/** What buttons and switches of a list do: ask if it is to be asked, call, say so, and show the rows anew. */
import { useCustomMutation, useDelete, useDeleteMany, type BaseKey } from '@refinedev/core'
import { useState, type ReactNode } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { word } from '#console/providers/i18n.ts'
import { notifyDone, notifyFailure } from '#console/providers/notification.ts'
import type { Action, Bulk, Chain, ListPage, Toggle } from '#console/resolved.ts'
import type { Row } from '#console/resource.ts'
import { useConfirm } from '#console/screens/confirm.tsx'

type Values = { name: string; count: number }

export type Actions = {
  run: (action: Action, row: Row) => Promise<boolean>
  runMany: (bulk: Bulk, rows: readonly Row[]) => Promise<boolean>
  /** `doing` is called when the call is made, so that the switch can move ahead of the answer. */
  flip: (toggle: Toggle, row: Row, to: 0 | 1, doing: () => void) => Promise<boolean>
  /** What is being done without a question, as `action:row`. */
  working: string | undefined
  dialog: ReactNode
}

/** No toasts by Refine: failures are told with their request id, successes in the words of the resource. */
const quietly = { successNotification: false, errorNotification: false } as const

export function useActions(page: ListPage, nameOf: (row: Row) => string, refresh: () => Promise<void>): Actions {
  const { mutateAsync: custom } = useCustomMutation()
  const { mutateAsync: removeOne } = useDelete()
  const { mutateAsync: removeMany } = useDeleteMany()
  const { ask, dialog } = useConfirm()
  const [working, setWorking] = useState<string>()
  const idOf = (row: Row) => row[page.id ?? ''] as BaseKey

  const make = (call: Endpoint, values: Row) => custom({ url: call.path, method: call.method.toLowerCase() as 'post', values, ...quietly })

  async function carryOut(work: () => Promise<unknown>, done: Chain, values: Values): Promise<boolean> {
    try {
      await work()
    } catch (error) {
      notifyFailure(error)
      // Refused is often outdated: show how things are.
      void refresh()
      return false
    }
    notifyDone(word(done, values))
    await refresh()
    return true
  }

  const asked = (confirm: false | true | 'danger', question: Chain, yes: Chain, values: Values, work: () => Promise<boolean>) =>
    confirm ? ask({ text: word(question, values), yes: word(yes, values), danger: confirm === 'danger', work }) : work()

  return {
    async run(action, row) {
      const { name, call, confirm, question, words, send } = action
      const values = { name: nameOf(row), count: 1 }
      const work = () =>
        name === 'remove' ? removeOne({ resource: page.name, id: idOf(row), values: send(row), ...quietly }) : make(call, send(row))
      if (!confirm) setWorking(`${name}:${idOf(row)}`)
      const done = await asked(confirm, question, words.action, values, () => carryOut(work, words.done, values))
      setWorking(undefined)
      return done
    },

    runMany({ name, call, confirm, question, words, send }, rows) {
      const values = { name: rows[0] ? nameOf(rows[0]) : '', count: rows.length }
      const work = () =>
        name === 'remove' ? removeMany({ resource: page.name, ids: rows.map(idOf), values: send(rows), ...quietly }) : make(call, send(rows))
      return asked(confirm, question, words.action, values, () => carryOut(work, words.done, values))
    },

    flip({ call, confirm, send, words }, row, to, doing) {
      const said = words(to)
      const values = { name: nameOf(row), count: 1 }
      return asked(confirm, said.confirm, said.action, values, () => {
        doing()
        return carryOut(() => make(call, send(row, to)), said.done, values)
      })
    },

    working,
    dialog,
  }
}
