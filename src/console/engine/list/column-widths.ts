/** Widths of a table's columns: from the types of their fields, or as the user has set them. */
import { useState } from 'react'
import { parseJson } from '#client/browser.ts'
import { browserStore } from '#client/storage.ts'
import { getFieldTypeUi } from '#console/engine/fields/field-types.ts'
import type { Column, ContentWidth, Field } from '#console/engine/page-model.ts'
import { messageOf } from '#console/refine/i18n.ts'
import { textWidth } from '#console/ui/text-width.ts'

/** Width of a column, all in CSS pixels; `growth` is its share of the room that is left. */
export type ColumnWidth = ContentWidth & { readonly growth: number }

/** Bounds of the widths that a user can set, in CSS pixels. */
export const widthLimits = { min: 48, max: 640, step: 8 } as const

/** Horizontal padding of a cell and sizes of what stands in it, in CSS pixels (rows.css). */
export const cellPadding = 12
const textAfterNumber = 8
const headingSize = 12
const sortIcon = 14
const arrow = 24
/** Size of the values before and after in a pair, beside that of other cells (pair-cell.css). */
const pairScale = 12 / 13
const gap = 8
const toggle = 40

/** Of a text without a type of its own: a name. */
const nameWidth: ContentWidth = { usual: 130, least: 72 }
/** Width up to which a heading is never cut for contents that are narrower. */
const wholeHeading = 96
/** Share of the growth that columns have whose values are never cut, beside the others. */
const wholeGrowth = 0.7

/**
 * Width of a page's column with its padding. `isSortable` adds the room of the arrows; text after a
 * number has more padding.
 */
export function widthOfColumn(
  column: Column,
  previous: Column | undefined,
  isSortable: (column: Column) => boolean,
): ColumnWidth {
  const hasNumbers = isNumericColumn(column)
  const parts = [column, ...(column.stacked ?? [])]
  const contents = parts.map(contentWidthOf)
  const headingWidth = (widthOf: (text: string) => number) =>
    Math.max(
      ...parts.map((part) => widthOf(messageOf(part.label)) + (isSortable(part) ? sortIcon : 0)),
    )
  const heading = headingWidth(lineWidth)
  // Stacked headings have a line each.
  const leastHeading = parts.length > 1 ? heading : headingWidth(twoLinesWidth)
  const usual = Math.max(heading, ...contents.map((content) => content.usual))
  const least = Math.max(
    hasNumbers ? leastHeading : Math.min(leastHeading, wholeHeading),
    ...contents.map((content) => content.least),
  )
  const padding =
    cellPadding + (previous && isNumericColumn(previous) && !hasNumbers ? textAfterNumber : 0)
  return {
    usual: usual + padding,
    least: least + padding,
    growth: usual * (least < usual && !hasNumbers ? 1 : wholeGrowth),
  }
}

const lineWidth = (text: string) => textWidth(text, { size: headingSize, weight: 600 })

/** Least width in which the words of a text fit in two lines. */
function twoLinesWidth(text: string): number {
  const words = text.split(' ')
  return Math.min(
    ...words.map((_, index) =>
      Math.max(
        lineWidth(words.slice(0, index + 1).join(' ')),
        lineWidth(words.slice(index + 1).join(' ')),
      ),
    ),
  )
}

function contentWidthOf(column: Column): ContentWidth {
  const { width, fields, layout, difference } = column
  if (width) return width
  if (column.toggle) return { usual: toggle, least: toggle }
  const widths = fields.map(fieldWidth)
  const [first = nameWidth, second] = widths
  if (layout === 'pair' && second) {
    const both = Math.ceil((first.usual + second.usual) * pairScale) + arrow
    return difference
      ? { usual: both + first.usual + gap, least: both + first.least }
      : { usual: both, least: first.least + arrow + gap }
  }
  if (layout === 'stack')
    return {
      usual: widths.reduce((sum, { usual }) => sum + usual + gap, -gap),
      least: fields
        .slice(1)
        .reduce(
          (sum, field) => sum + gap + (isNumeric(field) ? fieldWidth(field).least : arrow),
          first.least,
        ),
    }
  return first
}

const fieldWidth = ({ fieldType }: Field): ContentWidth =>
  getFieldTypeUi(fieldType).width?.(fieldType) ?? nameWidth

/**
 * Widths that fill the available width: more than usual by the columns' growth, or less than usual
 * down to the least. Their sum is larger if even the least widths are wider together.
 */
export function fitWidths(columns: readonly ColumnWidth[], available: number): number[] {
  const sumOf = (value: (column: ColumnWidth) => number) =>
    columns.reduce((sum, column) => sum + value(column), 0)
  const room = available - sumOf(({ usual }) => usual)
  const growth = sumOf((column) => column.growth)
  const slack = sumOf(({ usual, least }) => usual - least)
  const share = room < 0 ? Math.max(-1, room / (slack || 1)) : room / (growth || 1)
  return columns.map((column) =>
    room < 0
      ? column.usual + share * (column.usual - column.least)
      : column.usual + (growth > 0 ? share * column.growth : 0),
  )
}

/** Whether a column's values are right-aligned with tabular digits. */
export const isNumericColumn = ({ fields, layout, difference }: Column): boolean =>
  (layout === 'plain' || difference !== undefined) && fields.length > 0 && fields.every(isNumeric)

const isNumeric = ({ fieldType }: Field) => getFieldTypeUi(fieldType).numeric === true

export type ColumnSizes = {
  /** Widths that the user has set, in CSS pixels by column. */
  readonly chosen: Readonly<Record<string, number>>
  readonly set: (key: string, width: number) => void
  readonly reset: () => void
}

/** Widths of a list's columns that are saved in this browser. */
export function useColumnSizes(list: string): ColumnSizes {
  const storageKey = `columnWidths.${list}`
  const [chosen, setChosen] = useState(() => parseWidths(browserStore.get(storageKey)))
  return {
    chosen,
    set(key, width) {
      const { min, max } = widthLimits
      const next = { ...chosen, [key]: Math.round(Math.min(max, Math.max(min, width))) }
      setChosen(next)
      browserStore.set(storageKey, JSON.stringify(next))
    },
    reset() {
      setChosen({})
      browserStore.remove(storageKey)
    },
  }
}

function parseWidths(text: string | null): Record<string, number> {
  const value = parseJson(text)
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).filter(
          (entry): entry is [string, number] =>
            Number.isFinite(entry[1]) && entry[1] >= widthLimits.min && entry[1] <= widthLimits.max,
        ),
      )
    : {}
}
