/**
 * Texts of operators that customers get in official mails and notices: no part of them may look like
 * a link, since mail programs make one even of a bare domain.
 */
import * as z from 'zod/mini'
import { limits } from '#contract/limits.ts'
import { oneLine } from '#contract/one-line-text.ts'
import { fieldTypeRegistry } from '#contract/vocabulary.ts'

const withoutLink = z.refine((text) => !containsLink(String(text)), { params: { rule: 'link' } })

/** Text of one line. */
export function mailedText({ max, min = 1 }: { max: number; min?: number }) {
  const schema = z.string().check(...oneLine, z.minLength(min), z.maxLength(max), withoutLink)
  fieldTypeRegistry.add(schema, { kind: 'text' })
  return schema
}

/** Text of several lines, trimmed; line breaks become `\n`. */
export function mailedLongText({ max }: { max: number }) {
  const schema = z.string().check(
    z.overwrite((text) => text.replace(/\r\n?/g, '\n')),
    z.trim(),
    z.minLength(1),
    z.maxLength(max),
    withoutLink,
  )
  fieldTypeRegistry.add(schema, { kind: 'longText', max })
  return schema
}

/** Name of an operator, which is in mails too. */
export const OperatorName = mailedText(limits.nickname)

/**
 * Whether a part of the text looks like a web address, a domain or an email address, also with
 * full-width dots and invisible characters in it. A sentence that begins directly after a full stop
 * looks like a domain too.
 */
export function containsLink(text: string): boolean {
  const plain = text.normalize('NFKC').replace(/\p{Cf}/gu, '')
  return looksLikeLink.some((pattern) => pattern.test(plain))
}

/** Each takes time in proportion to the length, so none begins with a repetition. */
const looksLikeLink = [
  /[a-z\d+.-]:\/\//i,
  /(?:mailto|javascript):\S/i,
  /[\p{L}\p{N}_-]\.(?:[a-z]{2,}|xn--[a-z\d-]+)/iu,
  // “China”, “company”, “network”, “address”, “online”, “Hong Kong”, “Taiwan” and “RF” as domains.
  /[\p{L}\p{N}_-]\.(?:\u4e2d\u56fd|\u4e2d\u570b|\u516c\u53f8|\u7f51\u7edc|\u7f51\u5740|\u5728\u7ebf|\u9999\u6e2f|\u53f0\u6e7e|\u0440\u0444)/u,
  // An ideographic full stop is a dot to browsers, and ends Chinese sentences.
  /[a-z\d_-]。(?:com|net|org|cn|hk|tw|io|ai|cc|co|me|app|dev|top|vip|xyz|shop|info|club)(?![a-z])/i,
]
