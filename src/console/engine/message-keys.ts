/** Lists the message keys that a page uses, for checks that translations exist. */
import type { Capability } from '#contract/endpoint.ts'
import type { MessageKeys, ResultField, Form, PageModel } from '#console/engine/page-model.ts'

export type MessageRequest = {
  readonly chain: MessageKeys
  readonly values?: { readonly count: number }
}

export function messageKeysOf(page: PageModel): MessageRequest[] {
  const asked: MessageRequest[] = [{ chain: page.title }, { chain: page.help }]
  const ask = (...chains: MessageKeys[]) => chains.forEach((chain) => asked.push({ chain }))
  if (page.view === 'form') {
    page.readOnly.forEach(({ label }) => ask(label))
    page.forms.forEach((form) =>
      ask(...formWords(form), ...(page.forms.length > 1 ? [form.title] : [])),
    )
  }
  if (page.view !== 'list') return asked
  ask(page.empty, ...(page.createRoute ? [page.createRoute.action] : []))
  for (const { label, fields, toggle, layout, by } of page.columns) {
    ask(
      label,
      ...(layout === 'stack' ? fields.map((field) => field.label) : []),
      ...(by ? [by.label] : []),
    )
    for (const way of toggle ? ([0, 1] as const) : []) {
      const { action, confirm, done } = toggle!.messages(way)
      ask(action, done, ...(toggle!.confirm ? [confirm] : []))
    }
  }
  page.filters.forEach(({ label }) => ask(label))
  for (const form of [...page.create, ...page.forms]) ask(...formWords(form))
  for (const { messages, confirm, question, no, resultField } of page.actions) {
    ask(
      messages.action,
      ...(resultField ? outcomes(resultField) : [messages.done]),
      ...(confirm ? [question, no] : []),
    )
  }
  for (const { action } of [...page.panels, ...page.bulkPanels]) ask(action)
  for (const { messages: words, confirm, question, no } of page.bulk) {
    ask(words.action, ...(confirm ? [no] : []))
    for (const count of [1, 2])
      asked.push(
        ...[words.done, ...(confirm ? [question] : [])].map((chain) => ({
          chain,
          values: { count },
        })),
      )
  }
  return asked
}

/** Messages of all outcomes of an action, one per code. */
const outcomes = ({ means, messages }: ResultField): MessageKeys[] =>
  means.kind === 'code' ? means.values.map((code) => messages(code)) : []

/** Message shown when the membership lacks a capability. */
export const needsWords = (needs: Capability, part: 'title' | 'help'): MessageKeys => [
  `pages.needs.${needs}.${part}`,
]

function formWords({ messages, items, call: { needs } }: Form): MessageKeys[] {
  return [
    messages.action,
    messages.done,
    ...items.map(({ label }) => label),
    ...(needs ? [needsWords(needs, 'title'), needsWords(needs, 'help')] : []),
  ]
}
