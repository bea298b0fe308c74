/** Toast area of a page or dialog: two live regions that exist before the first toast. */
import { useLayoutEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import '#ui/toasts.css'

/**
 * Stack of toast hosts: the page, and each open dialog, since a modal dialog makes the page inert.
 * The last one shows the toasts.
 */
const hosts: symbol[] = []
const listeners = new Set<() => void>()

/** Draws the toasts of one live region: the errors, or all others. */
type DrawToasts = (errors: boolean) => ReactNode

type Props = {
  /** Accessible name of the area. */
  name: string
  /** Marks the page's own area, which goes to the bottom of the stack. */
  base: boolean
  /** Returns undefined until they can be drawn. */
  messages: () => DrawToasts | undefined
}

export function ToastArea({ name, base, messages }: Props) {
  const [host] = useState(() => Symbol('toast host'))
  useLayoutEffect(() => {
    if (base) hosts.unshift(host)
    else hosts.push(host)
    redrawToastAreas()
    return () => {
      hosts.splice(hosts.indexOf(host), 1)
      redrawToastAreas()
    }
  }, [host, base])
  const draw = useSyncExternalStore(subscribe, () =>
    hosts.at(-1) === host ? messages() : undefined,
  )
  return (
    <section className="toasts" aria-label={draw && name}>
      <div aria-live="assertive">{draw?.(true)}</div>
      <output>{draw?.(false)}</output>
    </section>
  )
}

/** Call after the result of `messages` has changed. */
export function redrawToastAreas(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
