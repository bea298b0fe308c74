/** Renders client-rendered public pages, and finds their fields, buttons and links. */
import { cleanup, render, screen } from '@testing-library/react'
import { toPage } from '#client/routes.ts'
import { clearToasts } from '#ui/toasts.tsx'
import { loadPage } from '#landing/pages.ts'

/** Opens a URL. `navigations`: URLs that the page navigates to. */
export async function openLanding(address: string): Promise<{ navigations: string[] }> {
  history.replaceState(null, '', address)
  const page = toPage(location.pathname)
  if (page.kind !== 'landing') throw new Error(`${address} is no page of the public site`)
  const Page = await loadPage(page.route)
  const navigations: string[] = []
  closeLanding()
  document.body.innerHTML = ''
  render(<Page open={(to) => void navigations.push(to)} />)
  return { navigations }
}

export function closeLanding(): void {
  cleanup()
  clearToasts()
}

export const field = (label: string): HTMLInputElement => screen.getByLabelText(label)

export const button = (name: string): HTMLButtonElement => screen.getByRole('button', { name })

export const link = (name: string): string | null =>
  screen.getByRole('link', { name }).getAttribute('href')
