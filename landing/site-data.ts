/**
 * What the server told of packages, contacts and downloads, as the pages show it; drawn anew where
 * that is done in the browser.
 */
import { useSyncExternalStore } from 'react'
import { nothingSaid, type SiteData } from '#contract/site.ts'

let data: SiteData = nothingSaid
const listeners = new Set<() => void>()

export const siteData = (): SiteData => data

/** Parts that are not named stay as they were. */
export function putSiteData(result: Partial<SiteData>): void {
  data = { ...data, ...result }
  for (const listener of listeners) listener()
}

export const useSiteData = (): SiteData => useSyncExternalStore(listen, siteData, siteData)

/**
 * A short name for what a part of a page was drawn from, to tell whether the server says something
 * else by now.
 */
export function fingerprint(result: unknown): string {
  let hash = 0x811c9dc5
  for (const char of JSON.stringify(result))
    hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193)
  return (hash >>> 0).toString(36)
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
