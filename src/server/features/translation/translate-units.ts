/** Translates units of text by a channel, and those in pieces whose tags it loses. */
import {
  callTranslator,
  type ChannelTranslator,
} from '#server/features/translation/call-translators.ts'
import type { TranslationCall } from '#server/features/translation/charged-call.ts'
import type { MarkupPart, MarkupUnit } from '#server/features/translation/markup/units.ts'
import {
  detectCode,
  type LanguagePair,
  type TranslationHints,
  type TranslationResult,
  type Translator,
} from '#server/features/translation/translator.ts'

/** How the units of a call are translated. `timeout`: milliseconds for all requests. */
export type UnitsRequest = LanguagePair & {
  by: ChannelTranslator
  hints: TranslationHints
  timeout: number
}

/** Each text as parts; `detected`: the product's code, if the channel reports it. */
export type JoinedText = { translated: string; detected: string | undefined }

/**
 * Translates each text, given as its parts. A unit whose tags the channel loses, or that it leaves
 * as it is, is translated in pieces. Throws ChannelFailure if any unit fails.
 */
export async function translateParts(
  call: TranslationCall,
  texts: readonly (readonly MarkupPart[])[],
  request: UnitsRequest,
): Promise<JoinedText[]> {
  const units = texts.flatMap((parts) => parts.filter((part) => typeof part !== 'string'))
  const deadline = performance.now() + request.timeout
  const results = await translateUnits(call, units, request, deadline)
  const pieces = new Map<MarkupUnit, string>()
  const failed = units.filter((unit) => isLost(unit, results.get(unit)!))
  // Pieces of another detected language than the unit's would be wrong: short texts are guessed.
  for (const [source, ofSource] of Map.groupBy(
    failed,
    (unit) => results.get(unit)!.detected ?? request.source,
  )) {
    const lists = ofSource.map(({ pieces: inPieces }) => inPieces)
    const flat = lists.flatMap((parts) => parts.filter((part) => typeof part !== 'string'))
    const found = await translateUnits(call, flat, { ...request, source }, deadline)
    for (const [index, unit] of ofSource.entries())
      pieces.set(
        unit,
        joinParts(lists[index]!, (piece) => restore(piece, found.get(piece)!)),
      )
  }
  return texts.map((parts) => ({
    translated: joinParts(parts, (unit) => pieces.get(unit) ?? restore(unit, results.get(unit)!)),
    detected: parts
      .filter((part) => typeof part !== 'string')
      .toSorted((a, b) => b.text.length - a.text.length)
      .map((unit) => results.get(unit)!.detected)
      .find((found) => found !== undefined),
  }))
}

const isLost = (unit: MarkupUnit, { translated }: TranslationResult) =>
  unit.pieces.length > 0 &&
  (unit.restore(translated) === undefined || translated.trim() === unit.text)

const restore = (unit: MarkupUnit, { translated }: TranslationResult): string =>
  unit.restore(translated) ?? translated

const joinParts = (parts: readonly MarkupPart[], toText: (unit: MarkupUnit) => string): string =>
  parts.map((part) => (typeof part === 'string' ? part : toText(part))).join('')

type Results = ReadonlyMap<MarkupUnit, TranslationResult>

async function translateUnits(
  call: TranslationCall,
  units: readonly MarkupUnit[],
  { by, source, target, hints }: UnitsRequest,
  deadline: number,
): Promise<Results> {
  const results = new Map<MarkupUnit, TranslationResult>()
  const { abilities } = by.translator
  const translateAlike = async (alike: readonly MarkupUnit[]) => {
    const found = await callTranslator(
      call,
      by,
      {
        source,
        target,
        texts: alike.map((unit) => toSentText(unit, hints, abilities)),
        hints: { ...hints, markup: alike[0]!.hasMarkup ? abilities.markup : undefined },
      },
      deadline - performance.now(),
    )
    for (const [index, unit] of alike.entries()) {
      const { translated, detected } = found[index]!
      results.set(unit, {
        translated:
          hints.preserveFormatting && !abilities.hasFormatOptions
            ? keepFormatting(unit.text, translated)
            : translated,
        detected: source === detectCode ? detected : undefined,
      })
    }
  }
  await Promise.all(
    [...Map.groupBy(units, ({ hasMarkup }) => hasMarkup).values()].map(translateAlike),
  )
  return results
}

/** Where the channel can't be told that a line break ends no sentence, it gets a space instead. */
const toSentText = (
  { text }: MarkupUnit,
  { splitSentences = '1' }: TranslationHints,
  { hasFormatOptions }: Translator['abilities'],
): string =>
  splitSentences === '1' || hasFormatOptions ? text : text.replace(/[^\S\n]{0,99}\n\s{0,99}/g, ' ')

/** Keeps the case of the first letter, and adds no full stop. */
function keepFormatting(text: string, translated: string): string {
  const [first, sourceFirst] = [/^\p{L}/u.exec(translated)?.[0], /^\p{L}/u.exec(text)?.[0]]
  const isLower = sourceFirst !== undefined && sourceFirst !== sourceFirst.toUpperCase()
  const start = isLower && first ? first.toLowerCase() : (first ?? '')
  const kept = start + translated.slice(first?.length ?? 0)
  return /[.。]\s*$/.test(text) ? kept : kept.replace(/[.。]\s*$/, '')
}
