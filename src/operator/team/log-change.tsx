/** Drawer with what an entry of the operator log changed: each item before and after. */
import { FactList } from '#console/ui/fact-list.tsx'
import { Dialog } from '#console/ui/overlays.tsx'
import type { OperatorLogRow } from '#contract/operator/operator-log.ts'
import { messagesOf } from '#operator/i18n.ts'
import { actionText, subjectText } from '#operator/team/log-action.tsx'
import { changedItems } from '#operator/team/log-items.ts'
import type { zh } from '#locales/operator/team.ts'
import './log-change.css'

const t = messagesOf<typeof zh>()

export default function LogChange({ row, close }: { row: OperatorLogRow; close: () => void }) {
  const { changed, unchanged } = changedItems(row)
  const isAddition = changed.every(({ before }) => before === undefined)
  const facts = (
    [
      ['createDateTime', row.createDateTime],
      ['operator', row.operator],
      ['subject', subjectText(row)],
      ['reason', row.reason],
    ] as const
  ).map(([field, value]) => ({ name: t(`resources.operatorLog.fields.${field}`), value }))
  return (
    <Dialog shape="drawer" title={actionText(row.action)} onClose={close}>
      <div className="log-change">
        <FactList facts={facts} />
        {changed.length > 0 ? (
          <table>
            <caption className="visually-hidden">{t('team.change.title')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('team.change.item')}</th>
                {!isAddition && <th scope="col">{t('team.change.before')}</th>}
                <th scope="col">{t(isAddition ? 'team.change.value' : 'team.change.after')}</th>
              </tr>
            </thead>
            <tbody>
              {changed.map(({ path, label, before, after }) => (
                <tr key={path}>
                  <th scope="row">{label}</th>
                  {!isAddition && (
                    <td>
                      <Value text={before} kind="del" />
                    </td>
                  )}
                  <td>
                    <Value text={after} kind="ins" />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <p>{t('team.change.nothing')}</p>
        )}
        {changed.length > 0 && unchanged > 0 && (
          <p>{t('team.change.unchanged', { count: unchanged })}</p>
        )}
      </div>
    </Dialog>
  )
}

function Value({ text, kind: Kind }: { text: string | undefined; kind: 'del' | 'ins' }) {
  if (text === undefined) return <span className="no-value">{t('team.change.none')}</span>
  return <Kind>{text}</Kind>
}
