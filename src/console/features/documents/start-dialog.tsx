/** Starts documents: what they cost together, languages and glossary. */
import { exactCount } from '#client/i18n/format.ts'
import { browserStore } from '#client/storage.ts'
import { CallDialog } from '#console/engine/form/call-dialog.tsx'
import { callItems } from '#console/engine/form/use-call-form.ts'
import type { Document } from '#console/features/documents/document.ts'
import {
  assessCost,
  charactersLeft,
  formatCost,
  isRefused,
} from '#console/features/translation/cost.ts'
import { WaysToQuota } from '#console/features/translation/ways-to-quota.tsx'
import { useCurrentUser } from '#console/refine/current-user.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import { documents } from '#contract/documents.ts'
import { detectSource } from '#contract/vocabulary.ts'

const { start } = documents.calls
const labelOf = (field: string) => messageOf(`resources.documents.fields.${field}`)

/** Languages of the last start in this browser, which the next one proposes. */
const languagesKey = 'documentLanguages'
const lastLanguages = () => (browserStore.get(languagesKey) ?? '').split(' ')

type Props = {
  rows: readonly Document[]
  close: () => void
  onStarted: () => void
}

export function StartDialog({ rows, close, onStarted }: Props) {
  const [first] = rows
  const [lastSource, lastTarget] = lastLanguages()
  return (
    <CallDialog
      name="start-documents"
      resource="documents"
      title={t('documents.start')}
      text={<Cost rows={rows} />}
      call={start}
      items={callItems(start, {
        source: { label: labelOf('sourceLangCode') },
        target: { label: labelOf('targetLangCode'), hasInitialFocus: true },
        glossaryId: { label: t('translate.glossary.label'), help: t('documents.glossaryHelp') },
      })}
      initialValues={{
        source: first?.sourceLangCode ?? (lastSource || detectSource),
        target: first?.targetLangCode ?? (lastTarget || undefined),
      }}
      fixed={{ ids: rows.map(({ id }) => id) }}
      saveLabel={t('documents.start')}
      done={() => t('documents.started', { count: rows.length })}
      onSaved={(_, { source, target }) => {
        browserStore.set(languagesKey, [source, target].join(' '))
        onStarted()
      }}
      close={close}
    />
  )
}

/** The price of all, what it leaves, and where quota comes from if it isn't enough. */
function Cost({ rows }: { rows: readonly Document[] }) {
  const me = useCurrentUser()
  const sumOf = (field: 'price' | 'charNum') => rows.reduce((sum, row) => sum + row[field], 0)
  const price = sumOf('price')
  const verdict = assessCost(price, me)
  const left = exactCount(charactersLeft(me) ?? 0)
  const text = formatCost(verdict, { count: exactCount(price), left }, me)
  const chars = exactCount(sumOf('charNum'))
  return (
    <>
      <strong>
        {rows.length === 1
          ? t('documents.one', { name: rows[0]!.name, chars })
          : t('documents.several', { count: rows.length, chars })}
      </strong>
      <br />
      {isRefused(verdict) ? (
        <span className="form-note document-quota" data-tone="warning" role="alert">
          <span>{text}</span>
          <WaysToQuota neededChars={price} canBeGiven={verdict !== 'expired'} />
        </span>
      ) : (
        text
      )}
    </>
  )
}
