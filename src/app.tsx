/** The console with all resources of the product: each file in `resources/` is one. */
import type { ComponentType } from 'react'
import { sessionScope } from '#client/storage.ts'
import Console from '#console/console.tsx'
import { openConsole } from '#console/bootstrap.ts'
import type { Resource } from '#console/engine/resource.ts'

const resources = import.meta.glob<{ default: Resource }>('/resources/*.ts', { eager: true })

/**
 * Resolves when the first page can be rendered immediately. The operators' console is started here,
 * so that the login page does not name its files.
 */
export async function openApp(): Promise<ComponentType> {
  if (sessionScope === 'operator.') return (await import('./operator-app.tsx')).openOperatorApp()
  await openConsole(resources)
  return App
}

function App() {
  return <Console resources={resources} />
}
