/** Drawer with what an entry of the operator log changed: each item before and after. */
import { parseJson } from '#client/browser.ts'
import { hasMessage, messageOf } from '#console/refine/i18n.ts'
import { FactList } from '#console/ui/fact-list.tsx'
import { Dialog } from '#console/ui/overlays.tsx'
import type { OperatorLogRow } from '#contract/operator/operator-log.ts'
import { messagesOf } from '#operator/i18n.ts'
import { actionText, subjectText } from '#operator/team/log-action.tsx'
import type { zh } from '#locales/operator/team.ts'
import './log-change.css'

const t = messagesOf<typeof zh>()

export default function LogChange({ row, close }: { row: OperatorLogRow; close: () => void }) {
  const before = itemsOf(row.before)
  const after = itemsOf(row.after)
  const keys = [...new Set([...before.keys(), ...after.keys()])]
  const changed = keys.filter((key) => before.get(key) !== after.get(key))
  const facts = (
    [
      ['createDateTime', row.createDateTime],
      ['operator', row.operator],
      ['subject', subjectText(row.subject)],
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
                <th scope="col">{t('team.change.before')}</th>
                <th scope="col">{t('team.change.after')}</th>
              </tr>
            </thead>
            <tbody>
              {changed.map((key) => (
                <tr key={key}>
                  <th scope="row">{labelOf(key, row.action.split(' ')[0]!)}</th>
                  <td>
                    <Value text={before.get(key)} kind="del" />
                  </td>
                  <td>
                    <Value text={after.get(key)} kind="ins" />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <p>{t('team.change.nothing')}</p>
        )}
        {changed.length > 0 && changed.length < keys.length && (
          <p>{t('team.change.unchanged', { count: keys.length - changed.length })}</p>
        )}
      </div>
    </Dialog>
  )
}

function Value({ text, kind: Kind }: { text: string | undefined; kind: 'del' | 'ins' }) {
  if (text === undefined || text === '')
    return <span className="no-value">{t('team.change.none')}</span>
  return <Kind>{text}</Kind>
}

/** Label of a field on the page of the changed rows, or where the console has one, else its name. */
function labelOf(path: string, page: string): string {
  const field = path.slice(path.lastIndexOf('.') + 1)
  const keys = [`resources.${page}.fields.${field}`, `fields.${field}`]
  const found = keys.find((key) => hasMessage(key))
  return found === undefined ? path : messageOf(found)
}

/** Values by dotted path; a text that is no object is one value without a name. */
export function itemsOf(json: string | null | undefined): Map<string, string> {
  const items = new Map<string, string>()
  const add = (path: string, value: unknown) => {
    if (value === null || value === undefined) return
    if (typeof value === 'object')
      for (const [key, inner] of Object.entries(value)) add(path ? `${path}.${key}` : key, inner)
    else items.set(path, String(value))
  }
  add('', parseJson(json ?? null) ?? json)
  return items
}
