/** Starts documents: what they cost together, languages and glossary. */
import { useState } from 'react'
import { exactCount } from '#client/i18n/format.ts'
import { currentSession } from '#client/session/session.ts'
import { browserStore } from '#client/storage.ts'
import { rememberLanguages } from '#console/engine/fields/languages.ts'
import { CallDialog } from '#console/engine/form/call-dialog.tsx'
import { callItems } from '#console/engine/form/use-call-form.ts'
import { sumOf, type Document } from '#console/features/documents/document.ts'
import { loadDocuments } from '#console/features/documents/load-documents.ts'
import {
  assessCost,
  charactersLeft,
  formatCost,
  isRefused,
  type CostVerdict,
} from '#console/features/translation/cost.ts'
import { WaysToQuota } from '#console/features/translation/ways-to-quota.tsx'
import { useCurrentUser } from '#console/refine/current-user.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import { documents } from '#contract/documents.ts'
import { detectSource } from '#contract/vocabulary.ts'

const { start } = documents.calls
const labelOf = (field: string) => messageOf(`resources.documents.fields.${field}`)

/** Languages of the user's last start in this browser, which the next one proposes. */
const languagesKey = () => `documentLanguages.${currentSession()?.userId ?? ''}`
const lastLanguages = () => (browserStore.get(languagesKey()) ?? '').split(' ')

type Props = {
  rows: readonly Document[]
  close: () => void
  onStarted: () => void
}

export function StartDialog({ rows: opened, close, onStarted }: Props) {
  const [rows, setRows] = useState(opened)
  const [only] = opened.length === 1 ? opened : []
  const [lastSource, lastTarget] = lastLanguages()
  const me = useCurrentUser()
  const verdict = assessCost(sumOf(rows, 'price'), me)
  /** What was refused may cost more now, or be started elsewhere. */
  const reload = async () => {
    const ids = new Set(opened.map(({ id }) => id))
    const latest = await loadDocuments({}, ({ id, canStart }) => ids.has(id) && canStart === 1)
    if (latest.rows.length > 0) setRows(latest.rows)
    else close()
  }
  return (
    <CallDialog
      name="start-documents"
      resource="documents"
      title={t('documents.start')}
      text={<Cost rows={rows} verdict={verdict} />}
      call={start}
      items={callItems(start, {
        source: { label: labelOf('sourceLangCode') },
        target: { label: labelOf('targetLangCode'), hasInitialFocus: true },
        glossaryId: { label: t('translate.glossary.label'), help: t('documents.glossaryHelp') },
      })}
      initialValues={{
        source: only?.sourceLangCode ?? (lastSource || detectSource),
        target: only?.targetLangCode ?? (lastTarget || undefined),
      }}
      fixed={{ ids: rows.map(({ id }) => id) }}
      saveLabel={t('documents.start')}
      canSave={!isRefused(verdict)}
      done={({ started }) =>
        started < rows.length
          ? t('documents.startedSome', { count: started, left: rows.length - started })
          : t('documents.started', { count: started })
      }
      onSaved={(_, { source, target }) => {
        browserStore.set(languagesKey(), [source, target].join(' '))
        rememberLanguages(String(target), String(source))
        onStarted()
      }}
      onRefused={() => void reload().catch(() => undefined)}
      close={close}
    />
  )
}

/** The price of all, what it leaves, and where quota comes from if it isn't enough. */
function Cost({ rows, verdict }: { rows: readonly Document[]; verdict: CostVerdict }) {
  const me = useCurrentUser()
  const price = sumOf(rows, 'price')
  const left = exactCount(charactersLeft(me) ?? 0)
  const text = formatCost(verdict, { count: exactCount(price), left }, me)
  const chars = exactCount(sumOf(rows, 'charNum'))
  return (
    <>
      <strong>
        {rows.length === 1
          ? t('documents.one', { name: rows[0]!.name, chars })
          : t('documents.several', { count: rows.length, chars })}
      </strong>
      <br />
      {isRefused(verdict) ? (
        <span className="form-note document-quota" data-tone="warning">
          <span>{text}</span>
          <WaysToQuota neededChars={price} canBeGiven={verdict !== 'expired'} />
        </span>
      ) : (
        text
      )}
    </>
  )
}
