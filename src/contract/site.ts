/** Data of the public site's pages, and the interface of its prerenderer. */
import type { Endpoint, OutputOf } from '#contract/endpoint.ts'
import { customerService, type ServicePlatform } from '#contract/customer-service.ts'
import { packages, type Package } from '#contract/packages.ts'
import { siteConfig } from '#contract/site-config.ts'
import { sizes } from '#contract/limits.ts'

/** Spec 3.15: id of the record that lists the downloads. */
export const downloadsId = 'SOFT_DOWNLOAD_CONFIG'

/** Null if the server returned nothing; the page then shows a note or omits the section. */
export type SiteData = {
  packages: Package[] | null
  /** QR codes in three sizes: side bar, footer and contact page (spec 7.2). */
  sideContacts: ServicePlatform[] | null
  footContacts: ServicePlatform[] | null
  contacts: ServicePlatform[] | null
  platforms: ServicePlatform[] | null
  /** JSON text. */
  downloads: string | null
}

export const nothingSaid: SiteData = {
  packages: null,
  sideContacts: null,
  footContacts: null,
  contacts: null,
  platforms: null,
  downloads: null,
}

type Ask = <E extends Endpoint>(
  endpoint: E,
  input: Record<string, string | number>,
) => Promise<OutputOf<E> | null>

const contactsOfSize = (size: number) => (ask: Ask) =>
  ask(customerService.list, { height: size, width: size })

/** Loads each part of the site data. */
export const siteQuestions: { [K in keyof SiteData]: (ask: Ask) => Promise<SiteData[K]> } = {
  packages: (ask) => ask(packages.sale, {}),
  sideContacts: contactsOfSize(sizes.contactPicture.side),
  footContacts: contactsOfSize(sizes.contactPicture.foot),
  contacts: contactsOfSize(sizes.contactPicture.page),
  platforms: (ask) => ask(customerService.platforms, {}),
  downloads: async (ask) => (await ask(siteConfig.get, { id: downloadsId }))?.valued ?? null,
}

/** Operator of the site, from the settings; pages omit what is not set. */
export type SiteOwner = {
  /** Registered name, for the copyright line and the privacy policy. */
  operator?: string | undefined
  /** Number of the site's record filing (spec 2.8). */
  filingNumber?: string | undefined
}

/** Resolves to a page of the site, to the console app, or to a redirect. */
export type Place = { kind: 'page'; path: string } | { kind: 'app' } | { kind: 'moved'; to: string }

/** The built site as the server loads it. */
export type Site = {
  find: (pathname: string, search: string) => Place
  /**
   * Renders the whole page at a path that `find` returned. `origin`, for example
   * `https://www.example.com`; if empty, the page contains no absolute URLs.
   */
  render: (path: string, origin: string, data: SiteData, owner: SiteOwner) => string
  /** Paths of all pages, in both languages. */
  paths: readonly string[]
  /** Files for search engines, by path. */
  files: (origin: string) => Record<string, { type: string; text: string }>
  /** CSP hash of the inline script. */
  scriptHash: string
}
