/** Data of the server shown on public pages: packages, contacts, downloads, operator. */
import { useSyncExternalStore } from 'react'
import { emptySiteData, type SiteData, type SiteOwner } from '#contract/site.ts'

let data: SiteData = emptySiteData
const listeners = new Set<() => void>()

export const siteData = (): SiteData => data

/** Updates the given fields only. */
export function mergeSiteData(fields: Partial<SiteData>): void {
  data = { ...data, ...fields }
  for (const listener of listeners) listener()
}

export const useSiteData = (): SiteData => useSyncExternalStore(subscribe, siteData, siteData)

const fnvOffsetBasis = 0x811c9dc5
const fnvPrime = 0x01000193

/** Short hash (FNV-1a) to detect data that has changed since rendering. */
export function fingerprint(value: unknown): string {
  let hash = fnvOffsetBasis
  for (const char of JSON.stringify(value)) hash = Math.imul(hash ^ char.codePointAt(0)!, fnvPrime)
  return (hash >>> 0).toString(36)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

let owner: SiteOwner = {}

/** The company that runs the site, for the copyright line, the ICP filing and the privacy policy. */
export const siteOwner = (): SiteOwner => owner

/** Year at rendering time. */
export const copyrightYear = (): number => new Date().getFullYear()

export function setSiteOwner(newOwner: SiteOwner): void {
  owner = newOwner
}

let origin = ''

/** Origin of the site for addresses in its texts; an example where the site does not know its own. */
export const siteOrigin = (): string => origin || 'https://www.example.com'

export function setSiteOrigin(newOrigin: string): void {
  origin = newOrigin
}
