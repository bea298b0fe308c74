/** The message area of a page or a dialog: two live regions, standing before any message comes. */
import { useLayoutEffect, useState, useSyncExternalStore, type ComponentType } from 'react'
import '#client/toasts.css'

/**
 * Where messages appear: in the page, or in the dialog that is open above it, since the rest of the
 * page is inert then. The last one added shows them.
 */
const hosts: symbol[] = []
const listeners = new Set<() => void>()

export type Messages = ComponentType<{ errors: boolean }>

type Props = {
  /** Of the region. */
  name: string
  /** `base` is the area of the page itself, below those of all dialogs. */
  base: boolean
  /** Returns what draws the messages of a region; nothing while that is not loaded. */
  messages: () => Messages | undefined
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
  const Shown = useSyncExternalStore(subscribe, () =>
    hosts.at(-1) === host ? messages() : undefined,
  )
  return (
    <section className="toasts" aria-label={Shown && name}>
      <div aria-live="assertive">{Shown && <Shown errors />}</div>
      <output>{Shown && <Shown errors={false} />}</output>
    </section>
  )
}

/** After what `messages` returns has changed. */
export function redrawToastAreas(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
