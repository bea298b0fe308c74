/**
 * Fields that only operators enter: remarks, order numbers, quantities, pictures, web addresses and
 * references; and stored texts and pictures, which may exceed the limits of the inputs.
 */
import * as z from 'zod/mini'
import { text } from '#contract/field-constructors.ts'
import { catalogueLimits } from '#contract/operator/catalogue-limits.ts'
import { fieldTypeRegistry, Id, type ReferenceSubject } from '#contract/vocabulary.ts'

/** Reason or note of an operator about a change. */
export const Remark = text({ max: 200 })

/** Number of an order, as this product or the payment platform wrote it. */
export const OrderNumber = text({ max: 64 })

/** An integer from 1 to `max`. */
export function numberUpTo(max: number) {
  const schema = z.int().check(z.gte(1), z.lte(max))
  fieldTypeRegistry.add(schema, { kind: 'count' })
  return schema
}

/** Characters or minutes from 1 to `max`, depending on the billing mode in the field `unitField`. */
export function quotaUpTo(max: number, unitField: string) {
  const schema = z.int().check(z.gte(1), z.lte(max))
  fieldTypeRegistry.add(schema, { kind: 'quota', unit: unitField })
  return schema
}

/** Text of any length, which commands may have written, clipped in lists. */
export const StoredLongText = z.string()
fieldTypeRegistry.add(StoredLongText, { kind: 'longText', max: Number.MAX_SAFE_INTEGER })

/** A picture of any size, as a URL. */
export const StoredPicture = z.string()
fieldTypeRegistry.add(StoredPicture, { kind: 'picture', bytes: catalogueLimits.picture.bytes })

/**
 * A PNG or JPEG picture as a data URL, whose content the server checks itself, or the https address
 * of a picture, as commands store it.
 */
export function picture({ bytes }: { bytes: number } = catalogueLimits.picture) {
  const schema = z
    .string()
    .check(
      z.maxLength(Math.ceil(bytes / 3) * 4 + 'data:image/jpeg;base64,'.length),
      z.regex(/^(?:data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+={0,2}|https:\/\/[^\s]+)$/),
    )
  fieldTypeRegistry.add(schema, { kind: 'picture', bytes })
  return schema
}

/** Address that starts with https:// or http://. */
export function webAddress() {
  const schema = z
    .string()
    .check(z.trim(), z.maxLength(catalogueLimits.address), z.refine(isWebAddress))
  fieldTypeRegistry.add(schema, { kind: 'link' })
  return schema
}

function isWebAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text)) return false
  try {
    return new URL(text).host !== ''
  } catch {
    return false
  }
}

/** Ids of rows of another list, named by its field `title`. */
export function references(subject: () => ReferenceSubject, { title }: { title: string }) {
  const schema = z.array(Id).check(z.maxLength(catalogueLimits.references))
  fieldTypeRegistry.add(schema, { kind: 'references', subject, title })
  return schema
}
