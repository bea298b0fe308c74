/** A way to the database for short reads outside of transactions. */

/**
 * Runs a statement under a name that no other has. Rows come as the driver reads them: int8 and
 * times as text.
 */
export type Reads = {
  rows: <Row extends object>(name: string, text: string, values: unknown[]) => Promise<Row[]>
}
