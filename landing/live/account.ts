/** Account features of a public page: user menu, buttons by member group, notices and sign-out. */
import {
  isWithdrawn,
  shareNoticeStream,
  type SharedStream,
} from '#client/realtime/notice-stream.ts'
import { call } from '#client/api/call.ts'
import { loadUser } from '#client/session/current-user.ts'
import {
  currentSession,
  getCachedUser,
  onSessionChange,
  isSignedIn,
  signOut,
} from '#client/session/session.ts'
import { tabStore, siteMessageKey } from '#client/storage.ts'
import { login } from '#contract/login.ts'
import { notices, type Notice } from '#contract/notices.ts'
import type { User } from '#contract/user.ts'
import { businessLimits } from '#contract/business-limits.ts'

/** Milliseconds. */
const messageDuration = 4_000
const signOutTimeout = 3_000

let stream: SharedStream | undefined
/** Notices not read yet; the first is shown. */
const pendingNotices: Notice[] = []

/** Call once signed in. Follows later session changes. */
export function startAccount(): void {
  refreshAccount()
  onSessionChange(({ state }) => {
    if (state === 'signedOut' || state === 'switched') stopStream()
    refreshAccount()
  })
}

/**
 * Ends the session locally and on the server, then opens the home page, like sign-out in the
 * console (spec 2.24).
 */
export async function signOutAndLeave(): Promise<void> {
  if (isSignedIn()) await call(login.logout, {}, { timeout: signOutTimeout }).catch(() => undefined)
  signOut()
  tabStore.set(siteMessageKey, 'signedOut')
  location.assign('/home')
}

/** Shows and removes the message stored by the previous page (spec 8.8). */
export function showStoredMessage(): void {
  const message = tabStore.get(siteMessageKey)
  tabStore.remove(siteMessageKey)
  const area = document.getElementById('message')
  if (!area || (message !== 'signedIn' && message !== 'signedOut')) return
  area.textContent = area.dataset[message]!
  setTimeout(() => (area.textContent = ''), messageDuration)
}

function refreshAccount(): void {
  const session = currentSession()
  if (!session) return document.documentElement.removeAttribute('data-pays')
  const user = getCachedUser()
  if (user) showUser(user)
  else void loadUser().catch(() => undefined)
  stream ??= shareNoticeStream(session.userId, (event) => {
    if (event.kind === 'expired') signOut()
    if (event.kind === 'notice') enqueueNotice(event.notice)
    if (event.kind === 'read') removeRead(event.id)
    if (event.kind === 'announcements') removeWithdrawn(event.ids)
    if (event.kind === 'changed' && event.about.includes('user'))
      void loadUser().catch(() => undefined)
  })
}

function stopStream(): void {
  stream?.stop()
  stream = undefined
  pendingNotices.length = 0
  noticeDialog()?.close()
}

/**
 * Fills in the account menu and sets `data-pays`, by which the styles choose the buttons: `main` for a
 * main account that bought a package, `sub` for a sub-account.
 */
function showUser(user: User): void {
  const name = user.nickname || user.username || user.account
  const texts = {
    name,
    account: user.account,
    // A code point, which may be two UTF-16 units; a space without a name.
    initial: String.fromCodePoint(name.codePointAt(0) ?? 0x20).toLocaleUpperCase(),
  }
  for (const element of document.querySelectorAll<HTMLElement>('[data-me]'))
    element.textContent = texts[element.dataset['me'] as keyof typeof texts]
  const isPaying =
    user.memberGroupId != null && String(user.memberGroupId) !== businessLimits.freeTest.groupId
  const { dataset } = document.documentElement
  if (user.parentUserId != null) dataset['pays'] = 'sub'
  else if (isPaying) dataset['pays'] = 'main'
  else delete dataset['pays']
}

const noticeDialog = () => document.getElementById('notice') as HTMLDialogElement | null

function enqueueNotice(notice: Notice): void {
  pendingNotices.push(notice)
  showNext()
}

/** Shows the first notice in the modal dialog, unless one is open. */
function showNext(): void {
  const modal = noticeDialog()
  const [notice] = pendingNotices
  if (!modal || !notice || modal.open) return
  modal.querySelector('h2')!.textContent = notice.title
  for (const field of ['content', 'at'] as const)
    modal.querySelector(`[data-notice=${field}]`)!.textContent = notice[field]
  modal.addEventListener('close', () => markRead(notice), { once: true })
  modal.showModal()
}

/** Also called when the dialog closes because the notice was removed. */
function markRead(notice: Notice): void {
  if (pendingNotices[0] !== notice) return showNext()
  pendingNotices.shift()
  void call(notices.read, { id: notice.id }, { quiet: true }).catch(() => undefined)
  stream?.publishRead(notice.id)
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
