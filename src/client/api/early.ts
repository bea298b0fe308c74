/**
 * Head script of console pages: sends the first API requests and preloads message chunks. Without the
 * requests, the rows of the first list come 3 % later on slow 4G and 34 % later as Lighthouse sets it
 * (`npm run bench list`, relative to react-admin).
 */
import { apiBase } from '#client/api/api-base.ts'
import {
  addEarlyRequest,
  firstLoadId,
  toCallPath,
  type FirstCall,
  type FirstLoad,
} from '#client/api/early-requests.ts'
import { md5 } from '#client/api/md5.ts'
import { findDefaultSavedView, savedViewKey } from '#client/default-saved-views.ts'
import { language, localeTag } from '#client/i18n/language.ts'
import { parseJson } from '#client/browser.ts'
import { clockOffsetKey, sessionKeys, tabStore } from '#client/storage.ts'
import { recentRange } from '#client/i18n/time.ts'
import { sizes } from '#contract/sizes.ts'
import { hasAccess, type UserAccess } from '#contract/roles.ts'
import { signedHeaders, type Signer } from '#contract/signing.ts'

const { calls, messageFiles } = JSON.parse(
  document.getElementById(firstLoadId)!.textContent,
) as FirstLoad
const params = new URLSearchParams(location.search)
const lang = language()
for (const href of messageFiles[lang] ?? [])
  document.head.append(
    Object.assign(document.createElement('link'), { rel: 'modulepreload', href }),
  )

const sk = tabStore.get(sessionKeys.sk)
const userId = tabStore.get(sessionKeys.userId)
/** A session from the URL replaces the stored one once it is verified, so no request is sent. */
const hasUrlSession = params.has('t') || params.has('u') || tabStore.get('urlSession') !== null
/** Phones only get a notice (spec 2.9), which needs no data. */
const isPhone = matchMedia(`(max-width: ${sizes.phone}px)`).matches
if (sk && userId && !hasUrlSession && !isPhone)
  for (const call of calls)
    if (isAllowed(call))
      sendEarly(toCallPath(call, findListState(call, userId), recentRange), { sk, userId })

/** Checks the user cached in the tab. Without one, the server decides. */
function isAllowed({ access }: FirstCall): boolean {
  const user = parseJson(tabStore.get(sessionKeys.user)) as UserAccess | undefined
  return !user || hasAccess(access, user)
}

/** State of the list in the address; in a bare address, that of the default view. */
function findListState({ list, keys }: FirstCall, user: string): URLSearchParams {
  const isBare = !params.has(savedViewKey) && keys.every(({ name }) => !params.has(name))
  const view = list !== undefined && isBare ? findDefaultSavedView(user, list) : undefined
  return view ? new URLSearchParams(view.query) : params
}

function sendEarly(path: string | undefined, signer: Signer): void {
  if (path === undefined) return
  const controller = new AbortController()
  const now = Date.now() + (Number(tabStore.get(clockOffsetKey)) || 0)
  const headers = {
    ...signedHeaders(md5, signer, now),
    'accept-language': localeTag(lang),
  }
  addEarlyRequest({
    method: 'GET',
    path,
    signer,
    lang,
    response: fetch(apiBase + path, { headers, signal: controller.signal }),
    controller,
  })
}

/**
 * The first formatters of a page load the language data of the browser, some 40 ms of a list's first
 * rendering: here they do so while the scripts arrive.
 */
setTimeout(() => {
  ;(0).toLocaleString(localeTag(lang))
  new Date().toLocaleString(localeTag(lang))
})
