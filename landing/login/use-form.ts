/** Form state: values, validation errors, checks by the server, focus on the first error. */
import { useEffect, useRef, useState, type ChangeEvent } from 'react'

export type Values<N extends string> = Record<N, string>
export type ValidationErrors<N extends string> = Partial<Record<N, string | undefined>>

/**
 * `judge` returns the validation errors. The order of `opening` is the order of the fields on the
 * page.
 */
export function useForm<N extends string>(
  opening: Values<N>,
  judge: (values: Values<N>) => ValidationErrors<N>,
) {
  const form = useRef<HTMLFormElement>(null)
  const names = Object.keys(opening) as N[]
  const [values, setValues] = useState(opening)
  const [wrong, setWrong] = useState<ValidationErrors<N>>({})
  const [quiet, setQuiet] = useState(false)
  const [attend, setAttend] = useState<{ name: N }>()
  const afterPress = useAfterPress()

  useEffect(() => {
    if (attend) focusOn(form.current, attend.name)
  }, [attend])

  /** Editing a field clears its error. */
  function set(name: N, value: string) {
    setValues((now) => ({ ...now, [name]: value }))
    setWrong((now) => ({ ...now, [name]: undefined }))
    setQuiet(false)
  }

  /**
   * Shows the errors and focuses the first invalid field. Returns true if there are any.
   * `announced`: a toast announces them too.
   */
  function tell(errors: ValidationErrors<N>, announced = false): boolean {
    const first = names.find((name) => errors[name])
    setQuiet(announced)
    setWrong(errors)
    if (first) setAttend({ name: first })
    return first !== undefined
  }

  return {
    form,
    values,
    wrong,
    set,
    tell,
    goTo: (name: N) => setAttend({ name }),
    /** Validates the named fields, by default all. */
    validationErrors: (only: readonly N[] = names): ValidationErrors<N> =>
      picked(judge(values), only),
    /** Input props of a field. Non-empty fields are validated on blur. */
    of: (name: N) => ({
      name,
      value: values[name],
      wrong: wrong[name],
      quiet,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => set(name, target.value),
      onBlur: () => {
        if (values[name])
          afterPress(() => {
            setQuiet(false)
            setWrong((now) => ({ ...now, ...picked(judge(values), [name]) }))
          })
      },
    }),
  }
}

function picked<N extends string>(
  errors: ValidationErrors<N>,
  names: readonly N[],
): ValidationErrors<N> {
  return Object.fromEntries(
    names.filter((name) => errors[name]).map((name) => [name, errors[name]]),
  ) as ValidationErrors<N>
}

/**
 * Delays layout changes until a pressed mouse button is released: a target that moves between
 * mousedown and mouseup gets no click.
 */
function useAfterPress(): (change: () => void) => void {
  const pressed = useRef(false)

  useEffect(() => {
    const press = () => (pressed.current = true)
    const release = () => (pressed.current = false)
    addEventListener('mousedown', press, true)
    addEventListener('mouseup', release, true)
    return () => {
      removeEventListener('mousedown', press, true)
      removeEventListener('mouseup', release, true)
    }
  }, [])

  return (change) => {
    if (pressed.current) addEventListener('mouseup', () => setTimeout(change), { once: true })
    else change()
  }
}

function focusOn(form: HTMLFormElement | null, name: string): void {
  const item = form?.elements.namedItem(name)
  if (item instanceof HTMLElement) item.focus()
}

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
