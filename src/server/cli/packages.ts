/** Descriptions of packages and translation channels for the operator commands on records. */
import { catalogueLimits } from '#contract/operator/catalogue-limits.ts'
import { channelRules, packageRules } from '#server/features/packages/catalogue/service.ts'
import type { MemberGroup, Channel } from '#server/features/packages/table.ts'
import {
  parseCount,
  formatYuan,
  parseOneOf,
  parseText,
  formatInteger,
  formatYesOrNo,
  parseYesOrNo,
  parseYuan,
} from '#server/cli/command.ts'
import type { Entity } from '#server/cli/crud-commands.ts'
import { engines } from '#server/platform/config/vendor-settings.ts'

export const packageEntity: Entity<MemberGroup> = {
  rules: packageRules,
  summary: 'packages, including those withdrawn from sale',
  fields: {
    name: {
      column: 'name',
      parse: parseText,
      required: true,
      help: 'Chinese name; decides which description the site shows',
    },
    'en-name': { column: 'enName', parse: parseText, required: true, help: 'English name' },
    mode: {
      column: 'billingMode',
      parse: parseOneOf(['char', 'time']),
      onlyFor: 'add',
      required: true,
      placeholder: 'char|time',
      help: 'billing per character or by time',
    },
    channel: {
      column: 'channelId',
      parse: parseText,
      onlyFor: 'add',
      required: true,
      placeholder: 'id',
      help: 'its translation channel',
    },
    num: {
      column: 'num',
      parse: parseCount(catalogueLimits.units),
      required: true,
      placeholder: 'number',
      help: 'characters, or minutes if billed by time: 43200 is 30 days',
    },
    price: {
      column: 'priceCents',
      parse: parseYuan(0, catalogueLimits.price.package),
      required: true,
      placeholder: 'yuan',
      help: 'unit price',
    },
    'on-sale': {
      column: 'onSale',
      parse: parseYesOrNo,
      placeholder: 'yes|no',
      help: 'whether it is on sale',
      defaultText: 'no',
    },
    'sub-accounts': {
      column: 'createChildUser',
      parse: parseYesOrNo,
      placeholder: 'yes|no',
      help: 'whether it allows sub-accounts',
      defaultText: 'yes by characters and no by time',
    },
    position: {
      column: 'position',
      parse: parseCount(catalogueLimits.position),
      placeholder: 'number',
      help: 'position in the list',
      defaultText: 'the last',
    },
  },
  /** Packages that are not on sale can't be bought. */
  changesPrices: (before, after) =>
    Boolean(before?.onSale) !== Boolean(after?.onSale) ||
    (after?.onSale === true &&
      (before?.priceCents !== after.priceCents || before.num !== after.num)),
  toText: ({
    id,
    name,
    enName,
    billingMode,
    num,
    priceCents,
    channelId,
    onSale,
    createChildUser,
    position,
  }) => ({
    id,
    name,
    'en-name': enName,
    mode: billingMode,
    num:
      billingMode === 'char' ? `${formatInteger(num)} characters` : `${formatInteger(num)} minutes`,
    price: formatYuan(priceCents),
    channel: channelId,
    'on-sale': formatYesOrNo(onSale),
    'sub-accounts': formatYesOrNo(createChildUser),
    position: String(position),
  }),
}

const tiers = ['normal', 'high', 'specialty', 'ai'] as const

export const channelEntity: Entity<Channel> = {
  rules: channelRules,
  summary: 'translation channels',
  fields: {
    name: { column: 'name', parse: parseText, required: true, help: 'Chinese name' },
    'en-name': { column: 'enName', parse: parseText, required: true, help: 'English name' },
    engine: {
      column: 'engine',
      parse: parseOneOf(engines),
      required: true,
      placeholder: engines.join('|'),
      help: 'the engine that translates',
    },
    tier: {
      column: 'tier',
      parse: parseOneOf(tiers),
      required: true,
      placeholder: tiers.join('|'),
      help: 'kind of channel',
    },
    price: {
      column: 'centsPerMillion',
      parse: parseYuan(1, catalogueLimits.price.channel),
      required: true,
      placeholder: 'yuan',
      help: 'value of a million characters',
    },
    offered: {
      column: 'offered',
      parse: parseYesOrNo,
      placeholder: 'yes|no',
      help: 'whether members can change to it',
      defaultText: 'yes',
    },
    position: {
      column: 'position',
      parse: parseCount(catalogueLimits.position),
      placeholder: 'number',
      help: 'position in the list',
      defaultText: 'the last',
    },
  },
  changesPrices: (before, after) => before?.centsPerMillion !== after?.centsPerMillion,
  toText: ({ id, name, enName, engine, tier, centsPerMillion, offered, position }) => ({
    id,
    name,
    'en-name': enName,
    engine,
    tier,
    price: `${formatYuan(centsPerMillion)} per million`,
    offered: formatYesOrNo(offered),
    position: String(position),
  }),
}
