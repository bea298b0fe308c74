/** Stubs the browser globals that the client reads, for tests in Node. */
import { vi } from 'vitest'

export function stubBrowser(address = 'http://localhost/home'): void {
  vi.stubGlobal('sessionStorage', memoryStorage())
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('location', new URL(address))
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: '' } })
  vi.stubGlobal('navigator', { onLine: true })
}

function memoryStorage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}
