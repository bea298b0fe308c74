/**
 * Who runs the site, as the settings name it: for the copyright line, the record filing and the
 * privacy policy.
 */
import type { SiteOwner } from '#contract/site.ts'

let owner: SiteOwner = {}

export const siteOwner = (): SiteOwner => owner

/** In which the page is drawn. */
export const copyrightYear = (): number => new Date().getFullYear()

export function setSiteOwner(next: SiteOwner): void {
  owner = next
}
