/** Translation of a term, or that the term is never translated. */
import { t } from '#console/refine/i18n.ts'

type Props = { row: { targetTerm?: string | null | undefined } }

export const TargetTerm = ({ row: { targetTerm } }: Props) =>
  targetTerm || <span className="no-value">{t('translate.glossary.kept')}</span>
