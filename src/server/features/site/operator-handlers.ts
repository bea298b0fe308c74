/** Operators' handlers of support contacts, downloads and configuration records. */
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { OperatorContract } from '#contract/operator/contract.ts'
import { accountTypes } from '#contract/site.ts'
import { renderContactPicture } from '#server/features/site/contact-pictures.ts'
import { recordHandlers, type OptionalValues } from '#server/features/operators/records/service.ts'
import {
  configRules,
  parseConfigValue,
  contactRules,
  downloadRules,
  toPictureUrl,
  type ConfigRecord,
  type Contact,
  type Download,
} from '#server/features/site/records/service.ts'

type ContactInput = OptionalValues<ParsedInputOf<OperatorContract['supportContacts']['create']>>

export const supportContacts = recordHandlers(contactRules, {
  toRow: async ({ id, accountType, ...row }: Contact, version: number) => ({
    ...row,
    shownCode: await renderContactPicture(row.qrCode, row.referUrl),
    id: String(id),
    purpose: accountType === accountTypes.preSale ? ('preSale' as const) : ('afterSale' as const),
    version,
  }),
  fromInput: ({ platform, purpose, account, referUrl, qrCode, position }: ContactInput) => ({
    platform,
    accountType: purpose && accountTypes[purpose],
    account,
    referUrl,
    qrCode: qrCode ? toPictureUrl(qrCode.slice(qrCode.indexOf(',') + 1)) : null,
    position: position ?? undefined,
  }),
})

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
