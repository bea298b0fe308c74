/** Toast area of a page or dialog: two live regions that exist before the first toast. */
import { useLayoutEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import '#ui/toasts.css'

/**
 * Stack of toast hosts: the page, and each open dialog, since a modal dialog makes the page inert.
 * The last one shows the toasts.
 */
const hosts: symbol[] = []
const listeners = new Set<() => void>()

/** Renders the toasts of one live region: the errors, or all others. */
type RenderToasts = (region: 'errors' | 'others') => ReactNode

type Props = {
  /** Accessible name of the area. */
  name: string
  /** Marks the page's own area, which goes to the bottom of the stack. */
  base: boolean
  /** Returns undefined until the toast component is loaded. */
  getRenderer: () => RenderToasts | undefined
}

export function ToastArea({ name, base, getRenderer }: Props) {
  const [host] = useState(() => Symbol('toast host'))
  useLayoutEffect(() => {
    if (base) hosts.unshift(host)
    else hosts.push(host)
    rerenderToastAreas()
    return () => {
      hosts.splice(hosts.indexOf(host), 1)
      rerenderToastAreas()
    }
  }, [host, base])
  const render = useSyncExternalStore(subscribe, () =>
    hosts.at(-1) === host ? getRenderer() : undefined,
  )
  return (
    <section className="toasts" aria-label={render && name}>
      <div aria-live="assertive">{render?.('errors')}</div>
      <output>{render?.('others')}</output>
    </section>
  )
}

/** Call after the result of `getRenderer` has changed. */
export function rerenderToastAreas(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
