/** Types of the programs that tests use, which plain Node.js loads for `npm test`. */
export function findChromium(): string
export function findFirefox(): string | undefined
export const programPath: string
export function describePrograms(): string[]
