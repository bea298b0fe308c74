/** Reads message trees and finds the keys used in code. */
import type { MessageTree } from '#locales/messages.ts'

type UsedKeys = { exact: Set<string>; patterns: RegExp[] }

/** All messages of a tree by dotted key. */
export function messagesByKey(tree: MessageTree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string'
        ? [[prefix + key, value]]
        : [...messagesByKey(value, `${prefix}${key}.`)],
    ),
  )
}

export const placeholders = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!))].toSorted()

/** String literals, and template literals as patterns: each may be a key. */
export function keysUsedIn(sources: string[]): UsedKeys {
  const exact = new Set<string>()
  const patterns: RegExp[] = []
  for (const source of sources) {
    for (const [, text] of source.matchAll(/'([\w.-]+)'/g)) exact.add(text!)
    for (const [, text] of source.matchAll(/`([^`\n]*)`/g)) {
      const withGaps = text!.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '\u0000')
      if (!/^[\w.\u0000-]+$/.test(withGaps)) continue
      if (!withGaps.includes('\u0000')) exact.add(withGaps)
      else if (/[a-zA-Z]\.|\.[a-zA-Z]/.test(withGaps))
        patterns.push(
          new RegExp(`^${withGaps.replaceAll('.', '\\.').replaceAll('\u0000', '[\\w.-]+')}$`),
        )
    }
  }
  return { exact, patterns }
}

/** True if a key is used directly, by a pattern, or with its area as prefix. */
export function isKeyUsed(area: string, key: string, { exact, patterns }: UsedKeys): boolean {
  const singularKey = key.replace(/_(one|other)$/, '')
  return [singularKey, `${area}.${singularKey}`].some(
    (name) => exact.has(name) || patterns.some((pattern) => pattern.test(name)),
  )
}
