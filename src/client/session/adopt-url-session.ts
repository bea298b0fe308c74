/** Verifies the session of a sign-in link and adopts it; confirms account switches first. */
import { adoptSessionOfOtherTabs } from '#client/session/session-tabs.ts'
import { call } from '#client/api/call.ts'
import { createElement } from '#client/create-element.ts'
import { currentSession, getCachedUser, rememberUser, signIn } from '#client/session/session.ts'
import { linkNoticeKey } from '#client/session/link-notice-key.ts'
import { tabStore } from '#client/storage.ts'
import { WireError } from '#contract/failure.ts'
import type { Session } from '#contract/sign-in.ts'
import { users } from '#contract/users.ts'
import type { User } from '#contract/user.ts'
import { language } from '#client/i18n/language.ts'
import { en, zh } from '#locales/url-session.ts'
import '../../ui/dialog.css'
import './url-session-dialog.css'

/**
 * Milliseconds to wait for other tabs. Longer than the default so that a busy tab is not missed.
 */
const tabTimeout = 1_000

export async function verifyAndAdopt(session: Session): Promise<void> {
  const [linkedUser] = await Promise.all([verify(session), adoptSessionOfOtherTabs(tabTimeout)])
  if (linkedUser === 'unreachable') return retryUnlessDropped(session)
  if (linkedUser === 'invalid') return reportInvalidLink()
  const current = currentSession()
  if (current === null) return adoptUnasked(session, linkedUser, 'link')
  if (current.userId === String(session.userId)) return adopt(session, linkedUser, 'here')
  const signedInUser = await verify(current)
  if (signedInUser === 'invalid') return adoptUnasked(session, linkedUser, 'here')
  const knownUser = signedInUser === 'unreachable' ? getCachedUser() : signedInUser
  if (await askToSwitch(knownUser, linkedUser)) adopt(session, linkedUser, 'here')
}

async function retryUnlessDropped(session: Session): Promise<void> {
  if (await reportUnverifiedLink()) return verifyAndAdopt(session)
}

/** User of a session according to the server. Stores nothing. */
async function verify(session: Session): Promise<User | 'invalid' | 'unreachable'> {
  try {
    const user = await call(users.get, {}, { session })
    return String(user.userId) === String(session.userId) ? user : 'invalid'
  } catch (error) {
    const kind = error instanceof WireError ? error.failure.kind : undefined
    return kind === 'expired' || kind === 'refused' ? 'invalid' : 'unreachable'
  }
}

function adopt(session: Session, user: User, source: 'here' | 'link') {
  signIn(session, source)
  rememberUser(user)
}

/** A stranger's link signs a visitor in as well: a notice names the account. */
function adoptUnasked(session: Session, user: User, source: 'here' | 'link') {
  adopt(session, user, source)
  tabStore.set(linkNoticeKey, String(session.userId))
}

type DialogContent = {
  title: string
  text: string
  details?: Node[]
  /** Label of the button that changes nothing. */
  safeLabel: string
  /** Label of the alternative, if there is one. */
  otherLabel?: string
  /** The button that is emphasised and focused. */
  primary?: Answer
}
type Answer = 'safe' | 'other'

const messages = () => (language() === 'zh' ? zh : en)

/**
 * Resolves to true if the user switches to the linked account. `current` is null if the signed-in
 * user could not be loaded.
 */
function askToSwitch(current: User | null, linked: User): Promise<boolean> {
  const t = messages()
  const accounts = createElement('dl', '', [
    createAccountRow(t.current, current),
    createAccountRow(t.linked, linked),
  ])
  return openDialog({
    title: t.switchTitle,
    text: t.switchText,
    details: [accounts],
    safeLabel: t.stay,
    otherLabel: t.switch,
  })
}

async function reportInvalidLink(): Promise<void> {
  const t = messages()
  await openDialog({
    title: t.invalidTitle,
    text: `${t.invalidText}${sentenceGap()}${t.unchanged}`,
    safeLabel: t.proceed,
  })
}

/** Resolves to true if the user retries. */
function reportUnverifiedLink(): Promise<boolean> {
  const t = messages()
  return openDialog({
    title: t.unverifiedTitle,
    text: `${t.unverifiedText}${sentenceGap()}${t.unchanged}`,
    safeLabel: t.dismiss,
    otherLabel: t.retry,
    primary: 'other',
  })
}

/**
 * Resolves to true for the alternative button, false for the safe one and for Escape. Focuses the
 * primary button.
 */
function openDialog({
  title,
  text,
  details = [],
  safeLabel,
  otherLabel,
  primary = 'safe',
}: DialogContent): Promise<boolean> {
  const heading = createElement('h2', title)
  heading.id = 'url-session-title'
  const description = createElement('p', text)
  description.id = 'url-session-text'
  const dialog = createElement('dialog', '', [heading, description, ...details])
  dialog.className = 'dialog url-session-dialog'
  dialog.dataset['shape'] = 'page'
  dialog.setAttribute('aria-labelledby', heading.id)
  dialog.setAttribute('aria-describedby', description.id)
  let resolve = (_isOther: boolean) => {}
  const promise = new Promise<boolean>((resolvePromise) => (resolve = resolvePromise))
  const createButton = (label: string, answer: Answer) => {
    const element = createElement('button', label)
    element.type = 'button'
    element.toggleAttribute('data-primary', answer === primary)
    element.addEventListener('click', () => close(answer))
    return element
  }
  const close = (answer: Answer) => {
    dialog.remove()
    resolve(answer === 'other')
  }
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    close('safe')
  })
  const buttons = [
    createButton(safeLabel, 'safe'),
    ...(otherLabel === undefined ? [] : [createButton(otherLabel, 'other')]),
  ]
  if (primary === 'safe') buttons.reverse()
  dialog.append(createElement('div', '', buttons))
  document.body.append(dialog)
  dialog.showModal()
  buttons.find((element) => element.hasAttribute('data-primary'))?.focus()
  return promise
}

function createAccountRow(label: string, user: User | null): HTMLElement {
  const t = messages()
  const notes = user
    ? [user.parentUserId ? t.subAccount : '', user.nickname ?? ''].filter(Boolean)
    : []
  const name = createElement('dd', '', [
    createElement('bdi', user?.account ?? t.unknown),
    ...notes.map((note) => createElement('bdi', note)),
  ])
  return createElement('div', '', [createElement('dt', label), name])
}

/** Chinese sentences are not separated by a space. */
const sentenceGap = () => (language() === 'zh' ? '' : ' ')
