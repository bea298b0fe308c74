/** Generates a password for another user, who gets it in writing. */

/** Without characters that look alike in print. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = { count: 3, length: 4 }

/** 59 bits, as three groups of four characters. */
export function generatePassword(): string {
  // Bytes at and above the last whole multiple would make the first characters likelier.
  const limit = 256 - (256 % alphabet.length)
  const characters: string[] = []
  while (characters.length < groups.count * groups.length)
    for (const byte of crypto.getRandomValues(new Uint8Array(16)))
      if (byte < limit) characters.push(alphabet[byte % alphabet.length]!)
  return Array.from({ length: groups.count }, (_, at) =>
    characters.slice(at * groups.length, (at + 1) * groups.length).join(''),
  ).join('-')
}
