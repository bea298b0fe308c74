/** Parses the download list from the configuration's JSON text (3.15, 7.18). */
import { parseJson } from '#client/browser.ts'

export type Download = {
  id: string
  label: string
  enLabel: string
  version: string
  link: string
  children: Download[]
}

type Fields = Record<string, unknown>

/**
 * Skips invalid items. Downloads are the top-level items and their `child` items; items referenced
 * by another item's `childId` are listed only below that item.
 */
export function readDownloads(text: string | null): Download[] {
  const listed = childrenOf(parseJson(text))
  const everything = listed.flatMap((item) => [item, ...list(item['child'])])
  const idsOf = (item: Fields) => list<unknown>(item['childId']).map(String)
  const named = new Set(listed.flatMap(idsOf))
  const read = (item: Fields, deep: boolean): Download[] => {
    const [id, label, link] = [word(item['id']), word(item['label']), word(item['val'])]
    const ids = idsOf(item)
    const under = everything.filter((it) => it !== item && ids.includes(word(it['id'])))
    const children = deep ? under.flatMap((it) => read(it, false)) : []
    const safe = /^(https?:\/\/|\/[\w-])/.test(link)
    if (!id || !label || (!safe && children.length === 0)) return []
    return [
      {
        id,
        label,
        enLabel: word(item['enLabel']) || label,
        version: word(item['version']),
        link: safe ? link : '',
        children,
      },
    ]
  }
  return listed.filter((item) => !named.has(word(item['id']))).flatMap((item) => read(item, true))
}

function childrenOf(value: unknown): Fields[] {
  const [first] = list(value)
  return first && Array.isArray(first['child']) && first['label'] === undefined
    ? list(first['child'])
    : list(value)
}

const list = <T = Fields>(value: unknown): T[] =>
  Array.isArray(value) ? (value.filter((it) => it !== null && it !== undefined) as T[]) : []
const word = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
