/** Small helpers of the browser: clipboard, random ids, JSON from untrusted sources. */

/** Copies text to the clipboard. Returns false if the browser denies access. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** 128 random bits in hexadecimal. `crypto.randomUUID` is unavailable over plain HTTP. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** Parses JSON from an untrusted source. Returns undefined if it is missing or invalid. */
export function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

/** Whether shortcuts have the Command key, as on Apple's keyboards, instead of Control. */
export const hasCommandKey = (): boolean => /Mac|iP/.test(navigator.platform)
