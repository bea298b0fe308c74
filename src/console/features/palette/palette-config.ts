/** What a console offers in its command palette. */
import type { ReactNode } from 'react'
import type { PageModel } from '#console/engine/page-model.ts'
import type { Route } from '#console/engine/resource.ts'
import type { Command } from '#console/shell/command-button.tsx'
import type { Endpoint } from '#contract/endpoint.ts'
import type { zh } from '#locales/palette.ts'
import type { MenuIconName } from '#ui/menu-icons.tsx'

/** A person, an order or another record that the search finds. */
export type FoundRecord = {
  /** Unique among all entries, such as `people:1`. */
  readonly id: string
  readonly title: string
  /** What tells it from others of the same title, such as its state. */
  readonly detail?: string | undefined
  readonly icon: MenuIconName
  /** Address of its page. */
  readonly to: string
  /** Found, but no action can be about it any more. */
  readonly isDeleted?: boolean
}

export type FoundGroup = {
  readonly name: keyof (typeof zh)['groups']
  readonly records: readonly FoundRecord[]
}

export type PaletteAction = {
  readonly name: keyof (typeof zh)['actions']
  readonly icon: MenuIconName
  /** The call that it leads to; without access to it, the action is not offered. */
  readonly call: Endpoint
} &
  /** `open`: the form of that list which opens. */
  (
    | { readonly route: Route; readonly open?: string }
    | {
        /** Group of records of which one is chosen, and what opens for it. */
        readonly pick: FoundGroup['name']
        readonly open: (record: FoundRecord) => Promise<(close: () => void) => ReactNode>
      }
  )

export type PaletteConfig = {
  readonly placeholder: keyof (typeof zh)['placeholder']
  readonly search: {
    readonly call: Endpoint
    /** One request. Without a text, finds the newest records of groups that actions pick from. */
    readonly find: (text: string, signal: AbortSignal) => Promise<readonly FoundGroup[]>
  }
  readonly actions: readonly PaletteAction[]
  /** Names of pages by the key that leads there after `g`. */
  readonly pageKeys: Readonly<Record<string, string>>
}

export type PaletteHostProps = {
  pages: readonly PageModel[]
  config: PaletteConfig
  command: Command
  /** While the palette was loading. */
  typed: string
  close: () => void
}
