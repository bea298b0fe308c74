/** The console with all resources of the product: every file in `resources/` is one. */
import type { ComponentType } from 'react'
import Console from '#console/console.tsx'
import { openConsole } from '#console/bootstrap.ts'
import type { Resource } from '#console/engine/resource.ts'

const resources = import.meta.glob<{ default: Resource }>('/resources/*.ts', { eager: true })

/** Settles when the first page can be drawn at once. */
export async function openApp(): Promise<ComponentType> {
  await openConsole(resources)
  return App
}

function App() {
  return <Console resources={resources} />
}
