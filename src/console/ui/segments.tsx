/** Segmented control on native radio buttons. */
import { useId } from 'react'
import '#console/ui/choices.css'

type Props<K extends string> = {
  label: string
  options: readonly { readonly key: K; readonly label: string }[]
  chosen: K
  onChoose: (key: K) => void
  disabled?: boolean
}

export function Segments<K extends string>({
  label,
  options,
  chosen,
  onChoose,
  disabled = false,
}: Props<K>) {
  const name = useId()
  return (
    <fieldset className="segments" disabled={disabled}>
      <legend className="unseen">{label}</legend>
      {options.map(({ key, label: shown }) => (
        <label key={key}>
          <input type="radio" name={name} checked={key === chosen} onChange={() => onChoose(key)} />
          <span>{shown}</span>
        </label>
      ))}
    </fieldset>
  )
}
