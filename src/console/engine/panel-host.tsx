/** Loads a hand-written panel when it is opened. */
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

/** One for each way of loading, however often it is opened. */
function panelOf(load: () => Promise<{ default: Drawn }>): LazyExoticComponent<Drawn> {
  const panel = panels.get(load) ?? lazy(load)
  panels.set(load, panel)
  return panel
}
