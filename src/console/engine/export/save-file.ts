/** Hands a file that was made here over to the browser, which saves it. */

/** `type` as in `text/csv;charset=utf-8`. */
export function saveFile(parts: readonly BlobPart[], name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([...parts], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the file after the click; giving it up at once would leave some with an empty
  // one.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
