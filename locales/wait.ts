/** Tells waits for `longWait` from those counted down in seconds. */

/** True if the wait is too long for a countdown in seconds. */
export const isLongWait = (seconds: number): boolean => seconds > 120
