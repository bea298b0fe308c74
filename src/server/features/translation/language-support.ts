/**
 * The languages of an engine: which it takes and gives, and how it calls what we call by another
 * code.
 */

/** The source that stands for detection. */
export const auto = 'auto'

export type LanguageSupport = {
  /** Our codes. */
  readonly sources: readonly string[]
  readonly targets: readonly string[]
  readonly detects: boolean
  /** Whether it translates from one to the other; `source` may be `auto`. */
  pair(source: string, target: string): boolean
  /** The engine's code for ours. */
  sourceCode(ours: string): string
  targetCode(ours: string): string
  /** Our code for the engine's; undefined for one we don't know. */
  ours(code: string | undefined): string | undefined
}

type Differences = {
  /** What the engine calls otherwise, in both directions of translation. */
  names?: Readonly<Record<string, string>>
  /** What it calls otherwise only as a target. */
  targetNames?: Readonly<Record<string, string>>
  /** Further codes that it may tell as detected. */
  alsoKnown?: Readonly<Record<string, string>>
  onlyTargets?: readonly string[]
  detects?: boolean
  /** Targets by source, where not every pair goes. */
  pairs?: Readonly<Record<string, readonly string[]>>
}

/** `codes`: ours, with blanks between them. */
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
