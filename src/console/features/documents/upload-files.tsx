/** Upload of documents: a button, a zone while there are none, files dropped on the page, and what was refused. */
import { useInvalidate } from '@refinedev/core'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { AddProps } from '#console/engine/resource.ts'
import {
  dismissRefused,
  megabytes,
  onDocumentAdded,
  refuseFolders,
  retryUploads,
  uploadFiles,
  useUploads,
} from '#console/features/documents/uploads.ts'
import { useCanUse } from '#console/refine/capabilities.ts'
import { t } from '#console/refine/i18n.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { documentFormats } from '#contract/document-formats.ts'
import { documents } from '#contract/documents.ts'
import { ImportIcon } from '#ui/icons.tsx'
import './documents.css'

const accepted = Object.values(documentFormats)
  .flatMap(({ extensions }) => extensions.map((extension) => `.${extension}`))
  .join(',')

export default function UploadFiles({ place }: AddProps) {
  const canUse = useCanUse()
  if (!canUse(documents.calls.upload)) return null
  if (place === 'header') return <UploadButton />
  return place === 'empty' ? <DropZone /> : <RefusedFiles />
}

/** Opens the dialog of the browser; the returned input has to be rendered. */
function useFileDialog() {
  const input = useRef<HTMLInputElement>(null)
  const element = (
    <input
      ref={input}
      hidden
      type="file"
      multiple
      accept={accepted}
      onChange={({ target }) => {
        uploadFiles([...(target.files ?? [])])
        // The same file can be chosen again.
        target.value = ''
      }}
    />
  )
  return { element, open: () => input.current?.click() }
}

function UploadButton() {
  const { sending } = useUploads()
  const { element, open } = useFileDialog()
  const isOver = useDrop()
  useRefreshAfterUpload()
  return (
    <>
      {element}
      <output className="upload-progress">
        {sending && t('documents.uploading', { at: sending.at, count: sending.count })}
      </output>
      <button type="button" className="button primary upload-button" onClick={open}>
        <ImportIcon />
        {t('documents.upload')}
      </button>
      {isOver && (
        <div className="drop-overlay" aria-hidden="true">
          <span>{t('documents.dropToUpload')}</span>
        </div>
      )}
    </>
  )
}

/** What can be uploaded, and a way to do it that fills the place of the rows. */
function DropZone() {
  const { element, open } = useFileDialog()
  const zone = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const button = zone.current
    // The first row takes its place.
    return () => {
      if (document.activeElement === button) focusHeading()
    }
  }, [])
  return (
    <>
      {element}
      <button
        ref={zone}
        type="button"
        className="drop-zone"
        aria-describedby="drop-limits"
        onClick={open}
      >
        <ImportIcon />
        <span>{t('documents.choose')}</span>
      </button>
      <p id="drop-limits">
        {t('documents.formats', { megabytes })}
        <br />
        {t('documents.rules', { hours: businessLimits.documents.hours })}
      </p>
    </>
  )
}

/** Before a button that has the focus disappears. */
const focusHeading = () => document.querySelector<HTMLElement>('main h1')?.focus()

function RefusedFiles() {
  const { refused } = useUploads()
  const canRetry = refused.some((upload) => upload.canRetry)
  const press = (work: () => void) => () => {
    focusHeading()
    work()
  }
  return (
    <div role="log" aria-label={t('documents.refused')} className="refused-files">
      {refused.length > 0 && (
        <div className="form-note" data-tone="danger">
          <ul>
            {refused.map((upload) => (
              <li key={upload.key}>
                <strong>{upload.file.name}</strong>
                <span>{upload.problem}</span>
              </li>
            ))}
          </ul>
          <span className="refused-actions">
            {canRetry && (
              <button type="button" className="text-button" onClick={press(retryUploads)}>
                {t('documents.retry')}
              </button>
            )}
            <button type="button" className="text-button" onClick={press(dismissRefused)}>
              {t('documents.dismiss')}
            </button>
          </span>
        </div>
      )}
    </div>
  )
}

function useRefreshAfterUpload() {
  const invalidate = useInvalidate()
  useEffect(() => {
    const refresh = () => void invalidate({ resource: documents.name, invalidates: ['list'] })
    const unsubscribe = onDocumentAdded(refresh)
    return () => unsubscribe()
  }, [invalidate])
}

/** Uploads files that are dropped anywhere on the page. Returns whether some are over it. */
function useDrop(): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const listeners = new AbortController()
    const listen = (
      kind: 'dragover' | 'dragleave' | 'drop',
      listener: (event: DragEvent) => void,
    ) =>
      addEventListener(
        kind,
        (event) => {
          if (!event.dataTransfer?.types.includes('Files')) return
          event.preventDefault()
          listener(event)
        },
        listeners,
      )
    listen('dragover', () => setOver(true))
    // Without a related target, the pointer has left the window.
    listen('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false))
    listen('drop', ({ dataTransfer }) => {
      setOver(false)
      const items = [...dataTransfer!.items].filter(({ kind }) => kind === 'file')
      const dropped = items.map((item) => ({
        file: item.getAsFile(),
        isFolder: item.webkitGetAsEntry()?.isDirectory === true,
      }))
      const filesOf = (wantsFolders: boolean) =>
        dropped.flatMap(({ file, isFolder }) => (file && isFolder === wantsFolders ? [file] : []))
      if (filesOf(true).length > 0) refuseFolders(filesOf(true))
      uploadFiles(filesOf(false))
    })
    return () => listeners.abort()
  }, [])
  return isOver
}
