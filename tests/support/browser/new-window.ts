/** Vitest setupFile: each file begins as in a new window, with modules of its own. */
import { vi } from 'vitest'

vi.unstubAllGlobals()
vi.unstubAllEnvs()
vi.useRealTimers()
vi.resetModules()
if (typeof document !== 'undefined') {
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  document.head.innerHTML = ''
  document.body.innerHTML = ''
  const page = document.documentElement
  page.getAttributeNames().forEach((name) => page.removeAttribute(name))
}

// Inline styles only: otherwise each look-up by accessible name matches every rule of the style sheets of the page.
if (typeof window !== 'undefined')
  window.getComputedStyle = (element) => (element as HTMLElement).style

// React records a task of each element for the async stacks of developer tools, if the console has
// any: a twentieth of the processor time of component tests.
Reflect.deleteProperty(console, 'createTask')
