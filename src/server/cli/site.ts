/**
 * Descriptions of support contacts, downloads and configuration records for the operator commands on
 * records.
 */
import { catalogueLimits } from '#contract/operator/catalogue-limits.ts'
import { accountTypes } from '#contract/site.ts'
import {
  configRules,
  contactRules,
  downloadRules,
  parsePictureAddress,
  toPictureUrl,
  type ConfigRecord,
  type Contact,
  type Download,
} from '#server/features/site/records/service.ts'
import type { Entity } from '#server/cli/crud-commands.ts'
import {
  ValidationError,
  parseCount,
  readOptionFile,
  parseJson,
  parseOneOf,
  parseText,
  parseWebAddress,
} from '#server/cli/command.ts'
import { ApiError } from '#server/http/errors.ts'

const contactTypes = {
  'pre-sale': accountTypes.preSale,
  'after-sale': accountTypes.afterSale,
} as const
const typeNames = Object.keys(contactTypes) as (keyof typeof contactTypes)[]

export const contactEntity: Entity<Contact> = {
  rules: contactRules,
  summary: 'support contacts',
  fields: {
    platform: {
      column: 'platform',
      parse: parseText,
      required: true,
      help: 'such as WeChat, WhatsApp, Telegram',
    },
    type: {
      column: 'accountType',
      parse: (text, name) => contactTypes[parseOneOf(typeNames)(text, name)],
      required: true,
      placeholder: typeNames.join('|'),
      help: 'description',
    },
    account: {
      column: 'account',
      parse: parseText,
      required: true,
      help: 'the account exactly as visitors see and verify it',
    },
    url: {
      column: 'referUrl',
      parse: parseWebAddress,
      required: true,
      placeholder: 'address',
      help: 'link of the QR code',
    },
    qr: {
      column: 'qrCode',
      parse: parsePicture,
      placeholder: 'file|address|none',
      help: 'image file of the QR code, or its https address',
      defaultText: 'it is drawn from the address',
    },
    position: {
      column: 'position',
      parse: parseCount(catalogueLimits.position),
      placeholder: 'number',
      help: 'position in the list',
      defaultText: 'the last',
    },
  },
  changesPrices: () => false,
  toText: ({ id, platform, accountType, account, referUrl, qrCode, position }) => ({
    id: String(id),
    platform,
    type: accountType === accountTypes.preSale ? 'pre-sale' : 'after-sale',
    account,
    url: referUrl,
    qr: qrCode
      ? qrCode.startsWith('data:')
        ? `picture, ${Math.ceil((qrCode.length * 3) / 4_000)} kB`
        : qrCode
      : 'drawn from the address',
    position: String(position),
  }),
}

/** Reads an image file as a data URL, or takes an https address; `none` removes the picture. */
function parsePicture(value: string, name: string): string | null {
  if (value === 'none') return null
  try {
    if (/^https?:/i.test(value)) return parsePictureAddress(value)
    return toPictureUrl(readOptionFile(value, name).toString('base64'))
  } catch (reason) {
    if (!(reason instanceof ApiError)) throw reason
    throw new ValidationError(
      `--${name} is “${value}”: it must be the https address of a picture, or a PNG or JPEG picture of ${catalogueLimits.picture.bytes / 1_000} kB at most.`,
    )
  }
}

/** The download list is a single configuration record. */
export const downloadEntity: Entity<Download> = {
  rules: downloadRules,
  summary: 'the downloads of the site',
  fields: {
    label: { column: 'label', parse: parseText, required: true, help: 'Chinese label' },
    'en-label': { column: 'enLabel', parse: parseText, required: true, help: 'English label' },
    version: { column: 'version', parse: parseText, required: true, help: 'such as 2.6.1' },
    url: {
      column: 'val',
      parse: (text, name) => (text === 'none' ? '' : parseWebAddress(text, name)),
      placeholder: 'address|none',
      help: 'address of the file',
    },
    children: {
      column: 'childId',
      parse: parseIds,
      placeholder: 'ids|none',
      help: 'ids of downloads to choose from instead, such as 21,22',
    },
  },
  changesPrices: () => false,
  toText: ({ id, label, enLabel, version, val, childId }) => ({
    id: String(id),
    label,
    'en-label': enLabel,
    version,
    url: val || 'none',
    children: childId.join() || 'none',
  }),
}

const maxDownloadId = 1_000_000

function parseIds(text: string, name: string): number[] {
  return text === 'none' ? [] : text.split(',').map((id) => parseCount(maxDownloadId)(id, name))
}

/** Characters shown of a value in a list. */
const shownValueLength = 200

export const configEntity: Entity<ConfigRecord> = {
  rules: configRules,
  summary: 'configuration records, which are public',
  hasChosenId: true,
  fields: {
    value: {
      column: 'value',
      parse: parseJson,
      required: true,
      placeholder: 'json|@file',
      help: 'JSON, or @ and the name of a JSON file',
    },
  },
  changesPrices: () => false,
  toText({ id, value }) {
    const content = JSON.stringify(value)
    return {
      id,
      value: content.length > shownValueLength ? `${content.slice(0, shownValueLength)}…` : content,
    }
  },
}
