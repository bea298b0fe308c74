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
type PanelComponent = ComponentType<object>

const lazyPanels = new WeakMap<object, LazyExoticComponent<PanelComponent>>()

export function PanelHost<P extends object>({ load, props }: { load: Load<P>; props: P }) {
  return (
    <Suspense fallback={null}>
      {createElement(lazyPanelOf(load as () => Promise<{ default: PanelComponent }>), props)}
    </Suspense>
  )
}

/** Caches the lazy component per loader, so that it is created once. */
function lazyPanelOf(
  load: () => Promise<{ default: PanelComponent }>,
): LazyExoticComponent<PanelComponent> {
  const panel = lazyPanels.get(load) ?? lazy(load)
  lazyPanels.set(load, panel)
  return panel
}
