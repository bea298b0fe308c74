/** Islands of server data in prerendered pages, redrawn when the data has changed. */
import type { ComponentType } from 'react'
import type { SiteData } from '#contract/site.ts'
import { Downloads } from '#landing/download/downloads.tsx'
import { PriceTeaser, PackageCards } from '#landing/price/packages.tsx'
import { Calculator } from '#landing/price/calculator.tsx'
import { AfterSale, PreSale, PlatformChoice } from '#landing/shell/contacts.tsx'
import { fingerprint, useSiteData } from '#landing/site-data.ts'

export type Part = keyof typeof parts

/** By name: the component, and the field of SiteData it depends on. */
export const parts = {
  preSale: { Drawn: PreSale, from: 'contacts' },
  afterSale: { Drawn: AfterSale, from: 'contacts' },
  sidePreSale: { Drawn: () => <PreSale from="sideContacts" />, from: 'sideContacts' },
  sideAfterSale: { Drawn: () => <AfterSale from="sideContacts" />, from: 'sideContacts' },
  footPreSale: { Drawn: () => <PreSale from="footContacts" />, from: 'footContacts' },
  platforms: { Drawn: PlatformChoice, from: 'platforms' },
  packages: { Drawn: PackageCards, from: 'packages' },
  teaser: { Drawn: PriceTeaser, from: 'packages' },
  calculator: { Drawn: Calculator, from: 'packages' },
  downloads: { Drawn: Downloads, from: 'downloads' },
} satisfies Record<string, { Drawn: ComponentType; from: keyof SiteData }>

export function LivePart({ part }: { part: Part }) {
  const data = useSiteData()
  const { Drawn, from } = parts[part]
  return (
    <div className="live" data-live={part} data-from={from} data-of={fingerprint(data[from])}>
      <Drawn />
    </div>
  )
}
