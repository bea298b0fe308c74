/** Browser tabs, each of another user, with a notice stream that reconnects as the client does. */
import { request } from 'node:http'
import { createParser } from 'eventsource-parser'
import { backoffDelay } from '#client/realtime/reconnect-delay.ts'
import { computeAuthToken } from '#contract/signing.ts'
import type { Database } from '#server/platform/db/open.ts'
import { sessions } from '#server/schema.ts'
import { nodeCrypto } from '#server/platform/crypto/crypto.ts'
import { hashToken } from '#server/http/signature.ts'
import { signedByToken } from '#tests/bench/signed-by-token.ts'

const usersPerOwner = 20

export type Tab = {
  ownerId: string
  userId: string
  token: string
  lastEventId: string | undefined
  isOpen: boolean
  /** Failed attempts in a row. */
  failures: number
  /** Attempts that failed and streams that ended. */
  reopened: number
  /** Titles of the notices. */
  received: string[]
  stop: () => void
}

/** A tab whose stream has not been opened yet. */
export const closedTab = (user: Pick<Tab, 'ownerId' | 'userId' | 'token'>): Tab => ({
  ...user,
  lastEventId: undefined,
  isOpen: false,
  failures: 0,
  reopened: 0,
  received: [],
  stop: () => {},
})

export async function signedInTabs({ db }: Database, count: number): Promise<Tab[]> {
  const now = new Date()
  const tabs = Array.from({ length: count }, (_, n): Tab => {
    const userId = String(5_000_000 + n)
    const ownerId = String(5_000_000 + n - (n % usersPerOwner))
    const token = computeAuthToken(nodeCrypto.md5, { sk: nodeCrypto.random(32), userId })
    return closedTab({ ownerId, userId, token })
  })
  const rows = tabs.map(({ ownerId, userId, token }) => ({
    ownerId,
    userId,
    tokenHash: hashToken(token, nodeCrypto),
    clientType: 'web',
    ip: '10.0.0.1',
  }))
  for (let at = 0; at < rows.length; at += 500)
    await db
      .insert(sessions)
      .values(rows.slice(at, at + 500).map((row) => ({ ...row, createdAt: now, usedAt: now })))
  return tabs
}

/** Opens the stream, and reopens it from the last event after the client’s pauses. */
export function keepOpen(tab: Tab, port: number): void {
  const headers = {
    ...signedByToken(tab.token),
    ...(tab.lastEventId === undefined ? {} : { 'last-event-id': tab.lastEventId }),
  }
  const stream = request({
    host: '127.0.0.1',
    port,
    path: `/api/notice/openSse/client-${tab.userId}-of-bench`,
    headers,
    agent: false,
  })
  let isEnded = false
  const reopen = () => {
    if (isEnded) return
    isEnded = true
    tab.isOpen = false
    tab.reopened++
    const timer = setTimeout(() => keepOpen(tab, port), backoffDelay(tab.failures++))
    tab.stop = () => clearTimeout(timer)
  }
  tab.stop = () => {
    isEnded = true
    stream.destroy()
  }
  stream.on('error', reopen)
  stream.on('close', reopen)
  stream.on('response', (response) => {
    const parser = createParser({
      onEvent({ id, event, data }) {
        if (id) tab.lastEventId = id
        if (event === 'opened') Object.assign(tab, { isOpen: true, failures: 0 })
        if (event === undefined) tab.received.push((JSON.parse(data) as { title: string }).title)
      },
    })
    response.setEncoding('utf8')
    response.on('data', (text: string) => parser.feed(text))
    response.on('error', reopen)
    response.on('close', reopen)
  })
  stream.end()
}

/** Throws an Error after two minutes. */
export async function until(isTrue: () => boolean): Promise<void> {
  const end = Date.now() + 120_000
  while (!isTrue()) {
    if (Date.now() > end) throw new Error('The condition was not met within two minutes.')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
