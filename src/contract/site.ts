/**
 * What the pages of the public site show of the server's data, and what draws those pages for the
 * server.
 */
import type { Endpoint, OutputOf } from '#contract/endpoint.ts'
import { customerService, type ServicePlatform } from '#contract/customer-service.ts'
import { packages, type Package } from '#contract/packages.ts'
import { siteConfig } from '#contract/site-config.ts'
import { sizes } from '#contract/limits.ts'

/** 3.15: the record that lists the downloads. */
export const downloadsId = 'SOFT_DOWNLOAD_CONFIG'

/** Null where the server has not said: the page then says so, or leaves the part out. */
export type SiteData = {
  packages: Package[] | null
  /** In three sizes: those of the side bar, of the foot, and of the contact page (7.2). */
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

/** How each part is asked for. */
export const siteQuestions: { [K in keyof SiteData]: (ask: Ask) => Promise<SiteData[K]> } = {
  packages: (ask) => ask(packages.sale, {}),
  sideContacts: contactsOfSize(sizes.contactPicture.side),
  footContacts: contactsOfSize(sizes.contactPicture.foot),
  contacts: contactsOfSize(sizes.contactPicture.page),
  platforms: (ask) => ask(customerService.platforms, {}),
  downloads: async (ask) => (await ask(siteConfig.get, { id: downloadsId }))?.valued ?? null,
}

/** Who runs the site, as the settings name it; what is not set is left out of the pages. */
export type SiteOwner = {
  /** The registered name, for the copyright line and the privacy policy. */
  operator?: string | undefined
  /** The number of the record filing (2.8). */
  filingNumber?: string | undefined
}

/**
 * Where an address leads: to a page of this site, to the application that finds out itself, or
 * elsewhere.
 */
export type Place = { kind: 'page'; path: string } | { kind: 'app' } | { kind: 'moved'; to: string }

/** The built site, as the server finds it beside the built pages. */
export type Site = {
  find: (pathname: string, search: string) => Place
  /** The whole page at a path that `find` told; `origin` such as `https://www.example.com`, without it the page names no absolute address. */
  render: (path: string, origin: string, data: SiteData, owner: SiteOwner) => string
  /** Every page's path, in both languages. */
  paths: readonly string[]
  /** For search engines, by path. */
  files: (origin: string) => Record<string, { type: string; text: string }>
  /** Of the one script that stands in the pages, as a content security policy names it. */
  scriptHash: string
}
