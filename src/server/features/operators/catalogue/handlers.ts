/** Operators' handlers of packages and translation channels. */
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { operatorChannels } from '#contract/operator/channels.ts'
import type { operatorPackages as calls } from '#contract/operator/packages.ts'
import {
  checkRecord,
  findRecord,
  createRecord,
  omitUndefined,
  recordHandlers,
  type OptionalValues,
  type RecordRules,
} from '#server/features/operators/record-handlers.ts'
import type {
  OperatorCall,
  OperatorHandler,
  OperatorHandlers,
} from '#server/features/operators/operator.ts'
import { channelRules } from '#server/features/operators/catalogue/channel-rules.ts'
import { packageRules } from '#server/features/operators/catalogue/package-rules.ts'
import type { Channel, MemberGroup } from '#server/features/packages/table.ts'
import { convertChars, buildPriceList } from '#server/features/packages/index.ts'
import { ApiError } from '#server/http/errors.ts'
import { formatError, formatNote } from '#server/platform/messages.ts'

type PackageInput = OptionalValues<ParsedInputOf<typeof calls.create>>

const toPackageValues = ({
  salePrice,
  onSale,
  createChildUser,
  position,
  channelId,
  translationBillingMode,
  name,
  enName,
  num,
}: PackageInput) => ({
  name,
  enName,
  num,
  priceCents: salePrice,
  billingMode: translationBillingMode,
  channelId: channelId === undefined ? undefined : String(channelId),
  onSale: onSale === undefined ? undefined : onSale === 1,
  createChildUser: createChildUser === undefined ? undefined : createChildUser === 1,
  position: position ?? undefined,
})

const toFlag = (value: boolean): 0 | 1 => (value ? 1 : 0)

const packages = recordHandlers(packageRules, {
  toRow: (
    { billingMode, priceCents, onSale, createChildUser, ...row }: MemberGroup,
    version: number,
  ) => ({
    ...row,
    translationBillingMode: billingMode,
    salePrice: priceCents,
    onSale: toFlag(onSale),
    createChildUser: toFlag(createChildUser),
    version,
  }),
  fromInput: toPackageValues,
})

/** What customers would see of the packages on sale, whether or not the change is refused. */
const previewPackage: OperatorHandler<typeof calls.preview> = async ({ id, ...input }, call) => {
  const { after, ...effect } = await previewRecord(call, packageRules, id, toPackageValues(input))
  const others = (await packageRules.list(call.db)).filter((one) => one.id !== after.id)
  const sale = [...others, after]
    .filter(({ onSale }) => onSale)
    .toSorted((a, b) => a.position - b.position || Number(a.id) - Number(b.id))
  return {
    ...effect,
    id: after.id,
    sale: sale.map(({ id: packageId, name, enName, billingMode, num, priceCents }) => ({
      id: packageId,
      name,
      enName,
      translationBillingMode: billingMode,
      num,
      salePrice: priceCents,
    })),
  }
}

type ChannelInput = OptionalValues<ParsedInputOf<typeof operatorChannels.create>>

const toChannelValues = ({
  name,
  enName,
  engine,
  tier,
  centsPerMillion,
  offered,
  fallbackChannelId,
  position,
}: ChannelInput) => ({
  name,
  enName,
  engine,
  tier,
  centsPerMillion,
  offered: offered === undefined ? undefined : offered === 1,
  fallbackChannelId: fallbackChannelId == null ? null : String(fallbackChannelId),
  position: position ?? undefined,
})

const channels = recordHandlers(channelRules, {
  toRow: ({ offered, ...row }: Channel, version: number) => ({
    ...row,
    offered: toFlag(offered),
    version,
  }),
  fromInput: toChannelValues,
})

const previewChannel: OperatorHandler<typeof operatorChannels.preview> = async (
  { id, ...input },
  call,
) => {
  const { after, ...effect } = await previewRecord(call, channelRules, id, toChannelValues(input))
  const others = (await channelRules.list(call.db)).filter((one) => one.id !== after.id)
  const prices = buildPriceList([...others, after], [])
  return {
    ...effect,
    characters: previewedChars,
    conversions: others
      .filter(({ offered }) => offered)
      .map((other) => ({
        id: other.id,
        name: other.name,
        enName: other.enName,
        characters: convertChars(previewedChars, other.id, after.id, prices),
      })),
  }
}

/** Characters whose conversion a preview shows. */
const previewedChars = 1_000_000

/** Runs the rules on a change without saving it. */
async function previewRecord<T extends object>(
  { db, lang }: OperatorCall,
  rules: RecordRules<T>,
  id: string | number | null | undefined,
  input: OptionalValues<T>,
): Promise<{ after: T; notes: string[]; refusal: string | null }> {
  const before = id === null || id === undefined ? null : await findRecord(db, rules, id)
  const after = before
    ? { ...before, ...omitUndefined(input) }
    : createRecord(rules, await rules.list(db), input)
  try {
    const notes = await checkRecord(db, rules, before, after)
    return { after, notes: notes.map((note) => formatNote(lang, note)), refusal: null }
  } catch (reason) {
    if (!(reason instanceof ApiError)) throw reason
    return { after, notes: [], refusal: formatError(lang, reason) }
  }
}

export const packageHandlers: OperatorHandlers['packages'] = {
  ...packages,
  preview: previewPackage,
}

export const channelHandlers: OperatorHandlers['channels'] = {
  ...channels,
  preview: previewChannel,
}
