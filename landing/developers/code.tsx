/** Code of the page for developers: blocks with a copy button, and samples by client. */
import { CheckIcon, CopyIcon } from '#ui/icons.tsx'
import { clients, keyPlaceholder, type Samples } from '#landing/developers/samples.ts'
import { t } from '#landing/messages.ts'
import { siteOrigin } from '#landing/site-data.ts'

/** The same code for each client; a choice holds for all of them on the page. */
export function ClientSamples({ name, samples }: { name: string; samples: Samples }) {
  return (
    <div className="samples">
      <fieldset className="samples-clients">
        <legend className="visually-hidden">{t('developers.language')}</legend>
        {clients.map((client, index) => (
          <label key={client.name}>
            <input
              type="radio"
              name={`client-${name}`}
              value={client.name}
              defaultChecked={index === 0}
              data-act="client"
            />
            <span translate="no">{client.label}</span>
          </label>
        ))}
      </fieldset>
      {clients.map((client) => (
        <div key={client.name} className="samples-panel" data-client={client.name}>
          <CodeBlock name={client.label} code={samples[client.name]} />
        </div>
      ))}
    </div>
  )
}

export function CodeBlock({ name, code, id }: { name: string; code: string; id?: string }) {
  return (
    <div className="code">
      <pre>
        <code id={id} translate="no">
          {code.split(variableParts()).map((part, index) => {
            const variable = variableOf(part)
            return variable ? (
              // oxlint-disable-next-line react/no-array-index-key -- the order is static.
              <span key={index} data-variable={variable}>
                {part}
              </span>
            ) : (
              part
            )
          })}
        </code>
      </pre>
      <button
        className="code-copy"
        type="button"
        data-act="copy"
        aria-label={t('developers.copyNamed', { name })}
        title={t('developers.copy')}
        data-message={t('developers.copied')}
        data-failed={t('developers.copyFailed')}
      >
        <CopyIcon />
        <CheckIcon />
      </button>
    </div>
  )
}

/** What the page's script replaces in code: the key, and the origin of the site. */
const variableParts = () =>
  new RegExp(`(${keyPlaceholder}|${siteOrigin().replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)})`)

const variableOf = (part: string) =>
  part === keyPlaceholder ? 'key' : part === siteOrigin() ? 'origin' : undefined
