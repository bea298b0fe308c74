/** Interface for short reads outside transactions. */

/**
 * Runs a prepared statement under a unique name. Rows are as the driver returns them: int8 and
 * times as text.
 */
export type Reads = {
  rows: <Row extends object>(name: string, text: string, values: unknown[]) => Promise<Row[]>
}
