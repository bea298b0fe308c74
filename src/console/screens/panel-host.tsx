/** Loads a hand-written panel when it is opened. */
import { lazy, Suspense, type ComponentType, type LazyExoticComponent, type ReactNode } from 'react'

type Load<P> = () => Promise<{ readonly default: (props: P) => ReactNode }>
type Drawn = ComponentType<object>

const panels = new WeakMap<object, LazyExoticComponent<Drawn>>()

export function PanelHost<P extends object>({ load, props }: { load: Load<P>; props: P }) {
  const known = panels.get(load) ?? lazy(load as () => Promise<{ default: Drawn }>)
  panels.set(load, known)
  const Panel = known
  return (
    <Suspense fallback={null}>
      <Panel {...props} />
    </Suspense>
  )
}
