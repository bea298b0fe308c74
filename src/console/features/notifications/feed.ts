/** State fed by the notification stream: unread count, urgent notices, cache invalidation. */
import {
  isWithdrawn,
  type StreamEvent,
  shareNoticeStream,
  type SharedStream,
} from '#client/realtime/notice-stream.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { loadUser } from '#client/session/current-user.ts'
import { onSessionChange, signedIn } from '#client/session/session.ts'
import { endSessionIfExpired } from '#console/refine/session-expiry.ts'
import { t } from '#console/refine/i18n.ts'
import { onChanged, publishChange } from '#console/refine/live.ts'
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
  readonly open: boolean
  readonly unread: number
  /** Urgent notices not yet dismissed, oldest first. */
  readonly urgent: readonly Notice[]
  /** A request of support, or the view that the user allowed. */
  readonly supportView: SupportView | null
}

const nothing: Feed = { open: false, unread: 0, urgent: [], supportView: null }
let feed = nothing
const listeners = new Set<() => void>()
let shared: SharedStream | undefined
let recount: (() => Promise<void>) | undefined

const currentFeed = (): Feed => feed

function onFeed(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Query key prefix of all notice queries. */
export const noticesKey = 'notices'

/**
 * Subscribes to the stream until the returned function is called. `keeps`: the backend stores
 * notices, so that unread ones can be counted.
 */
function startFeed(
  userId: string | number,
  { cache, keeps }: { cache: QueryClient; keeps: boolean },
): () => void {
  const count = async () => {
    if (!keeps || !signedIn()) return
    const answer = await call(notices.unread, {}, { quiet: true }).catch(() => undefined)
    if (!answer || stopped) return
    const supportView = answer.supportView ?? null
    if (!supportView) reportEndOf(feed.supportView)
    change({ unread: answer.count, supportView })
    clearTimeout(overdue)
    if (supportView) overdue = setTimeout(() => void count(), supportView.secondsLeft * 1_000 + 500)
  }
  let stopped = false
  let overdue: ReturnType<typeof setTimeout> | undefined
  recount = count
  const ignore = onChanged(
    (about) =>
      void cache.invalidateQueries({
        predicate: ({ queryKey }) => topicsOf(queryKey).some((one) => about.includes(one)),
      }),
  )
  let missed = false
  const stream = shareNoticeStream(userId, (heard) => {
    if (heard.kind === 'open') {
      // Changes during a disconnection were missed, so all active queries are invalidated.
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
      showNotice(heard)
      void cache.invalidateQueries({ queryKey: [noticesKey] })
      void count()
    }
  })
  shared = stream
  // Without a session the stream would reconnect as a visitor, and queries would run
  // unauthenticated.
  const leave = onSessionChange(({ now }) => {
    if (now === 'signedOut' || now === 'switched') stream.stop()
  })
  void count()
  return () => {
    leave()
    stream.stop()
    ignore()
    stopped = true
    clearTimeout(overdue)
    change(nothing)
  }
}

/** Says that a request or a view is over, unless the user's own answer was just confirmed. */
function reportEndOf(view: SupportView | null): void {
  const key = 'support-view'
  if (!view || toasts().some((toast) => toast.key === key)) return
  const text = t(view.state === 'asked' ? 'supportView.requestOver' : 'supportView.ended')
  showToast({ key, tone: 'info', text })
}

/** Asks again whether support may view the account. */
export const refreshSupportView = async (): Promise<void> => recount?.()

/**
 * Marks all notices up to this one as read: locally at once, then on the server and in other tabs.
 * Request errors are ignored.
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

function changed(about: readonly Topic[], count: () => Promise<void>): void {
  publishChange(about)
  if (about.includes('user') && signedIn()) void loadUser().catch(() => undefined)
  if (about.includes('notice')) void count()
}

/** Removes withdrawn announcements from the screen. */
function withdraw(active: readonly Notice['id'][]): void {
  const urgent = feed.urgent.filter(({ id }) => !isWithdrawn(id, active))
  if (urgent.length < feed.urgent.length) change({ urgent })
  for (const { key } of toasts())
    if (key.startsWith(toastKey) && isWithdrawn(key.slice(toastKey.length), active)) closeToast(key)
}

const toastKey = 'notice-'

/**
 * Shows a toast only in a visible tab; the bell shows the notice later in the others. Views by
 * support have a banner.
 */
function showNotice({ notice }: StreamEvent & { kind: 'notice' }): void {
  if (notice.type === 'supportView') return
  if (notice.level === 'warning') change({ urgent: [...feed.urgent, notice] })
  else if (document.visibilityState === 'visible')
    showToast({
      key: `${toastKey}${notice.id}`,
      tone: 'info',
      text: `${notice.title}\n${notice.content}`,
    })
}

/** Topics of all active queries, and the user. */
function everything(cache: QueryClient): Topic[] {
  const active = cache.getQueryCache().findAll({ type: 'active' })
  return ['user', ...new Set(active.flatMap(({ queryKey }) => topicsOf(queryKey)))]
}

/** Topics of the paths in a query key. */
function topicsOf(queryKey: readonly unknown[]): Topic[] {
  return queryKey.flatMap((part) =>
    typeof part === 'string' && part.startsWith('/') ? [topicOfPath(part)] : [],
  )
}

function change(what: Partial<Feed>): void {
  feed = { ...feed, ...what }
  listeners.forEach((listener) => listener())
}

/** Hooks for the notice feed, which starts once the page has rendered. */
export const useFeed = (): Feed => useSyncExternalStore(onFeed, currentFeed)

/**
 * Keeps the stream open while a user is signed in. Returns whether the backend stores notices: it
 * may only stream them.
 */
export function useFeedStarted(): boolean {
  const cache = useQueryClient()
  const me = useCurrentUser()
  const { serves, known } = useCapabilities()
  const keeps = serves(notices.page)
  const userId = me?.userId
  useEffect(() => {
    if (userId === undefined || !known) return
    const stop = startFeed(userId, { cache, keeps })
    return stop
  }, [userId, cache, keeps, known])
  return keeps
}
