/** Table of the kinds of alerts with a switch for each means, and the webhooks that get each kind. */
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '#client/api/call.ts'
import { Prose } from '#client/i18n/prose.tsx'
import { Switch } from '#console/engine/fields/switch.tsx'
import type { Route } from '#console/engine/resource.ts'
import { useCanUse } from '#console/refine/capabilities.ts'
import { t } from '#console/refine/i18n.ts'
import { notifyDone, notifyFailure } from '#console/refine/notification.ts'
import { AppLink } from '#console/ui/app-link.tsx'
import { useSectionUpdate } from '#console/ui/query-card.tsx'
import { alertMeans, alerts, type AlertMeans, type AlertSettings } from '#contract/alerts.ts'

type KindSettings = AlertSettings['kinds'][number]

export function Means({ settings: { kinds, mailTo } }: { settings: AlertSettings }) {
  return (
    <section className="alert-means">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('alerts.kind')}</th>
            {alertMeans.map((means) => (
              <th key={means} scope="col">
                {t(`alerts.means.${means}`)}
              </th>
            ))}
            <th scope="col">{t('alerts.webhooks')}</th>
          </tr>
        </thead>
        <tbody>
          {kinds.map((one) => (
            <KindRow key={one.kind} one={one} hasMail={mailTo != null} />
          ))}
        </tbody>
      </table>
      <p>
        <Prose>{mailTo ? t('alerts.mailTo', { email: mailTo }) : t('alerts.noMail')}</Prose>
      </p>
      <p>
        <Prose>{t('alerts.webhooksHelp')}</Prose>{' '}
        <AppLink route="UserCenterWebhooks">{t('alerts.toWebhooks')}</AppLink>
      </p>
    </section>
  )
}

function KindRow({ one, hasMail }: { one: KindSettings; hasMail: boolean }) {
  const { kind, webhooks } = one
  return (
    <tr>
      <th scope="row">
        {t(`alerts.kinds.${kind}.title`)}
        <small>
          <Prose>{t(`alerts.kinds.${kind}.help`)}</Prose>
        </small>
      </th>
      {alertMeans.map((means) => (
        <td key={means} data-label={t(`alerts.means.${means}`)}>
          <MeansSwitch one={one} means={means} isPossible={means !== 'mail' || hasMail} />
        </td>
      ))}
      <td data-label={t('alerts.webhooks')}>
        {webhooks.length === 0 && <span className="alert-none">{t('alerts.noWebhooks')}</span>}
        {webhooks.map(({ id, name }) => (
          <Link key={id} className="app-link" to={`/${'UserCenterWebhooks' satisfies Route}#${id}`}>
            {name}
          </Link>
        ))}
      </td>
    </tr>
  )
}

function MeansSwitch({
  one: { kind, ...flags },
  means,
  isPossible,
}: {
  one: KindSettings
  means: AlertMeans
  isPossible: boolean
}) {
  const canUse = useCanUse()
  const update = useSectionUpdate(alerts.get)
  const [isSaving, setSaving] = useState(false)
  const [optimistic, setOptimistic] = useState<0 | 1>()
  // Not with the answer: the section shows what was saved one task later.
  if (!isSaving && optimistic === flags[means]) setOptimistic(undefined)
  const isOn = isPossible && (optimistic ?? flags[means]) === 1
  const save = async (on: 0 | 1) => {
    setSaving(true)
    setOptimistic(on)
    try {
      await call(alerts.setMeans, { kind, means, on })
      update(({ kinds, ...others }) => ({
        ...others,
        kinds: kinds.map((one) => (one.kind === kind ? { ...one, [means]: on } : one)),
      }))
      notifyDone(
        t(`alerts.saved.${on === 1 ? 'on' : 'off'}`, {
          kind: t(`alerts.kinds.${kind}.title`),
          means: t(`alerts.means.${means}`),
        }),
      )
    } catch (error) {
      setOptimistic(undefined)
      notifyFailure(error)
    } finally {
      setSaving(false)
    }
  }
  return (
    <Switch
      isOn={isOn}
      disabled={!isPossible || !canUse(alerts.setMeans)}
      isBusy={isSaving}
      aria-label={t('alerts.switch', {
        kind: t(`alerts.kinds.${kind}.title`),
        means: t(`alerts.means.${means}`),
      })}
      onSwitch={(on) => void save(on)}
    />
  )
}
