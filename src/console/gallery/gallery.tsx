/** Page `/gallery` of development: every field type, control and state, for visual checks. */
import { Refine } from '@refinedev/core'
import { useState, type ReactNode } from 'react'
import { BrowserRouter } from 'react-router'
import { providersFor } from '#console/console.tsx'
import { FieldTypes } from '#console/gallery/field-types.tsx'
import { Switch } from '#console/engine/fields/switch.tsx'
import { ListFailure, StaleHint, EmptyState } from '#console/engine/list/empty-states.tsx'
import { notifyDone, notifyFailure } from '#console/refine/notification.ts'
import { createCache } from '#console/refine/query.ts'
import { Notice } from '#console/ui/notice.tsx'
import { Dialog, Toasts } from '#console/ui/overlays.tsx'
import { PageHeader, PageSkeleton } from '#console/ui/page-header.tsx'
import { Combobox } from '#ui/combobox.tsx'
import * as icons from '#ui/icons.tsx'
import { Pager } from '#ui/pager.tsx'
import { Segments, Tabs } from '#ui/tabs.tsx'
import { setTheme, themeChoice, type ThemeChoice } from '#ui/theme.ts'
import '#ui/visually-hidden.css'
import '#console/ui/base.css'
import '#console/ui/controls.css'
import '#console/gallery/gallery.css'

const providers = providersFor([])

export default function Gallery() {
  const [cache] = useState(() => createCache(() => {}))
  return (
    <BrowserRouter>
      <Refine
        {...providers}
        options={{ disableTelemetry: true, reactQuery: { clientConfig: cache } }}
      >
        <main id="content" className="gallery">
          <PageHeader title="Gallery" help="Every field type, control and state of the console." />
          <ThemeSwitch />
          <Section title="Field types">
            <FieldTypes />
          </Section>
          <Buttons />
          <Overlays />
          <Choices />
          <States />
        </main>
      </Refine>
      <Toasts base />
    </BrowserRouter>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card gallery-section" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function ThemeSwitch() {
  const [chosen, choose] = useState<ThemeChoice>(themeChoice)
  return (
    <Segments
      label="Theme"
      options={[
        { key: 'system', label: 'System' },
        { key: 'light', label: 'Light' },
        { key: 'dark', label: 'Dark' },
      ]}
      chosen={chosen}
      onChoose={(theme) => {
        setTheme(theme)
        choose(theme)
      }}
    />
  )
}

function Buttons() {
  const [isOn, setIsOn] = useState<0 | 1>(1)
  return (
    <Section title="Buttons and tags">
      <div className="gallery-row">
        <button type="button" className="button primary">
          Primary
        </button>
        <button type="button" className="button">
          Default
        </button>
        <button type="button" className="button danger">
          Danger
        </button>
        <button type="button" className="button" disabled>
          Disabled
        </button>
        <button type="button" className="button primary" disabled aria-busy>
          Busy
        </button>
        <button type="button" className="text-button">
          Text
        </button>
        <Switch isOn={isOn === 1} aria-label="Switch" onSwitch={setIsOn} />
        <Switch isOn={false} disabled aria-label="Disabled switch" onSwitch={setIsOn} />
      </div>
      <div className="gallery-row">
        {[undefined, 'primary', 'success', 'warning', 'danger'].map((tone) => (
          <span key={tone ?? 'plain'} className="tag" data-tone={tone}>
            {tone ?? 'plain'}
          </span>
        ))}
      </div>
      <div className="gallery-row">
        {Object.entries(icons).map(([name, Icon]) => (
          <button key={name} type="button" className="icon-button" aria-label={name} title={name}>
            <Icon />
          </button>
        ))}
      </div>
    </Section>
  )
}

function Overlays() {
  const [shape, open] = useState<'question' | 'drawer' | 'modal'>()
  return (
    <Section title="Dialogs and toasts">
      <div className="gallery-row">
        {(['question', 'drawer', 'modal'] as const).map((option) => (
          <button key={option} type="button" className="button" onClick={() => open(option)}>
            {option}
          </button>
        ))}
        <button type="button" className="button" onClick={() => notifyDone('Saved.')}>
          Success
        </button>
        <button
          type="button"
          className="button"
          onClick={() => notifyFailure(new Error('no connection'))}
        >
          Failure
        </button>
      </div>
      {shape && (
        <Dialog title={`Dialog: ${shape}`} shape={shape} onClose={() => open(undefined)}>
          <p>Content</p>
        </Dialog>
      )}
    </Section>
  )
}

function Choices() {
  const [tab, chooseTab] = useState('first')
  const [segment, chooseSegment] = useState('day')
  const [page, setPage] = useState({ pageNum: 3, pageSize: 10 })
  const [query, setQuery] = useState('')
  const [chosen, choose] = useState('en')
  const languages = [
    { value: 'zh', text: 'Chinese', hint: 'zh' },
    { value: 'en', text: 'English' },
  ]
  return (
    <Section title="Tabs, segments, pager and combobox">
      <Tabs
        label="Tabs"
        tabs={[
          { key: 'first', label: 'First' },
          { key: 'second', label: 'Second' },
        ]}
        chosen={tab}
        onChoose={chooseTab}
      >
        <p>Panel: {tab}</p>
      </Tabs>
      <Segments
        label="Segments"
        options={[
          { key: 'day', label: 'Day' },
          { key: 'month', label: 'Month' },
        ]}
        chosen={segment}
        onChoose={chooseSegment}
      />
      <Pager
        {...page}
        total={95}
        sizes={[10, 20, 50]}
        onChange={(change) => setPage({ ...page, ...change })}
        texts={{
          label: 'Pages',
          total: '95 rows',
          size: 'Rows per page',
          sizeOf: (size) => `${size} per page`,
          previous: 'Previous page',
          next: 'Next page',
          page: (number) => `Page ${number}`,
        }}
      />
      <Combobox
        label="Languages"
        placeholder="Search"
        query={query}
        onType={setQuery}
        groups={[{ choices: languages.filter(({ text }) => text.toLowerCase().includes(query)) }]}
        chosen={chosen}
        onChoose={({ value }) => choose(value)}
      />
    </Section>
  )
}

function States() {
  const error = new Error('no connection')
  const retry = () => {}
  return (
    <Section title="States">
      <PageSkeleton view="list" />
      <PageSkeleton view="form" />
      <EmptyState title="No rows yet">
        <button type="button" className="button primary">
          Create the first one
        </button>
      </EmptyState>
      <ListFailure error={error} retry={retry} />
      <StaleHint error={error} retry={retry} />
      <Notice
        title="Notice"
        actions={
          <button type="button" className="button primary">
            Next step
          </button>
        }
      >
        Explanation of what happened.
      </Notice>
    </Section>
  )
}
