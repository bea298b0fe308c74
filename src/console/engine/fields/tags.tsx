/** List of short texts, each rendered as a tag. */
import { Fragment } from 'react'
import type { KindModule, MeaningOf } from '#console/engine/fields/field-type.ts'
import { TagsInput } from '#console/engine/fields/tags-input.tsx'
import { t } from '#console/refine/i18n.ts'

export const tagsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : []

export const tags: KindModule<MeaningOf<'tags'>> = {
  text: (value) => tagsIn(value).join(t('pages.tags.between')),
  Cell: ({ value }) => (
    <span className="tags">
      {tagsIn(value).map((tag, at) => (
        <Fragment key={tag}>
          {at > 0 && <span className="unseen">{t('pages.tags.between')}</span>}
          <span className="tag">{tag}</span>
        </Fragment>
      ))}
    </span>
  ),
  Input: TagsInput,
}
