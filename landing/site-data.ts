/** Data of the server shown on public pages: packages, contacts, downloads, operator. */
import { useSyncExternalStore } from 'react'
import { emptySiteData, type SiteData, type SiteOwner } from '#contract/site.ts'

let data: SiteData = emptySiteData
const listeners = new Set<() => void>()

export const siteData = (): SiteData => data

/** Merges into the current data. */
export function putSiteData(result: Partial<SiteData>): void {
  data = { ...data, ...result }
  for (const listener of listeners) listener()
}

export const useSiteData = (): SiteData => useSyncExternalStore(listen, siteData, siteData)

/** Short hash (FNV-1a) to detect data that has changed since rendering. */
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

let owner: SiteOwner = {}

/** Operator of the site, for the copyright line, the ICP filing and the privacy policy. */
export const siteOwner = (): SiteOwner => owner

/** Year at rendering time. */
export const copyrightYear = (): number => new Date().getFullYear()

export function setSiteOwner(next: SiteOwner): void {
  owner = next
}
