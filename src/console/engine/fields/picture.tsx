/** Field type for an uploaded picture, kept as a data URL. */
import { useRef, useState } from 'react'
import {
  controlProps,
  plainText,
  type InputProps,
  type FieldTypeUi,
  type FieldTypeOf,
} from '#console/engine/fields/field-type.ts'
import { exactCount } from '#client/i18n/format.ts'
import { t } from '#console/refine/i18n.ts'
import './picture.css'

export const picture: FieldTypeUi<FieldTypeOf<'picture'>> = {
  width: () => ({ usual: 40, least: 40 }),
  text: () => t('crud.picture.present'),
  Cell: ({ value }) => (
    <img className="picture-cell" src={String(value)} alt={t('crud.picture.present')} />
  ),
  Input: PictureInput,
}

/** Preview with buttons to choose, replace and remove the picture. */
function PictureInput(props: InputProps<FieldTypeOf<'picture'>>) {
  const { value, onChange, label, fieldType } = props
  const currentUrl = plainText(value)
  // A button can't be required.
  const { 'aria-required': _required, ...control } = controlProps(props) as Record<string, unknown>
  const fileInput = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const readFile = async (file: File | undefined) => {
    if (!file) return
    const dataUrl = file.size > fieldType.bytes ? undefined : await readPicture(file)
    setError(dataUrl ? undefined : t('crud.picture.refused', { limit: kilobytes(fieldType.bytes) }))
    if (dataUrl) onChange?.(dataUrl)
  }
  return (
    <span
      className="picture-input"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void readFile(event.dataTransfer.files[0])
      }}
    >
      {currentUrl ? (
        <img src={currentUrl} alt={t('crud.picture.current', { field: label })} />
      ) : (
        <span className="picture-empty">{t('crud.picture.none')}</span>
      )}
      <span className="picture-actions">
        <button
          {...control}
          type="button"
          className="button"
          onClick={() => fileInput.current?.click()}
        >
          {t(currentUrl ? 'crud.picture.replace' : 'crud.picture.choose')}
        </button>
        {currentUrl && (
          <button
            type="button"
            className="button"
            onClick={() => {
              setError(undefined)
              onChange?.(null)
            }}
          >
            {t('crud.picture.remove')}
          </button>
        )}
        <small>{t('crud.picture.limit', { limit: kilobytes(fieldType.bytes) })}</small>
        {error !== undefined && (
          <small role="alert" className="picture-error">
            {error}
          </small>
        )}
      </span>
      <input
        ref={fileInput}
        type="file"
        tabIndex={-1}
        accept="image/png,image/jpeg"
        aria-label={label}
        onChange={({ target }) => {
          void readFile(target.files?.[0])
          target.value = ''
        }}
      />
    </span>
  )
}

const kilobytes = (bytes: number): string => exactCount(Math.floor(bytes / 1_000))

/** A data URL of a PNG or JPEG that the browser can show; undefined for anything else. */
async function readPicture(file: File): Promise<string | undefined> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const type = imageTypeOf(bytes)
  if (!type) return undefined
  let binary = ''
  for (const byte of bytes) binary += String.fromCodePoint(byte)
  const url = `data:${type};base64,${btoa(binary)}`
  const image = new Image()
  image.src = url
  return image.decode().then(
    () => url,
    () => undefined,
  )
}

/** MIME type by the file's signature. */
function imageTypeOf([first, second, third, fourth]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xd8 && third === 0xff) return 'image/jpeg'
  const isPng = first === 0x89 && second === 0x50 && third === 0x4e && fourth === 0x47
  return isPng ? 'image/png' : undefined
}
