/** Loads a hand-written panel when it is opened. */
import { lazy, Suspense, type ComponentType, type LazyExoticComponent } from 'react'
import type { PanelEntry } from '#console/resolved.ts'
import type { Row } from '#console/resource.ts'

type Drawn = ComponentType<{ row: Row; close: () => void }>

const panels = new WeakMap<PanelEntry['load'], LazyExoticComponent<Drawn>>()

export function PanelHost({ panel: { load }, row, onClose }: { panel: PanelEntry; row: Row; onClose: () => void }) {
  const known = panels.get(load) ?? lazy(load as () => Promise<{ default: Drawn }>)
  panels.set(load, known)
  const Panel = known
  return (
    <Suspense fallback={null}>
      <Panel row={row} close={onClose} />
    </Suspense>
  )
}
