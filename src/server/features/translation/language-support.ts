/** The languages of an engine and the mapping between its codes and the product's. */

/** Source code for automatic detection. */
export const auto = 'auto'

export type LanguageSupport = {
  /** The product's codes. */
  readonly sources: readonly string[]
  readonly targets: readonly string[]
  readonly detects: boolean
  /** Whether the pair is supported; `source` may be `auto`. */
  pair(source: string, target: string): boolean
  /** The engine's code for one of the product's. */
  sourceCode(ours: string): string
  targetCode(ours: string): string
  /** The product's code for one of the engine's; undefined if unknown. */
  ours(code: string | undefined): string | undefined
}

type Differences = {
  /** Engine codes that differ, as source and as target. */
  names?: Readonly<Record<string, string>>
  /** Engine codes that differ only as target. */
  targetNames?: Readonly<Record<string, string>>
  /** Further codes that the engine may return as detected. */
  alsoKnown?: Readonly<Record<string, string>>
  onlyTargets?: readonly string[]
  detects?: boolean
  /** Supported targets by source, if not all pairs are. */
  pairs?: Readonly<Record<string, readonly string[]>>
}

/** `codes`: the product's, separated by spaces. */
export function languageSupport(
  codes: string,
  {
    names = {},
    targetNames = {},
    alsoKnown = {},
    onlyTargets = [],
    detects = true,
    pairs,
  }: Differences = {},
): LanguageSupport {
  const targets = codes.split(' ')
  const sources = targets.filter((code) => !onlyTargets.includes(code))
  const known = { source: new Set(sources), target: new Set(targets) }
  const back = new Map<string, string>(
    targets.map((code) => [(names[code] ?? code).toLowerCase(), code]),
  )
  for (const [code, ours] of Object.entries(alsoKnown)) back.set(code.toLowerCase(), ours)
  return {
    sources,
    targets,
    detects,
    pair(source, target) {
      if (!known.target.has(target) || source === target) return false
      if (source === auto) return detects
      return known.source.has(source) && (pairs?.[source]?.includes(target) ?? true)
    },
    sourceCode: (ours) => names[ours] ?? ours,
    targetCode: (ours) => targetNames[ours] ?? names[ours] ?? ours,
    ours: (code) => (code === undefined ? undefined : back.get(code.toLowerCase())),
  }
}
