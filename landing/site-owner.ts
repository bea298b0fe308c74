/** Operator of the site, for the copyright line, the ICP filing and the privacy policy. */
import type { SiteOwner } from '#contract/site.ts'

let owner: SiteOwner = {}

export const siteOwner = (): SiteOwner => owner

/** Year at rendering time. */
export const copyrightYear = (): number => new Date().getFullYear()

export function setSiteOwner(next: SiteOwner): void {
  owner = next
}
