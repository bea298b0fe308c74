/**
 * Registry of the operators' collections; `npm run new -- <name> --operator` adds a line. The
 * operators' contract spreads their calls.
 */
import { configuration } from '../../../resources/operator/configuration.ts'
import { downloads } from '../../../resources/operator/downloads.ts'
import { supportContacts } from '../../../resources/operator/support-contacts.ts'
import type { Collection } from '#contract/collection.ts'
import { messageTraits, type MessageTraits } from '#contract/collections.ts'
import { announcementCollection } from '#contract/operator/announcements.ts'
import { channelCollection } from '#contract/operator/channels.ts'
import { packageCollection } from '#contract/operator/packages.ts'

export const operatorCollections = {
  packages: packageCollection,
  channels: channelCollection,
  announcements: announcementCollection,
  supportContacts,
  downloads,
  configuration,
} satisfies Record<string, Collection>

/** As `messageTraits`, of the operators' collections. */
export const operatorMessageTraits = (name: string): MessageTraits =>
  messageTraits(name, operatorCollections)
