/** Operators' handlers of support contacts, downloads and configuration records. */
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { OperatorContract } from '#contract/operator/contract.ts'
import { accountTypes } from '#contract/site.ts'
import type { OperatorCall } from '#server/features/operators/operator.ts'
import {
  configRules,
  parseConfigValue,
  type ConfigRecord,
} from '#server/features/operators/site/config-rules.ts'
import {
  contactRules,
  parsePictureAddress,
  toPictureUrl,
  type Contact,
} from '#server/features/operators/site/contact-rules.ts'
import { downloadRules, type Download } from '#server/features/operators/site/download-rules.ts'
import { recordHandlers, type OptionalValues } from '#server/features/operators/record-handlers.ts'

type ContactInput = OptionalValues<ParsedInputOf<OperatorContract['supportContacts']['create']>>

export const supportContacts = recordHandlers(contactRules, {
  toRow: async (
    { id, accountType, ...row }: Contact,
    version: number,
    _: readonly Contact[],
    { contactPictures }: OperatorCall,
  ) => ({
    ...row,
    shownCode: await contactPictures(row.qrCode, row.referUrl),
    id: String(id),
    purpose: accountType === accountTypes.preSale ? ('preSale' as const) : ('afterSale' as const),
    version,
  }),
  fromInput: ({ platform, purpose, account, referUrl, qrCode, position }: ContactInput) => ({
    platform,
    accountType: purpose && accountTypes[purpose],
    account,
    referUrl,
    qrCode: qrCode ? checkPicture(qrCode) : null,
    position: position ?? undefined,
  }),
})

/** Throws ApiError if it is neither a picture nor an address. */
const checkPicture = (url: string): string =>
  url.startsWith('data:') ? toPictureUrl(url.slice(url.indexOf(',') + 1)) : parsePictureAddress(url)

type DownloadInput = OptionalValues<ParsedInputOf<OperatorContract['downloads']['create']>>

export const downloads = recordHandlers(downloadRules, {
  toRow(
    { id, label, enLabel, version: softwareVersion, val, childId }: Download,
    version: number,
    all: readonly Download[],
  ) {
    const children = all.filter((one) => childId.includes(one.id))
    return {
      id: String(id),
      label,
      enLabel,
      softwareVersion,
      val: val || null,
      childId: childId.map(String),
      children: children.map((one) => one.label).join(' / ') || null,
      enChildren: children.map((one) => one.enLabel).join(' / ') || null,
      version,
    }
  },
  fromInput: ({ label, enLabel, softwareVersion, val, childId }: DownloadInput) => ({
    label,
    enLabel,
    version: softwareVersion,
    val: val ?? '',
    childId: (childId ?? []).map(Number),
  }),
})

type ConfigInput = OptionalValues<ParsedInputOf<OperatorContract['configuration']['create']>>

export const configuration = recordHandlers(configRules, {
  toRow: ({ id, value }: ConfigRecord, version: number) => ({
    id,
    name: id,
    value: JSON.stringify(value, null, 2),
    version,
  }),
  fromInput: ({ name, value }: ConfigInput) => ({
    id: name,
    value: value === undefined ? undefined : parseConfigValue(value),
  }),
})
