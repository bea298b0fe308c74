/**
 * What the notice stream brings to this page: the number of unread notices, those that ask for
 * attention, and hints of what has changed.
 */
import { isWithdrawn } from '#client/realtime/notice-stream.ts'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { loadUser } from '#client/session/current-user.ts'
import type { Heard } from '#client/realtime/notice-stream.ts'
import { onSessionChange, signedIn } from '#client/session/session.ts'
import { shareNoticeStream, type SharedStream } from '#client/realtime/shared-stream.ts'
import { endSessionIfExpired } from '#console/refine/session-expiry.ts'
import { onChanged, publishChange } from '#console/refine/live.ts'
import { closeToast, showToast, toasts } from '#client/toast-store.ts'
import { WireError } from '#contract/failure.ts'
import { notices, type Notice } from '#contract/notices.ts'

export type Feed = {
  /** Whether the stream is open, here or in another tab: what it tells need not be asked for. */
  readonly open: boolean
  readonly unread: number
  /** Notices that ask for attention and nobody has put away yet, the oldest first. */
  readonly urgent: readonly Notice[]
}

let feed: Feed = { open: false, unread: 0, urgent: [] }
const listeners = new Set<() => void>()
let shared: SharedStream | undefined

export const currentFeed = (): Feed => feed

export function onFeed(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Everything that hangs on notices stands under this key. */
export const noticesKey = 'notices'

/**
 * Listens until the returned function is called. `keeps`: the backend keeps notices, so that there
 * is a number of unread ones.
 */
export function startFeed(
  userId: string | number,
  { cache, keeps }: { cache: QueryClient; keeps: boolean },
): () => void {
  const count = async () => {
    if (keeps && signedIn())
      change({
        unread: (
          await call(notices.unread, {}, { quiet: true }).catch(() => ({ count: feed.unread }))
        ).count,
      })
  }
  const ignore = onChanged(
    (about) =>
      void cache.invalidateQueries({
        predicate: ({ queryKey }) => asked(queryKey).some((one) => about.includes(one)),
      }),
  )
  let missed = false
  const stream = shareNoticeStream(userId, (heard) => {
    if (heard.kind === 'open') {
      // What changed while nobody listened was told to nobody.
      if (missed) publishChange(everything(cache))
      missed = false
      change({ open: true })
      void count()
    }
    if (heard.kind === 'closed') {
      missed = true
      change({ open: false })
    }
    if (heard.kind === 'changed') changed(heard.about, count)
    if (heard.kind === 'announcements') withdraw(heard.ids)
    if (heard.kind === 'expired') endSessionIfExpired(new WireError(heard))
    if (heard.kind === 'read') {
      change({ urgent: feed.urgent.filter(({ id }) => id !== heard.id) })
      void cache.invalidateQueries({ queryKey: [noticesKey] })
      void count()
    }
    if (heard.kind === 'notice') {
      tell(heard)
      void cache.invalidateQueries({ queryKey: [noticesKey] })
      void count()
    }
  })
  shared = stream
  // Without a session the stream would be opened again as a visitor's, and what is on the screen
  // asked for as nobody.
  const leave = onSessionChange(({ now }) => {
    if (now === 'signedOut' || now === 'switched') stream.stop()
  })
  void count()
  return () => {
    leave()
    stream.stop()
    ignore()
    change({ open: false, unread: 0, urgent: [] })
  }
}

/**
 * All up to this one are read, here at once, and on the server and in other tabs as soon as they
 * can be told.
 */
export async function markRead(id: Notice['id']): Promise<void> {
  change({ unread: 0 })
  await call(notices.read, { id }, { quiet: true }).catch(() => undefined)
  shared?.read(id)
}

export function dismiss(notice: Notice): void {
  change({ urgent: feed.urgent.filter((one) => one !== notice) })
  void markRead(notice.id)
}

function changed(about: readonly string[], count: () => Promise<void>): void {
  publishChange(about)
  if (about.includes('user') && signedIn()) void loadUser().catch(() => undefined)
  if (about.includes('notice')) void count()
}

/** Takes announcements off the screen that were withdrawn. */
function withdraw(standing: readonly Notice['id'][]): void {
  const urgent = feed.urgent.filter(({ id }) => !isWithdrawn(id, standing))
  if (urgent.length < feed.urgent.length) change({ urgent })
  for (const { key } of toasts())
    if (key.startsWith(toastKey) && isWithdrawn(key.slice(toastKey.length), standing))
      closeToast(key)
}

const toastKey = 'notice-'

/** In a tab that nobody looks at, the bell says it when they come back. */
function tell({ notice }: Heard & { kind: 'notice' }): void {
  if (notice.level === 'warning') change({ urgent: [...feed.urgent, notice] })
  else if (document.visibilityState === 'visible')
    showToast({
      key: `${toastKey}${notice.id}`,
      tone: 'info',
      text: `${notice.title}\n${notice.content}`,
    })
}

/** Everything that is on the screen now, and who one is. */
function everything(cache: QueryClient): string[] {
  const active = cache.getQueryCache().findAll({ type: 'active' })
  return ['user', ...new Set(active.flatMap(({ queryKey }) => asked(queryKey)))]
}

/** Those parts of a key that are paths, by their first segments. */
function asked(queryKey: readonly unknown[]): string[] {
  return queryKey.flatMap((part) =>
    typeof part === 'string' && part.startsWith('/') ? [part.split('/')[1]!] : [],
  )
}

function change(what: Partial<Feed>): void {
  feed = { ...feed, ...what }
  listeners.forEach((listener) => listener())
}
