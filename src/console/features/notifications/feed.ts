/** State fed by the notification stream: unread count, notices to read, cache invalidation. */
import {
  canBeMarkedRead,
  isForReading,
  isWithdrawn,
  type StreamEvent,
  shareNoticeStream,
  type SharedStream,
} from '#client/realtime/notice-stream.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { loadUser } from '#client/session/current-user.ts'
import { onSessionChange, isSignedIn } from '#client/session/session.ts'
import { endSessionIfExpired } from '#console/refine/session-expiry.ts'
import { t } from '#console/refine/i18n.ts'
import { publishChange, onTopicsChanged } from '#console/refine/live.ts'
import { topicOfPath, type Topic } from '#contract/topics.ts'
import { closeToast, showToast, toasts } from '#ui/toasts.tsx'
import { WireError } from '#contract/failure.ts'
import { notices, type Notice } from '#contract/notices.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { useCurrentUser } from '#console/refine/current-user.ts'
import { useCapabilities } from '#console/refine/capabilities.ts'
import type { SupportView } from '#contract/support-views.ts'

type Feed = {
  /** Whether the stream is open in any tab; if so, polling is unnecessary. */
  readonly isStreamOpen: boolean
  readonly unread: number
  /** Notices of the dialog that are not dismissed yet, oldest first. */
  readonly pending: readonly Notice[]
  /** Support's request to view the account, or the view that the user allowed. */
  readonly supportView: SupportView | null
}

const initialFeed: Feed = { isStreamOpen: false, unread: 0, pending: [], supportView: null }
let feed = initialFeed
const listeners = new Set<() => void>()
let sharedStream: SharedStream | undefined
let reloadUnread: (() => Promise<void>) | undefined

const currentFeed = (): Feed => feed

function subscribeToFeed(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Query key prefix of all notice queries. */
export const noticesKey = 'notices'

/** Milliseconds after the end of a view until its state is loaded again. */
const expiryMargin = 500

/**
 * Subscribes to the stream until the returned function is called. `storesNotices`: the backend
 * stores notices, so that unread ones can be counted.
 */
function startFeed(
  userId: string | number,
  { cache, storesNotices }: { cache: QueryClient; storesNotices: boolean },
): () => void {
  let isStopped = false
  let expiryTimer: ReturnType<typeof setTimeout> | undefined
  const loadUnread = async () => {
    if (!storesNotices || !isSignedIn()) return
    const unread = await call(notices.unread, {}, { quiet: true }).catch(() => undefined)
    if (!unread || isStopped) return
    const supportView = unread.supportView ?? null
    if (!supportView) showViewEnded(feed.supportView)
    updateFeed({ unread: unread.count, supportView })
    clearTimeout(expiryTimer)
    if (supportView)
      expiryTimer = setTimeout(
        () => void loadUnread(),
        supportView.secondsLeft * 1_000 + expiryMargin,
      )
  }
  reloadUnread = loadUnread
  const unsubscribe = onTopicsChanged(
    (topics) =>
      void cache.invalidateQueries({
        predicate: ({ queryKey }) => topicsOf(queryKey).some((topic) => topics.includes(topic)),
      }),
  )
  let wasDisconnected = false
  const stream = shareNoticeStream(userId, (event) => {
    if (event.kind === 'open') {
      // Changes during a disconnection were missed, so all active queries are invalidated.
      if (wasDisconnected) publishChange(activeTopics(cache))
      wasDisconnected = false
      updateFeed({ isStreamOpen: true })
      void loadUnread()
    }
    if (event.kind === 'closed') {
      wasDisconnected = true
      updateFeed({ isStreamOpen: false })
    }
    if (event.kind === 'changed') handleChange(event.about, loadUnread)
    if (event.kind === 'announcements') removeWithdrawn(event.ids)
    if (event.kind === 'expired') endSessionIfExpired(new WireError(event))
    if (event.kind === 'read') {
      updateFeed({ pending: feed.pending.filter(({ id }) => id !== event.id) })
      void cache.invalidateQueries({ queryKey: [noticesKey] })
      void loadUnread()
    }
    if (event.kind === 'notice') {
      showNotice(event)
      void cache.invalidateQueries({ queryKey: [noticesKey] })
      void loadUnread()
    }
  })
  sharedStream = stream
  // Without a session the stream would reconnect as a visitor, and queries would run
  // unauthenticated.
  const stopOnSignOut = onSessionChange(({ state }) => {
    if (state === 'signedOut' || state === 'switched') stream.stop()
  })
  void loadUnread()
  return () => {
    stopOnSignOut()
    stream.stop()
    unsubscribe()
    isStopped = true
    clearTimeout(expiryTimer)
    updateFeed(initialFeed)
  }
}

/** Shows that a request or a view is over, unless the user's own answer was just confirmed. */
function showViewEnded(view: SupportView | null): void {
  const key = 'support-view'
  if (!view || toasts().some((toast) => toast.key === key)) return
  const text = t(view.state === 'asked' ? 'supportView.requestOver' : 'supportView.ended')
  showToast({ key, tone: 'info', text })
}

/** Reloads whether support may view the account. */
export const refreshSupportView = async (): Promise<void> => reloadUnread?.()

/**
 * Marks all notices up to this one as read: locally at once, then on the server and in other tabs.
 * Rejects as the call does.
 */
export async function markReadUpTo(id: Notice['id']): Promise<void> {
  updateFeed({ unread: 0 })
  await call(notices.read, { id }, { quiet: true }).finally(() => sharedStream?.publishRead(id))
}

/** Shows again how many notices are unread, in all tabs. `id`: the latest notice. */
export async function reloadUnreadCount(id: Notice['id']): Promise<void> {
  sharedStream?.publishRead(id)
  await reloadUnread?.()
}

export function dismiss(notice: Notice): void {
  updateFeed({ pending: feed.pending.filter((other) => other !== notice) })
  if (canBeMarkedRead(notice.id)) void markReadUpTo(notice.id).catch(() => undefined)
  else sharedStream?.publishRead(notice.id)
}

function handleChange(topics: readonly Topic[], loadUnread: () => Promise<void>): void {
  publishChange(topics)
  if (topics.includes('user') && isSignedIn()) void loadUser().catch(() => undefined)
  if (topics.includes('notice')) void loadUnread()
}

/** Removes withdrawn announcements from the screen. */
function removeWithdrawn(active: readonly Notice['id'][]): void {
  const pending = feed.pending.filter(({ id }) => !isWithdrawn(id, active))
  if (pending.length < feed.pending.length) updateFeed({ pending })
  for (const { key } of toasts())
    if (key.startsWith(toastKey) && isWithdrawn(key.slice(toastKey.length), active)) closeToast(key)
}

const toastKey = 'notice-'

/**
 * Queues a notice for the dialog (spec 4.11). Shows one that is not for reading as a toast, but only
 * in a visible tab: the bell shows it later in the rest. Support views have a banner.
 */
function showNotice({ notice }: StreamEvent & { kind: 'notice' }): void {
  if (notice.type === 'supportView') return
  if (isForReading(notice)) updateFeed({ pending: [...feed.pending, notice] })
  else if (document.visibilityState === 'visible')
    showToast({
      key: `${toastKey}${notice.id}`,
      tone: 'info',
      text: `${notice.title}\n${notice.content}`.trim(),
    })
}

/** Topics of all active queries, and the user. */
function activeTopics(cache: QueryClient): Topic[] {
  const active = cache.getQueryCache().findAll({ type: 'active' })
  return ['user', ...new Set(active.flatMap(({ queryKey }) => topicsOf(queryKey)))]
}

/** Topics of the paths in a query key. */
function topicsOf(queryKey: readonly unknown[]): Topic[] {
  return queryKey.flatMap((part) =>
    typeof part === 'string' && part.startsWith('/') ? [topicOfPath(part)] : [],
  )
}

function updateFeed(update: Partial<Feed>): void {
  feed = { ...feed, ...update }
  listeners.forEach((listener) => listener())
}

export const useFeed = (): Feed => useSyncExternalStore(subscribeToFeed, currentFeed)

/**
 * Keeps the stream open while a user is signed in. Returns whether the backend stores notices: it
 * may only stream them.
 */
export function useFeedConnection(): boolean {
  const cache = useQueryClient()
  const me = useCurrentUser()
  const { serves, isLoaded } = useCapabilities()
  const storesNotices = serves(notices.page)
  const userId = me?.userId
  useEffect(() => {
    if (userId === undefined || !isLoaded) return
    const stop = startFeed(userId, { cache, storesNotices })
    return stop
  }, [userId, cache, storesNotices, isLoaded])
  return storesNotices
}
