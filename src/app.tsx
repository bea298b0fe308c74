/** The console with all resources of the product: each file in `resources/` is one. */
import type { ComponentType } from 'react'
import { sessionScope } from '#client/storage.ts'
import { startConsole } from '#console/console.tsx'
import type { Resource } from '#console/engine/resource.ts'
import { Pages } from '#console/shell/pages.tsx'

const resources = import.meta.glob<{ default: Resource }>('/resources/*.ts', { eager: true })

/**
 * Resolves when the first page can be rendered immediately. The operators' console is started here,
 * so that the login page does not name its files.
 */
export async function openApp(): Promise<ComponentType> {
  if (sessionScope === 'operator.') return (await import('./operator-app.tsx')).openOperatorApp()
  return startConsole({ resources, Pages })
}
