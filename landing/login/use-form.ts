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
   * `isAnnouncedByToast`: the fields are then no live regions.
   */
  function showErrorsAndFocus(newErrors: ValidationErrors<N>, isAnnouncedByToast = false): boolean {
    const first = names.find((name) => newErrors[name])
    setAnnounced(isAnnouncedByToast)
    setErrors(newErrors)
    if (first) setFocusRequest({ name: first })
    return first !== undefined
  }

  /** Shows or clears the error of one field, keeps those of the others, and moves no focus. */
  function showError(name: N, error: string | undefined, isAnnouncedByToast: boolean): void {
    setAnnounced(isAnnouncedByToast)
    setErrors((current) => ({ ...current, [name]: error }))
  }

  return {
    formRef,
    values,
    errors,
    set,
    showError,
    showErrorsAndFocus,
    focusField: (name: N) => setFocusRequest({ name }),
    /** Errors of the named fields, by default all, without showing them. */
    findErrors: (fields: readonly N[] = names): ValidationErrors<N> =>
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
  const isPressed = useRef(false)

  useEffect(() => {
    const press = () => (isPressed.current = true)
    const release = () => (isPressed.current = false)
    addEventListener('mousedown', press, true)
    addEventListener('mouseup', release, true)
    return () => {
      removeEventListener('mousedown', press, true)
      removeEventListener('mouseup', release, true)
    }
  }, [])

  return (change) => {
    if (isPressed.current) addEventListener('mouseup', () => setTimeout(change), { once: true })
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
  isEnabled: boolean,
  query: (value: string) => Promise<T>,
): { isPending: boolean; answer: T | undefined } {
  const [answers, setAnswers] = useState<ReadonlyMap<string, T | undefined>>(new Map())
  const isKnown = answers.has(value)

  useEffect(() => {
    if (!isEnabled || isKnown) return undefined
    let isCancelled = false
    const timer = setTimeout(async () => {
      const answer = await query(value).catch(() => undefined)
      if (!isCancelled) setAnswers((all) => new Map(all).set(value, answer))
    }, debounceDelay)
    return () => {
      isCancelled = true
      clearTimeout(timer)
    }
  }, [value, isEnabled, isKnown, query])

  return { isPending: isEnabled && !isKnown, answer: isEnabled ? answers.get(value) : undefined }
}
