/** Public site: contacts, configuration records, page data, prerenderer interface. */
import * as z from 'zod/mini'
import { get, Nothing, Done, post, type Endpoint, type OutputOf } from '#contract/endpoint.ts'
import { Text, Id } from '#contract/vocabulary.ts'
import { normalizeOneLine } from '#contract/one-line-text.ts'
import { packages, type Package } from '#contract/packages.ts'
import { sizes } from '#contract/sizes.ts'

/** 1 is pre-sale, any other value after-sale (spec 3.7). */
export const accountTypes = { preSale: 1, afterSale: 2 } as const

/**
 * Support contacts on one platform (spec 3.7). `qrCode`: an image URL, a data URL, or a base64-encoded PNG or JPEG; this backend sends
 * data URLs.
 */
export const ServicePlatform = z.object({
  platform: Text,
  accountList: z.nullish(
    z.array(
      z.object({
        accountType: z.union([z.string(), z.int()]),
        qrCode: z.nullish(Text),
        referUrl: z.nullish(Text),
        account: z.nullish(Text),
      }),
    ),
  ),
})
export type ServicePlatform = z.output<typeof ServicePlatform>

const Size = z.optional(z.int().check(z.gte(1), z.lte(4_000)))
/** Compared only: an account with invisible characters is not one of ours. */
const RequiredText = z
  .string()
  .check(z.overwrite(normalizeOneLine), z.minLength(1), z.maxLength(255))

export const customerService = {
  platforms: get('/customer-service/platform/list', Nothing, z.array(ServicePlatform), {
    spec: '7.1',
    access: 'visitor',
  }),

  list: get(
    '/customer-service/list',
    z.object({ height: Size, width: Size }),
    z.array(ServicePlatform),
    {
      spec: '7.2',
      access: 'visitor',
    },
  ),

  validate: get(
    '/customer-service/get',
    z.object({ account: RequiredText, platform: RequiredText }),
    z.unknown(),
    {
      spec: '7.3',
      access: 'visitor',
    },
  ),
}

/** A configuration record. `valued`: its value as JSON text (spec 3.15). */
const ConfigRecord = z.object({ id: Id, valued: Text })

export const siteConfig = {
  get: get('/dataCus/get', z.object({ id: Id }), ConfigRecord, {
    spec: '7.18',
    access: 'visitor',
  }),

  /**
   * A call of the spec; here, operators save records in their console. `main` is the narrowest
   * access of customers.
   */
  save: post('/dataCus/save', ConfigRecord, Done, {
    spec: '7.19',
    access: 'main',
  }),
}

/** Id of the record whose first item lists the downloads as `child` (spec 3.15, 7.18). */
export const downloadsId = 'SOFT_DOWNLOAD_CONFIG'

/** Null if the server returned nothing; the page then shows a note or omits the section. */
export type SiteData = {
  packages: Package[] | null
  /** QR codes in three sizes: side bar once its panel opens, footer, contact page (spec 7.2). */
  sideContacts: ServicePlatform[] | null
  footContacts: ServicePlatform[] | null
  contacts: ServicePlatform[] | null
  platforms: ServicePlatform[] | null
  /** JSON text. */
  downloads: string | null
}

export const emptySiteData: SiteData = {
  packages: null,
  sideContacts: null,
  footContacts: null,
  contacts: null,
  platforms: null,
  downloads: null,
}

type CallEndpoint = <E extends Endpoint>(
  endpoint: E,
  input: Record<string, string | number>,
) => Promise<OutputOf<E> | null>

const loadContacts = (size: number) => (call: CallEndpoint) =>
  call(customerService.list, { height: size, width: size })

/** Loads each part of the site data. */
export const siteDataLoaders: {
  [K in keyof SiteData]: (call: CallEndpoint) => Promise<SiteData[K]>
} = {
  packages: (call) => call(packages.sale, {}),
  sideContacts: loadContacts(sizes.contactPicture.side),
  footContacts: loadContacts(sizes.contactPicture.foot),
  contacts: loadContacts(sizes.contactPicture.page),
  platforms: (call) => call(customerService.platforms, {}),
  downloads: async (call) => (await call(siteConfig.get, { id: downloadsId }))?.valued ?? null,
}

/** The company that runs the site, from the settings; pages omit what is not set. */
export type SiteOwner = {
  /** Registered name, for the copyright line and the privacy policy. */
  companyName?: string | undefined
  /** Number of the site's record filing (spec 2.8). */
  filingNumber?: string | undefined
}

/** Resolves to a page of the site, to the console app, or to a redirect. */
export type ResolvedRoute =
  | { kind: 'page'; path: string }
  | { kind: 'app' }
  | { kind: 'moved'; to: string }

/** Generated files by path; `type`: their media type. */
export type SiteFiles = Readonly<Record<string, { type: string; write: () => string }>>

/** The built site as the server loads it. */
export type Site = {
  resolveRoute: (pathname: string, search: string) => ResolvedRoute
  /**
   * Renders the whole page at a path that `resolveRoute` returned. `origin`, for example
   * `https://www.example.com`; if empty, the page contains no absolute URLs.
   */
  render: (path: string, origin: string, data: SiteData, owner: SiteOwner) => string
  /** Paths of all pages, in both languages. */
  paths: readonly string[]
  files: (origin: string) => SiteFiles
  /** CSP hash of the inline script. */
  scriptHash: string
}
