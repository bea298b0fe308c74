/** Audit log of an account: who did what, and on whom. */
import { auditActs } from '#contract/audit-acts.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { accountGroup, defineCollection, optional } from '#contract/collection.ts'
import { choice, longText, text } from '#contract/field-constructors.ts'
import { Id } from '#contract/vocabulary.ts'

const limits = businessLimits.auditLog

/**
 * `actorName`: who did it, `subjectName`: the sub-account that it concerns; both are erased with
 * their account, unlike `actorId` and `subjectId`, but the entry of a deletion has its login name.
 * `object`: the name of a key, a group or another thing. `details`: a JSON object with inputs of the
 * call.
 */
export const auditLog = defineCollection('auditLog', {
  fields: {
    act: choice(auditActs),
    actorId: Id,
    actorName: optional(text({ max: limits.name })),
    subjectId: optional(Id),
    subjectName: optional(text({ max: limits.name })),
    object: optional(text({ max: limits.name })),
    details: optional(longText({ max: limits.details })),
  },
  title: 'object',
  search: { actor: ['actorName'], subject: ['subjectName', 'object'] },
  filters: ['act'],
  maxRows: limits.rows,
  deletedByAge: true,
  scope: accountGroup,
  access: { read: 'main', write: 'nobody' },
  support: 'shown',
})
