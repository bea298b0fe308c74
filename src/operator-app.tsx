/** The operators' console with all of its resources: each file in `resources/operator/` is one. */
import type { ComponentType } from 'react'
import { findRedirect } from '#client/routes.ts'
import { adoptSessionOfOtherTabs } from '#client/session/session-tabs.ts'
import type { Resource } from '#console/engine/resource.ts'
import { startOperatorApp } from '#operator/operator-app.tsx'

const resources = import.meta.glob<{ default: Resource }>('/resources/operator/*.ts', {
  eager: true,
})

/** Resolves when the sign-in or the first page can be rendered immediately. */
export async function openOperatorApp(): Promise<ComponentType> {
  const to = findRedirect(location)
  if (to !== null) history.replaceState(history.state, '', to)
  await adoptSessionOfOtherTabs()
  return startOperatorApp(resources)
}
