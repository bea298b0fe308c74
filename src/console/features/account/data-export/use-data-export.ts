/** Runs the data export: loads it page by page into a file, and can be cancelled at any time. */
import { useEffect, useRef, useState } from 'react'
import { wireNow } from '#client/i18n/time.ts'
import { saveFile } from '#console/engine/export/save-file.ts'
import { collect } from '#console/features/account/data-export/collect.ts'
import { columnsOf } from '#console/features/account/data-export/columns.ts'
import { titleOf, writers, type Format } from '#console/features/account/data-export/formats.ts'
import { sectionsOf } from '#console/features/account/data-export/sections.ts'
import { t } from '#console/refine/i18n.ts'
import { useCapabilities } from '#console/refine/capabilities.ts'
import { useReferenceData } from '#console/refine/reference-data.ts'
import type { User } from '#contract/users.ts'

/** The section being loaded, the rows so far, and the sections finished of all. */
export type Progress = {
  readonly part: string
  readonly rows: number
  readonly done: number
  readonly parts: number
}
export type Outcome =
  | { readonly is: 'saved'; readonly rows: number }
  | { readonly is: 'stopped' }
  | { readonly is: 'failed'; readonly error: unknown }

export function useDataExport(me: User) {
  const { serves, known } = useCapabilities()
  const sections = sectionsOf(me, serves)
  const found = useReferenceData(
    sections.flatMap((section) =>
      columnsOf(section).flatMap(({ fields }) => fields.map(({ means }) => means)),
    ),
  )
  const [progress, setProgress] = useState<Progress>()
  const [outcome, setOutcome] = useState<Outcome>()
  const running = useRef<AbortController>(undefined)
  const cancel = () => running.current?.abort()
  useEffect(() => () => running.current?.abort(), [])

  async function start(format: Format) {
    const stop = new AbortController()
    running.current = stop
    setOutcome(undefined)
    const writer = writers[format](found)
    const parts = [writer.head()]
    let [rows, ofSection, at] = [0, 0, -1]
    try {
      for await (const { section, rows: come } of collect(sections, stop.signal)) {
        stop.signal.throwIfAborted()
        if (section !== sections[at]) {
          if (at >= 0) parts.push(writer.end())
          at = sections.indexOf(section)
          ofSection = 0
          parts.push(writer.begin(section, at === 0))
        }
        if (come.length > 0) parts.push(writer.rows(come, ofSection === 0))
        ofSection += come.length
        rows += come.length
        setProgress({ part: titleOf(section), rows, done: at, parts: sections.length })
      }
      if (at >= 0) parts.push(writer.end())
      parts.push(writer.foot())
      saveFile(
        parts,
        `${t('leaving.data.file', { name: me.username ?? me.account })}-${wireNow().slice(0, 10)}.${writer.extension}`,
        writer.type,
      )
      setOutcome({ is: 'saved', rows })
    } catch (error) {
      setOutcome(stop.signal.aborted ? { is: 'stopped' } : { is: 'failed', error })
    } finally {
      setProgress(undefined)
    }
  }

  return { ready: known, progress, outcome, start, cancel }
}
