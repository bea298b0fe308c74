/** Runs the commands of the command button: opens the palette or the shortcuts, or goes to a page. */
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { useOpenPages } from '#console/features/palette/open-pages.ts'
import { Palette } from '#console/features/palette/palette.tsx'
import type { PaletteHostProps } from '#console/features/palette/palette-config.ts'
import { ShortcutsDialog } from '#console/features/palette/shortcuts-dialog.tsx'
import '#console/ui/overlays.css'
import './palette.css'

export function PaletteHost({ pages: allPages, config, command, typed, close }: PaletteHostProps) {
  const pages = useOpenPages(allPages)
  const navigate = useNavigate()
  /** Opened for a record; replaces the palette. */
  const [panel, setPanel] = useState<ReactNode>()
  const [shows, setShows] = useState<'palette' | 'shortcuts'>()
  /** Closes first, so that the heading of the page can take the focus. */
  const go = (to: string) => {
    flushSync(close)
    void navigate(to)
  }
  const goByKey = useEffectEvent((key: string) => {
    const page = pages.find(({ name }) => name === config.pageKeys[key])
    if (page) go(`/${page.route}`)
    else close()
  })
  useEffect(() => {
    // Outside of React's commit, in which nothing can be flushed.
    if (command.name === 'go') queueMicrotask(() => goByKey(command.key))
  }, [command])
  if (panel !== undefined) return panel
  const shown = shows ?? command.name
  if (shown === 'shortcuts')
    return <ShortcutsDialog pages={pages} pageKeys={config.pageKeys} close={close} />
  if (shown === 'palette')
    return (
      <Palette
        pages={pages}
        config={config}
        typed={typed}
        go={go}
        showShortcuts={() => setShows('shortcuts')}
        showPanel={(render) => setPanel(render(close))}
        close={close}
      />
    )
  return null
}
