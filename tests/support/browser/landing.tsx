/** Renders client-rendered public pages, and helpers for interaction by label and key. */
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { pageOf } from '#client/routes.ts'
import { clearToasts } from '#ui/toasts.tsx'
import { loadPage } from '#landing/pages.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let root: Root | undefined

/** Opens a URL. `opened`: URLs that the page navigates to. */
export async function openLanding(address: string): Promise<{ opened: string[] }> {
  history.replaceState(null, '', address)
  const page = pageOf(location.pathname)
  if (page.kind !== 'landing') throw new Error(`${address} is no page of the public site`)
  const Page = await loadPage(page.route)
  const opened: string[] = []
  closeLanding()
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.body.firstElementChild!)
  act(() => root!.render(<Page open={(to) => void opened.push(to)} />))
  return { opened }
}

export function closeLanding(): void {
  act(() => root?.unmount())
  root = undefined
  clearToasts()
}

export const text = (): string => document.body.textContent ?? ''

export function field(label: string): HTMLInputElement {
  const found = [...document.querySelectorAll('label')].find((it) => it.textContent === label)
  return document.getElementById(found!.htmlFor) as HTMLInputElement
}

export function button(name: string): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].find(
    (it) => (it.getAttribute('aria-label') ?? it.textContent) === name,
  )
  if (!found) throw new Error(`no button is called ${name}`)
  return found
}

export function link(name: string): string | null | undefined {
  return [...document.querySelectorAll('a')]
    .find((it) => it.textContent?.trim() === name)
    ?.getAttribute('href')
}

export async function type(into: HTMLInputElement, value: string): Promise<void> {
  await act(async () => {
    into.focus()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(into, value)
    into.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

export async function press(target: HTMLElement): Promise<void> {
  await act(async () => target.click())
}

/** Polls until the condition holds. Throws after `patience` milliseconds. */
export async function settled(happened: () => boolean, patience = 10_000): Promise<void> {
  const end = Date.now() + patience
  while (!happened() && Date.now() < end)
    await act(() => new Promise((resolve) => setTimeout(resolve, 10)))
  if (!happened()) throw new Error(`nothing happened in ${patience} ms; the page says: ${text()}`)
}
