/** Lazy-loads custom panels when they open. */
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
type Props<P> = { load: Load<P>; props: P }

const lazyPanels = new WeakMap<object, LazyExoticComponent<PanelComponent>>()

/** Nothing until the panel has loaded. */
export const PanelHost = <P extends object>(props: Props<P>) => (
  <Suspense fallback={null}>
    <SuspendingPanel {...props} />
  </Suspense>
)

/** For a place that waits for the panel as a whole. */
export const SuspendingPanel = <P extends object>({ load, props }: Props<P>) =>
  createElement(lazyPanelOf(load as () => Promise<{ default: PanelComponent }>), props)

/** Caches the lazy component per loader, so that it is created once. */
function lazyPanelOf(
  load: () => Promise<{ default: PanelComponent }>,
): LazyExoticComponent<PanelComponent> {
  const panel = lazyPanels.get(load) ?? lazy(load)
  lazyPanels.set(load, panel)
  return panel
}
