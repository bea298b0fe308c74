/**
 * What the server says of a value that is being typed: asked in a pause of the typing, once for
 * each value.
 */
import { useEffect, useState } from 'react'

/** Milliseconds of silence. */
const pause = 400

/**
 * `answer` is undefined until there is one. When the server can't be asked it has the last word
 * later, when the form is sent.
 */
export function useAsyncValidation<T>(
  value: string,
  expected: boolean,
  ask: (value: string) => Promise<T>,
): { asking: boolean; answer: T | undefined } {
  const [answers, setAnswers] = useState<ReadonlyMap<string, T | undefined>>(new Map())
  const known = answers.has(value)

  useEffect(() => {
    if (!expected || known) return undefined
    let left = false
    const timer = setTimeout(async () => {
      const answer = await ask(value).catch(() => undefined)
      if (!left) setAnswers((all) => new Map(all).set(value, answer))
    }, pause)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [value, expected, known, ask])

  return { asking: expected && !known, answer: expected ? answers.get(value) : undefined }
}
