/** Tabs of as many users, each with a notice stream that it keeps open as the client does. */
import { request } from 'node:http'
import { createParser } from 'eventsource-parser'
import { backoffDelay } from '#client/realtime/reconnect-delay.ts'
import { authToken } from '#contract/signing.ts'
import type { Database } from '#server/platform/db/open.ts'
import { sessions } from '#server/schema.ts'
import { nodeCrypto } from '#server/platform/crypto/crypto.ts'
import { tokenHash } from '#server/auth/signature.ts'
import { signedByToken } from '#tests/bench/signed-by-token.ts'

const usersPerOwner = 20

export type Tab = {
  ownerId: string
  userId: string
  token: string
  place: string | undefined
  open: boolean
  failures: number
  got: string[]
  stop: () => void
}

/** A tab that has not been opened yet. */
export const closedTab = (user: Pick<Tab, 'ownerId' | 'userId' | 'token'>): Tab => ({
  ...user,
  place: undefined,
  open: false,
  failures: 0,
  got: [],
  stop: () => {},
})

export async function signedInTabs({ db }: Database, count: number): Promise<Tab[]> {
  const now = new Date()
  const tabs = Array.from({ length: count }, (_, n): Tab => {
    const userId = String(5_000_000 + n)
    const ownerId = String(5_000_000 + n - (n % usersPerOwner))
    const token = authToken(nodeCrypto.md5, { sk: nodeCrypto.random(32), userId })
    return closedTab({ ownerId, userId, token })
  })
  const rows = tabs.map(({ ownerId, userId, token }) => ({
    ownerId,
    userId,
    tokenHash: tokenHash(token, nodeCrypto),
    clientType: 'web',
    ip: '10.0.0.1',
  }))
  for (let at = 0; at < rows.length; at += 500)
    await db
      .insert(sessions)
      .values(rows.slice(at, at + 500).map((row) => ({ ...row, createdAt: now, usedAt: now })))
  return tabs
}

/** As the client does it: opened again after the same pauses, going on from the last event. */
export function keepOpen(tab: Tab, port: number): void {
  const headers = {
    ...signedByToken(tab.token),
    ...(tab.place === undefined ? {} : { 'last-event-id': tab.place }),
  }
  const stream = request({
    host: '127.0.0.1',
    port,
    path: `/api/notice/openSse/client-${tab.userId}-of-bench`,
    headers,
    agent: false,
  })
  let ended = false
  const again = () => {
    if (ended) return
    ended = true
    tab.open = false
    const timer = setTimeout(() => keepOpen(tab, port), backoffDelay(tab.failures++))
    tab.stop = () => clearTimeout(timer)
  }
  tab.stop = () => {
    ended = true
    stream.destroy()
  }
  stream.on('error', again)
  stream.on('close', again)
  stream.on('response', (response) => {
    const parser = createParser({
      onEvent({ id, event, data }) {
        if (id) tab.place = id
        if (event === 'opened') Object.assign(tab, { open: true, failures: 0 })
        if (event === undefined) tab.got.push((JSON.parse(data) as { title: string }).title)
      },
    })
    response.setEncoding('utf8')
    response.on('data', (text: string) => parser.feed(text))
    response.on('error', again)
    response.on('close', again)
  })
  stream.end()
}

export async function until(happened: () => boolean): Promise<void> {
  const end = Date.now() + 120_000
  while (!happened()) {
    if (Date.now() > end) throw new Error('It did not happen within two minutes.')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
