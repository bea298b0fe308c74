/**
 * Fields that only operators enter: remarks, order numbers, quotas and references; and stored
 * texts, which may exceed the limits of the inputs.
 */
import * as z from 'zod/mini'
import { text } from '#contract/field-constructors.ts'
import { catalogueLimits } from '#contract/operator/catalogue-limits.ts'
import { fieldTypeRegistry, Id, type ReferenceSubject } from '#contract/vocabulary.ts'

/** Reason or note of an operator about a change. */
export const Remark = text({ max: 200 })

/** Number of an order, as this product or the payment platform wrote it. */
export const OrderNumber = text({ max: 64 })

/** Characters or minutes from 1 to `max`, depending on the billing mode in the field `unitField`. */
export function quotaUpTo(max: number, unitField: string) {
  const schema = z.int().check(z.gte(1), z.lte(max))
  fieldTypeRegistry.add(schema, { kind: 'quota', unit: unitField })
  return schema
}

/** Text of any length, which commands may have written, clipped in lists. */
export const StoredLongText = z.string()
fieldTypeRegistry.add(StoredLongText, { kind: 'longText', max: Number.MAX_SAFE_INTEGER })

/** Ids of rows of another list, named by its field `title`. */
export function references(subject: () => ReferenceSubject, { title }: { title: string }) {
  const schema = z.array(Id).check(z.maxLength(catalogueLimits.references))
  fieldTypeRegistry.add(schema, { kind: 'references', subject, title })
  return schema
}
