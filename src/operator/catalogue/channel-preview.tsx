/** Effect of a channel's change before it is saved: notes, and what others' characters become. */
import { exactCount, localName } from '#client/i18n/format.ts'
import type { Row } from '#console/engine/resource.ts'
import { operatorChannels } from '#contract/operator/channels.ts'
import type { zh } from '#locales/operator/catalogue.ts'
import { PreviewNotes } from '#operator/catalogue/preview-notes.tsx'
import { useChangePreview } from '#operator/change-preview.ts'
import { messagesOf } from '#operator/i18n.ts'

const t = messagesOf<typeof zh>()

export default function ChannelPreview({ input }: { input: Row }) {
  const change = useChangePreview(operatorChannels.preview, input)
  const { lastData: data } = change
  return (
    <section className="change-effect" aria-label={t('catalogue.preview.title')}>
      <h3>{t('catalogue.preview.title')}</h3>
      <PreviewNotes preview={change} />
      {data && data.conversions.length > 0 && (
        <table>
          <caption>
            {t('catalogue.preview.conversion', { amount: exactCount(data.characters) })}
          </caption>
          <tbody>
            {data.conversions.map((conversion) => (
              <tr key={conversion.id}>
                <th scope="row">{t('catalogue.preview.from', { name: localName(conversion) })}</th>
                <td>{exactCount(conversion.characters)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
