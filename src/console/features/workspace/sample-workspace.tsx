/** Sample workspace for backends without workspaces (spec 2.38); its buttons change nothing. */
import { useState, type FormEvent } from 'react'
import { getFieldTypeUi } from '#console/engine/fields/field-types.ts'
import { t, messageOf } from '#console/refine/i18n.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import { PageHeader } from '#console/ui/page-header.tsx'
import { BinIcon, LeaveIcon, PlusIcon } from '#ui/icons.tsx'
import { showToast } from '#ui/toasts.tsx'
import { IconButton } from '#console/features/workspace/space-buttons.tsx'
import { ScrollArea } from '#console/ui/scroll-area.tsx'
import '#console/engine/list/rows.css'
import '#console/engine/list/with-aside.css'
import '#console/engine/list/toolbar.css'
import '#console/features/workspace/sample-workspace.css'
import '#console/features/workspace/workspace.css'

/** Sample spaces, with the group of the sidebar in which each is shown. */
const groups = { mine: 'owner', shared: 'member', child: 'main' } as const
type Group = keyof typeof groups

const contacts = [
  {
    key: 'first',
    cellphone: '+55 11 5550 0143',
    step: 'quoted',
    country: 'BR',
    fromApp: 'WhatsApp',
  },
  {
    key: 'second',
    cellphone: '+49 30 5550 0178',
    step: 'lead',
    country: 'DE',
    fromApp: 'LinkedIn',
  },
  {
    key: 'third',
    cellphone: '+52 55 5550 0112',
    step: 'negotiating',
    country: 'MX',
    fromApp: 'Messenger',
  },
] as const
const columns = ['title', 'cellphone', 'company', 'step', 'country', 'tags', 'fromApp'] as const

const showSampleToast = () =>
  showToast({ key: 'sample', tone: 'info', text: t('workspace.sample.pressed') })
const labelOf = (column: (typeof columns)[number]) =>
  messageOf([`resources.contacts.fields.${column}`])

export default function SampleWorkspace() {
  const me = useCurrentUser()
  const [chosen, setChosen] = useState<Group>('mine')
  const shownGroups = (Object.keys(groups) as Group[]).filter(
    (group) => group !== 'child' || !me?.parentUserId,
  )
  const ownId = String(me?.userId ?? '')
  return (
    <div className="list-page">
      <PageHeader
        title={messageOf('resources.contacts.title')}
        help={messageOf('resources.contacts.help')}
      />
      <p className="sample-note" role="note">
        {t('workspace.sample.note')}
      </p>
      <div className="list-with-aside">
        <div className="list-aside">
          <section className="workspace" aria-label={t('workspace.label')}>
            <div className="card side-card">
              {shownGroups.map((group) => (
                <Space
                  key={group}
                  group={group}
                  space={{
                    id: group === 'mine' ? ownId : group,
                    ownerId: group === 'mine' ? ownId : `owner-${group}`,
                  }}
                  isChosen={group === chosen}
                  choose={() => setChosen(group)}
                />
              ))}
            </div>
            <People name={me?.username ?? me?.account ?? ''} />
          </section>
        </div>
        <div className="list-main">
          <Contacts />
        </div>
      </div>
    </div>
  )
}

type SpaceProps = {
  group: Group
  space: { id: string; ownerId: string }
  isChosen: boolean
  choose: () => void
}

/**
 * Spec 2.38: users delete their own space, whose sample id equals its owner id, and leave any
 * other.
 */
function Space({ group, space, isChosen, choose }: SpaceProps) {
  const name = t(`workspace.sample.spaces.${group}`)
  const isOwn = space.id === space.ownerId
  return (
    <section aria-labelledby={`sample-${group}`}>
      <header>
        <h2 id={`sample-${group}`}>{t(`workspace.group.${groups[group]}`)}</h2>
      </header>
      <ul>
        <li className="space-line" data-chosen={isChosen}>
          <button
            type="button"
            className="space"
            aria-current={isChosen ? 'true' : undefined}
            onClick={choose}
          >
            <strong>{name}</strong>
            <small>{t('workspace.sample.tag')}</small>
          </button>
          <span className="space-buttons">
            <IconButton
              action={t(isOwn ? 'workspace.remove.action' : 'workspace.leave.action')}
              name={name}
              onClick={showSampleToast}
            >
              {isOwn ? <BinIcon /> : <LeaveIcon />}
            </IconButton>
          </span>
        </li>
      </ul>
    </section>
  )
}

function People({ name }: { name: string }) {
  return (
    <div className="card side-card">
      <section aria-labelledby="sample-people">
        <header>
          <h2 id="sample-people">{t('workspace.people.title', { count: 2 })}</h2>
          <button type="button" className="text-button" onClick={showSampleToast}>
            <PlusIcon />
            {t('workspace.invite.action')}
          </button>
        </header>
        <ul className="people">
          <li>
            <span>{name}</span>
            <span className="tag">{t('workspace.people.you')}</span>
          </li>
          <li>
            <span>anna</span>
            <span className="tag">{t('workspace.sample.tag')}</span>
          </li>
        </ul>
      </section>
    </div>
  )
}

function Contacts() {
  const [filters, setFilters] = useState({ title: '', cellphone: '' })
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setFilters({ title: String(form.get('title')), cellphone: String(form.get('cellphone')) })
  }
  const rows = contacts
    .map(({ key, ...contact }) => ({
      ...contact,
      key,
      title: t(`workspace.sample.contacts.${key}.title`),
      company: t(`workspace.sample.contacts.${key}.company`),
      tags: t(`workspace.sample.contacts.${key}.tag`),
    }))
    .filter(
      ({ title, cellphone }) =>
        title.toLowerCase().includes(filters.title.toLowerCase()) &&
        cellphone.includes(filters.cellphone),
    )
  return (
    <>
      <form
        className="sample-search"
        role="search"
        onSubmit={search}
        onReset={() => setFilters({ title: '', cellphone: '' })}
      >
        {(['title', 'cellphone'] as const).map((field) => (
          <label key={field}>
            {labelOf(field)}
            <input className="control" name={field} type="text" />
          </label>
        ))}
        <button type="submit" className="button primary">
          {t('crud.filter.query')}
        </button>
        <button type="reset" className="button">
          {t('crud.filter.reset')}
        </button>
        <button type="button" className="button" onClick={showSampleToast}>
          {messageOf('resources.contacts.actions.create')}
        </button>
      </form>
      <ScrollArea className="sample-rows" label={messageOf('resources.contacts.title')}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {labelOf(column)}
                </th>
              ))}
              <th scope="col">{t('crud.list.operate')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                {columns.map((column) => (
                  <td key={column}>{textOf(column, row[column])}</td>
                ))}
                <td className="sample-actions">
                  {(['edit', 'remove'] as const).map((action) => (
                    <button
                      key={action}
                      type="button"
                      className={action === 'remove' ? 'text-button danger' : 'text-button'}
                      aria-label={t('crud.list.actionOf', {
                        action: t(`crud.actions.${action}`),
                        name: row.title,
                      })}
                      onClick={showSampleToast}
                    >
                      {t(`crud.actions.${action}`)}
                    </button>
                  ))}
                </td>
              </tr>
            ))}
            {rows.length === 0 && (
              <tr>
                <td colSpan={columns.length + 1}>{t('workspace.sample.none')}</td>
              </tr>
            )}
          </tbody>
        </table>
      </ScrollArea>
      <p className="sample-total">
        {t('crud.pager.total', { count: rows.length, shown: String(rows.length) })}
      </p>
    </>
  )
}

function textOf(column: (typeof columns)[number], value: string): string {
  const context = { row: {}, lookupData: undefined }
  if (column === 'country')
    return getFieldTypeUi({ kind: 'country' }).text(value, {
      fieldType: { kind: 'country' },
      ...context,
    })
  return column === 'step' ? messageOf(`resources.contacts.values.step.${value}`) : value
}
