/** Islands of server data in prerendered pages, redrawn when the data has changed. */
import type { ComponentType } from 'react'
import type { SiteData } from '#contract/site.ts'
import { Downloads } from '#landing/download/downloads.tsx'
import { PriceTeaser, PackageCards } from '#landing/price/packages.tsx'
import { Calculator } from '#landing/price/calculator.tsx'
import { AfterSale, PreSale, PlatformChoice, SideContacts } from '#landing/shell/contacts.tsx'
import { fingerprint, useSiteData } from '#landing/site-data.ts'

export type IslandName = keyof typeof islands

/** By name: the component, and the field of SiteData it depends on. */
export const islands = {
  preSale: { Component: PreSale, dataField: 'contacts' },
  afterSale: { Component: AfterSale, dataField: 'contacts' },
  // Their QR codes are loaded by `side-contacts.ts`.
  sidePreSale: { Component: () => <SideContacts purpose="preSale" />, dataField: 'footContacts' },
  sideAfterSale: {
    Component: () => <SideContacts purpose="afterSale" />,
    dataField: 'footContacts',
  },
  footPreSale: { Component: () => <PreSale from="footContacts" />, dataField: 'footContacts' },
  platforms: { Component: PlatformChoice, dataField: 'platforms' },
  packages: { Component: PackageCards, dataField: 'packages' },
  teaser: { Component: PriceTeaser, dataField: 'packages' },
  calculator: { Component: Calculator, dataField: 'packages' },
  downloads: { Component: Downloads, dataField: 'downloads' },
} satisfies Record<string, { Component: ComponentType; dataField: keyof SiteData }>

export function Island({ name }: { name: IslandName }) {
  const data = useSiteData()
  const { Component, dataField } = islands[name]
  return (
    <div
      className="live"
      data-live={name}
      data-from={dataField}
      data-of={fingerprint(data[dataField])}
    >
      <Component />
    </div>
  )
}
