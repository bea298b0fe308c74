/**
 * The items of a form: what each holds, what is wrong with it, and going to the first that is
 * wrong.
 */
import { useEffect, useRef, useState, type ChangeEvent } from 'react'

export type Values<N extends string> = Record<N, string>
export type Faults<N extends string> = Partial<Record<N, string | undefined>>

/** `judge` tells what is wrong by the rules; the order of `opening` is that on the page. */
export function useForm<N extends string>(
  opening: Values<N>,
  judge: (values: Values<N>) => Faults<N>,
) {
  const form = useRef<HTMLFormElement>(null)
  const names = Object.keys(opening) as N[]
  const [values, setValues] = useState(opening)
  const [wrong, setWrong] = useState<Faults<N>>({})
  const [quiet, setQuiet] = useState(false)
  const [attend, setAttend] = useState<{ name: N }>()
  const afterPress = useAfterPress()

  useEffect(() => {
    if (attend) focusOn(form.current, attend.name)
  }, [attend])

  /** What was said of an item no longer holds once it is changed. */
  function set(name: N, value: string) {
    setValues((now) => ({ ...now, [name]: value }))
    setWrong((now) => ({ ...now, [name]: undefined }))
    setQuiet(false)
  }

  /**
   * Says what is wrong and goes to the first of it; tells whether there was anything. `announced`:
   * a message says it too.
   */
  function tell(errors: Faults<N>, announced = false): boolean {
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
    /** Everything in the form is judged, or what is named. */
    faults: (only: readonly N[] = names): Faults<N> => picked(judge(values), only),
    /** What the input of an item needs. What was filled in is judged when it is left. */
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

function picked<N extends string>(errors: Faults<N>, names: readonly N[]): Faults<N> {
  return Object.fromEntries(
    names.filter((name) => errors[name]).map((name) => [name, errors[name]]),
  ) as Faults<N>
}

/**
 * What moves away under a pressed mouse button misses its click: a change that moves the page waits
 * until the click is through.
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
