/** Stubs of the browser globals that the client reads in Node, and a sample user. */
import { vi } from 'vitest'
import type { User } from '#contract/user.ts'

export function stubBrowser(address = 'http://localhost/home'): void {
  vi.stubGlobal('sessionStorage', memoryStorage())
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('location', new URL(address))
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: '' } })
  vi.stubGlobal('navigator', { onLine: true })
}

function memoryStorage() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

/** Sample main account as returned by the API. */
export const sampleUser = (userId: string): User => ({
  userId,
  nickname: '小桥',
  account: 'demo@example.com',
  username: 'demo',
  autoDistribution: 0,
  registerDateTime: '2026-01-01 08:00:00',
  enabled: 1,
  createChildUser: 1,
  memberAccount: {
    usableCharNum: 10_000,
    usableVoiceNum: 0,
    usableImageNum: 0,
    usedCharTotal: 0,
    rechargeAmountTotal: 0,
  },
})
