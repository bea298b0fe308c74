/** Cache of each list page's default view, so that a page opens with it before any response. */
import { parseJson } from '#client/browser.ts'
import { browserStore } from '#client/storage.ts'

export type DefaultSavedView = { readonly id: string; readonly query: string }

/** Address parameter with the id of the open view, or `noSavedView`. */
export const savedViewKey = 'view'
/** The user chose to see the page without a view. */
export const noSavedView = 'none'

const toStorageKey = (userId: string | number) => `views.${userId}`

/** Default view of a page. The stored text is not trusted. */
export function findDefaultSavedView(
  userId: string | number,
  page: string,
): DefaultSavedView | undefined {
  const stored = parseJson(browserStore.get(toStorageKey(userId)))
  if (typeof stored !== 'object' || stored === null || !Object.hasOwn(stored, page))
    return undefined
  const { id, query } = ((stored as Record<string, unknown>)[page] ??
    {}) as Partial<DefaultSavedView>
  return typeof id === 'string' && typeof query === 'string' ? { id, query } : undefined
}

export function storeDefaultSavedViews(
  userId: string | number,
  views: Readonly<Record<string, DefaultSavedView>>,
): void {
  if (Object.keys(views).length === 0) return browserStore.remove(toStorageKey(userId))
  const text = JSON.stringify(views)
  if (browserStore.get(toStorageKey(userId)) !== text) browserStore.set(toStorageKey(userId), text)
}
