/** Notices on public pages (spec 4.11): the stream of the user or of visitors, and the dialog. */
import {
  canBeMarkedRead,
  isForReading,
  isWithdrawn,
  shareNoticeStream,
  type SharedStream,
} from '#client/realtime/notice-stream.ts'
import { call } from '#client/api/call.ts'
import { loadUser } from '#client/session/current-user.ts'
import { currentSession, isSignedIn, onSessionChange, signOut } from '#client/session/session.ts'
import { notices, type Notice } from '#contract/notices.ts'
import { showShortMessage } from '#landing/live/messages.ts'

/**
 * Names of crawlers, of tools that render pages for them, and of browsers without a window. CUBOT
 * makes phones.
 */
const robotNames = /(?<!cu)bot|crawl|spider|slurp|headless|lighthouse|inspectiontool|googleother/i

/** `reader`: user id, or null for a visitor. */
let open: { reader: string | number | null; stream: SharedStream } | undefined
/** Notices not read yet; the first is shown. */
const pendingNotices: Notice[] = []

/** Opens the stream for the user or visitor and follows the session. Call once, on an idle page. */
export function startNotices(): void {
  openStream()
  onSessionChange(openStream)
  // A page with an open stream would not enter the back-forward cache.
  addEventListener('pagehide', closeStream)
  addEventListener('pageshow', ({ persisted }) => persisted && openStream())
}

/** Visitors' pages connect too, except those of robots. */
function openStream(): void {
  const reader = currentSession()?.userId ?? null
  if (open?.reader === reader) return
  if (open) {
    closeStream()
    pendingNotices.length = 0
    noticeDialog()?.close()
  }
  if (reader === null && robotNames.test(navigator.userAgent)) return
  const stream = shareNoticeStream(reader, (event) => {
    if (event.kind === 'expired') signOut()
    if (event.kind === 'notice') receive(event.notice)
    if (event.kind === 'read') removeRead(event.id)
    if (event.kind === 'announcements') removeWithdrawn(event.ids)
    if (event.kind === 'changed' && event.about.includes('user') && isSignedIn())
      void loadUser().catch(() => undefined)
  })
  open = { reader, stream }
}

function closeStream(): void {
  open?.stream.stop()
  open = undefined
}

const noticeDialog = () => document.getElementById('notice') as HTMLDialogElement | null

function receive(notice: Notice): void {
  if (notice.type === 'supportView') return
  if (!isForReading(notice)) return showShortMessage(notice.title || notice.content)
  pendingNotices.push(notice)
  showNext()
}

/** Shows the first notice in the modal dialog, once no other dialog is open. */
function showNext(): void {
  const modal = noticeDialog()
  const [notice] = pendingNotices
  if (!modal || !notice || modal.open) return
  const other = document.querySelector('dialog[open]')
  if (other) return other.addEventListener('close', showNext, { once: true })
  const heading = modal.querySelector('h2')!
  heading.dataset['untitled'] ??= heading.textContent
  heading.textContent = notice.title || heading.dataset['untitled']
  for (const field of ['content', 'at'] as const)
    modal.querySelector(`[data-notice=${field}]`)!.textContent = notice[field]
  modal.addEventListener('close', () => markRead(notice), { once: true })
  modal.showModal()
  modal.querySelector<HTMLElement>('[type=submit]')!.focus()
}

/** Also called when the dialog closes because the notice was removed. */
function markRead(notice: Notice): void {
  if (pendingNotices[0] !== notice) return showNext()
  pendingNotices.shift()
  if (isSignedIn() && canBeMarkedRead(notice.id))
    void call(notices.read, { id: notice.id }, { quiet: true }).catch(() => undefined)
  open?.stream.publishRead(notice.id)
  showNext()
}

/** Removes the announcements that are no longer active. */
function removeWithdrawn(active: readonly Notice['id'][]): void {
  const [shownNotice] = pendingNotices
  const remaining = pendingNotices.filter(({ id }) => !isWithdrawn(id, active))
  if (remaining.length === pendingNotices.length) return
  pendingNotices.splice(0, pendingNotices.length, ...remaining)
  if (shownNotice !== remaining[0]) noticeDialog()?.close()
}

/** Removes a notice that was read in another tab, and those before it. */
function removeRead(id: Notice['id']): void {
  const index = pendingNotices.findIndex((notice) => notice.id === id)
  if (index < 0) return
  pendingNotices.splice(0, index + 1)
  noticeDialog()?.close()
}
