/** Downloads a file generated in the browser. */

/** `type` is a MIME type such as `text/csv;charset=utf-8`. */
export function saveFile(parts: readonly BlobPart[], name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([...parts], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read the blob after the click; revoking the URL at once would save an empty file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
