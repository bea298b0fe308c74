/** State of one dialog step that calls the server: progress and errors by input. */
import { useState } from 'react'
import { errorMessage } from '#client/api/error-message.ts'
import { failureOf } from '#console/refine/data-errors.ts'
import { word } from '#console/refine/i18n.ts'

/** `wrong`: messages by input; `failed`: a message for the whole form. */
export type StepState = {
  busy: boolean
  wrong: Readonly<Record<string, string>>
  failed: string | undefined
  /** The server rejected the request, which a toast announces. */
  refused: boolean
}

const calm: StepState = { busy: false, wrong: {}, failed: undefined, refused: false }

/** Assigns a rejected `password` or `code` to its input, any other error to the form. */
export function useStep() {
  const [state, setState] = useState(calm)

  /** Marks empty inputs. Returns whether none was empty. */
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
