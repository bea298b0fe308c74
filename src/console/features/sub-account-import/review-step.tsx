/** What an import of sub-accounts would add, and the choices that are left. */
import { exactCount } from '#client/i18n/format.ts'
import { ImportNote, RowErrors } from '#console/engine/import/import-steps.tsx'
import type { Note } from '#console/engine/import/import-notes.ts'
import {
  errorsOf,
  importItems,
  type Options,
  type Review,
} from '#console/features/sub-account-import/use-import.ts'
import { t } from '#console/refine/i18n.ts'
import { ScrollArea } from '#console/ui/scroll-area.tsx'

const maxRows = 5

type Props = {
  review: Review & { readonly isChecking: boolean; readonly note?: Note | undefined }
  onChange: (options: Options) => void
  onBack: () => void
  onRestart: () => void
  onAdd: () => void
}

export function ReviewStep({ review, onChange, onBack, onRestart, onAdd }: Props) {
  const { check, options, isChecking, note, file, mapping } = review
  const { count, changeCharNum: total, usableCharNum: left } = check
  const isShort = total > left
  const hasExisting =
    options.skipExisting || check.problems.some(({ problem }) => problem === 'exists')
  const errors = errorsOf(check)
  return (
    <>
      <div className="import-choices" aria-busy={isChecking}>
        {hasExisting && (
          <label>
            <input
              type="checkbox"
              checked={options.skipExisting}
              disabled={isChecking}
              onChange={({ target }) => onChange({ ...options, skipExisting: target.checked })}
            />
            {t('subAccountImport.skipExisting')}
          </label>
        )}
        {check.newGroups.length > 0 && (
          <label>
            <input
              type="checkbox"
              checked={options.createGroups}
              disabled={isChecking}
              onChange={({ target }) => onChange({ ...options, createGroups: target.checked })}
            />
            {t('subAccountImport.createGroups', {
              count: check.newGroups.length,
              names: check.newGroups.join(t('crud.tags.between')),
            })}
          </label>
        )}
      </div>
      {errors.length > 0 ? (
        <RowErrors
          file={file}
          mapping={mapping}
          errors={errors}
          unchecked={0}
          items={importItems}
          onBack={onBack}
          onRestart={onRestart}
        />
      ) : (
        <>
          <ul className="import-facts">
            <li>
              <strong>
                {count === 0
                  ? t('subAccountImport.addNone')
                  : t('subAccountImport.add', { count, shown: exactCount(count) })}
              </strong>
            </li>
            {check.existing.length > 0 && (
              <li>
                {t('subAccountImport.skipped', {
                  count: check.existing.length,
                  shown: exactCount(check.existing.length),
                })}
              </li>
            )}
            {total > 0 && (
              <li data-tone={isShort ? 'danger' : undefined} role={isShort ? 'alert' : undefined}>
                {t(isShort ? 'subAccountImport.quotaShort' : 'subAccountImport.quota', {
                  total: exactCount(total),
                  left: exactCount(left),
                })}
              </li>
            )}
          </ul>
          <FirstRows review={review} />
          {note && <ImportNote note={note} />}
          <div className="dialog-actions">
            <button type="button" className="button" onClick={onBack}>
              {t('crud.import.back')}
            </button>
            <button
              type="button"
              className="button primary"
              data-initial-focus
              disabled={isChecking || count === 0 || isShort}
              onClick={onAdd}
            >
              {t('subAccountImport.start', { count, shown: exactCount(count) })}
            </button>
          </div>
        </>
      )}
    </>
  )
}

/** The first rows to add, as they were read. */
function FirstRows({ review: { rows, check } }: { review: Review }) {
  const added = rows.filter((_, at) => !check.existing.includes(at)).slice(0, maxRows)
  if (added.length === 0) return null
  return (
    <ScrollArea className="import-scroll" label={t('subAccountImport.firstRows')} role="group">
      <table className="import-table">
        <caption>{t('subAccountImport.firstRows')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('subAccountImport.sheet.account')}</th>
            <th scope="col">{t('subAccountImport.sheet.nickname')}</th>
            <th scope="col">{t('subAccountImport.group')}</th>
            <th scope="col" className="number">
              {t('subAccountImport.firstQuota')}
            </th>
            <th scope="col">{t('subAccountImport.sheet.password')}</th>
          </tr>
        </thead>
        <tbody>
          {added.map(({ account, nickname, groupName, changeCharNum, password }) => (
            <tr key={account}>
              <td>{account}</td>
              <td>{nickname}</td>
              <td>{groupName}</td>
              <td className="number">{changeCharNum ? exactCount(changeCharNum) : ''}</td>
              <td>{t(`subAccountImport.${password ? 'ofFile' : 'generatedOne'}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}
