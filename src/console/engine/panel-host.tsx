/** Lazy-loads a custom panel when it opens. */
import {
  createElement,
  lazy,
  Suspense,
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
} from 'react'

type Load<P> = () => Promise<{ readonly default: (props: P) => ReactNode }>
type Drawn = ComponentType<object>

const panels = new WeakMap<object, LazyExoticComponent<Drawn>>()

export function PanelHost<P extends object>({ load, props }: { load: Load<P>; props: P }) {
  return (
    <Suspense fallback={null}>
      {createElement(panelOf(load as () => Promise<{ default: Drawn }>), props)}
    </Suspense>
  )
}

/** Caches the lazy component per loader, so that it is created once. */
function panelOf(load: () => Promise<{ default: Drawn }>): LazyExoticComponent<Drawn> {
  const panel = panels.get(load) ?? lazy(load)
  panels.set(load, panel)
  return panel
}
