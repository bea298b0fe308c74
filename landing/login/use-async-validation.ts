/** Debounced validation of a value by the server, cached by value. */
import { useEffect, useState } from 'react'

/** Debounce delay in milliseconds. */
const pause = 400

/**
 * `answer` is undefined until known. Errors are ignored: the server validates again on submission.
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
