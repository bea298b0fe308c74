/**
 * One step of a dialog that asks the server: whether it is under way, and what is wrong with which
 * item.
 */
import { useState } from 'react'
import { errorMessage } from '#client/api/error-message.ts'
import { failureOf } from '#console/refine/data-errors.ts'
import { word } from '#console/refine/i18n.ts'

/** `wrong` is a sentence at an item; `failed` one above them all. */
export type StepState = {
  busy: boolean
  wrong: Readonly<Record<string, string>>
  failed: string | undefined
  /** The server refused it, which a message announces. */
  refused: boolean
}

const calm: StepState = { busy: false, wrong: {}, failed: undefined, refused: false }

/**
 * `password` and `code` are names of items; a refusal of either stands at it, any other failure
 * above.
 */
export function useStep() {
  const [state, setState] = useState(calm)

  /** Says what was left empty; true where nothing was. */
  function complete(items: Readonly<Record<string, string>>): boolean {
    const empty = Object.keys(items).filter((name) => items[name]!.trim() === '')
    setState({
      ...calm,
      wrong: Object.fromEntries(empty.map((name) => [name, word(`security.empty.${name}`)])),
    })
    return empty.length === 0
  }

  async function ask<T>(work: () => Promise<T>, then: (answer: T) => void): Promise<void> {
    setState({ ...calm, busy: true })
    try {
      then(await work())
      setState(calm)
    } catch (error) {
      setState({ ...calm, ...saidOf(error) })
    }
  }

  return { ...state, complete, ask }
}

function saidOf(error: unknown): Partial<StepState> {
  const { text } = errorMessage(error, word)
  const failure = failureOf(error)
  if (failure?.kind !== 'refused') return { failed: text }
  const refused = true
  if (failure.code === 'wrongPassword') return { refused, wrong: { password: text } }
  return failure.code === 'invalid' ? { refused, wrong: { code: text } } : { refused, failed: text }
}
