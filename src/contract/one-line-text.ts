/** Names and labels on one line: stored in Unicode's form NFC, without characters nobody can see. */
import * as z from 'zod/mini'

/** Why a character is refused; the rule of the issue, with a sentence of its own. */
export type CharacterRule = 'lineBreak' | 'direction' | 'invisible' | 'control'
export type RefusedCharacter = { rule: CharacterRule; character: string }

/** Scripts whose spelling needs zero-width joiners and non-joiners between letters. */
const joining = scripts(
  'Arabic Syriac Mandaic Nko Adlam Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu ' +
    'Kannada Malayalam Sinhala Balinese Javanese',
)
/** Scripts without spaces, whose keyboards type a zero-width one between words. */
const unspaced = scripts('Thai Lao Khmer Myanmar')
const mongolian = scripts('Mongolian')
const visibleMark = String.raw`(?!\p{Default_Ignorable_Code_Point})\p{M}`
const emoji = String.raw`\p{Extended_Pictographic}(?:[\ufe0e\ufe0f]|\p{Emoji_Modifier})?`

/**
 * The sequences in which an invisible character changes what is seen: flags of regions (UTS 51),
 * emoji (UAX 29, GB11), keycaps, the old spelling of final consonants in Bengali and Malayalam,
 * joined letters (UAX 31, 2.3), and variants of ideographs and letters. Without `\p{RGI_Emoji}` and
 * look-behind, which some browsers that the build supports lack.
 */
const visibleSequences = new RegExp(
  [
    String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}`,
    String.raw`${emoji}(?:\u200d${emoji})*`,
    String.raw`[#*0-9]\ufe0f\u20e3`,
    String.raw`[\u09cd\u0d4d]\u200d(?!\p{L})`,
    lettersWith(joining, visibleMark, String.raw`\u200c\u200d`),
    lettersWith(unspaced, visibleMark, String.raw`\u200b-\u200d`),
    lettersWith(
      mongolian,
      String.raw`\p{Variation_Selector}|${visibleMark}`,
      String.raw`\u180e\u200c\u200d`,
    ),
    String.raw`[${mongolian}${scripts('Han Phags_Pa Myanmar')}]\p{Variation_Selector}`,
  ].join('|'),
  'gu',
)

const lineBreaks = /[\n\v\f\r\u0085\u2028\u2029]/u
/** Unicode's own lists; unpaired surrogates and interlinear annotations can't be shown either. */
const refusedCharacters =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Surrogate}\ufff9-\ufffb]/u

/** The form in which a name is stored and compared: trimmed, NFC. */
export const normalizeOneLine = (text: string): string => text.trim().normalize('NFC')

/** The name without the characters that are refused. */
export const removeRefusedCharacters = (text: string): string =>
  findRefusedCharacter(text) ? text.replace(new RegExp(refusedCharacters, 'gu'), '') : text

/** The first character of a name that is refused, such as U+202E; undefined if all can stay. */
export function findRefusedCharacter(text: string): RefusedCharacter | undefined {
  if (!refusedCharacters.test(text)) return undefined
  // A space, so that no two halves of a character meet.
  const found = refusedCharacters.exec(text.replace(visibleSequences, ' '))?.[0]
  return found === undefined
    ? undefined
    : {
        rule: ruleOf(found),
        character: `U+${found.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`,
      }
}

function scripts(names: string): string {
  return names
    .split(' ')
    .map((name) => String.raw`\p{Script=${name}}`)
    .join('')
}

/** Letters with their marks, with one of the characters between each two. */
function lettersWith(letters: string, marks: string, separators: string): string {
  const letter = `[${letters}](?:${marks})*`
  return `${letter}(?:[${separators}]${letter})+`
}

function ruleOf(character: string): CharacterRule {
  if (lineBreaks.test(character)) return 'lineBreak'
  if (/\p{Bidi_Control}/u.test(character)) return 'direction'
  return /\p{Cc}/u.test(character) ? 'control' : 'invisible'
}

/**
 * The checks of every name and label on one line, before those of its length. Passwords, messages
 * and texts of several lines stay byte for byte.
 */
export const oneLine = [
  z.overwrite(normalizeOneLine),
  z.check<string>((payload) => {
    const refused = findRefusedCharacter(payload.value)
    if (refused)
      payload.issues.push({
        code: 'custom',
        input: payload.value,
        params: refused,
        continue: false,
      })
  }),
] as const
