/** Form state: values, validation errors, checks by the server, focus on the first error. */
import { useEffect, useRef, useState, type ChangeEvent } from 'react'

export type Values<N extends string> = Record<N, string>
export type ValidationErrors<N extends string> = Partial<Record<N, string | undefined>>

/**
 * `validate` returns the validation errors. `initialValues` lists the fields in the order of the
 * page.
 */
export function useForm<N extends string>(
  initialValues: Values<N>,
  validate: (values: Values<N>) => ValidationErrors<N>,
) {
  const formRef = useRef<HTMLFormElement>(null)
  const names = Object.keys(initialValues) as N[]
  const [values, setValues] = useState(initialValues)
  const [errors, setErrors] = useState<ValidationErrors<N>>({})
  const [isAnnounced, setAnnounced] = useState(false)
  const [focusRequest, setFocusRequest] = useState<{ name: N }>()
  const runAfterPress = useAfterPress()

  useEffect(() => {
    if (focusRequest) focusOn(formRef.current, focusRequest.name)
  }, [focusRequest])

  /** Editing a field clears its error. */
  function set(name: N, value: string) {
    setValues((current) => ({ ...current, [name]: value }))
    setErrors((current) => ({ ...current, [name]: undefined }))
    setAnnounced(false)
  }

  /**
   * Shows the errors and focuses the first invalid field. Returns true if there are any.
   * `announced`: a toast announces them too.
   */
  function showErrors(newErrors: ValidationErrors<N>, announced = false): boolean {
    const first = names.find((name) => newErrors[name])
    setAnnounced(announced)
    setErrors(newErrors)
    if (first) setFocusRequest({ name: first })
    return first !== undefined
  }

  /** Shows or clears the error of one field and keeps those of the others. */
  function showError(name: N, error: string | undefined, announced: boolean): void {
    setAnnounced(announced)
    setErrors((current) => ({ ...current, [name]: error }))
  }

  return {
    formRef,
    values,
    errors,
    set,
    showError,
    showErrors,
    focusField: (name: N) => setFocusRequest({ name }),
    /** Validates the named fields, by default all. */
    validationErrors: (fields: readonly N[] = names): ValidationErrors<N> =>
      pickErrors(validate(values), fields),
    /** Input props of a field. Non-empty fields are validated on blur. */
    inputProps: (name: N) => ({
      name,
      value: values[name],
      error: errors[name],
      isAnnounced,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => set(name, target.value),
      onBlur: () => {
        if (values[name])
          runAfterPress(() => {
            setAnnounced(false)
            setErrors((current) => ({ ...current, ...pickErrors(validate(values), [name]) }))
          })
      },
    }),
  }
}

function pickErrors<N extends string>(
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

/** Milliseconds. */
const debounceDelay = 400

/**
 * `answer` is undefined until known. Errors are ignored: the server validates again on submission.
 */
export function useAsyncValidation<T>(
  value: string,
  enabled: boolean,
  query: (value: string) => Promise<T>,
): { pending: boolean; answer: T | undefined } {
  const [answers, setAnswers] = useState<ReadonlyMap<string, T | undefined>>(new Map())
  const known = answers.has(value)

  useEffect(() => {
    if (!enabled || known) return undefined
    let cancelled = false
    const timer = setTimeout(async () => {
      const answer = await query(value).catch(() => undefined)
      if (!cancelled) setAnswers((all) => new Map(all).set(value, answer))
    }, debounceDelay)
    return () => {
      cancelled = true
      clearTimeout(timer)
    }
  }, [value, enabled, known, query])

  return { pending: enabled && !known, answer: enabled ? answers.get(value) : undefined }
}
