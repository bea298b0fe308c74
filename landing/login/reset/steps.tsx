/** Progress indicator of the password reset. */
import { say } from '#landing/login/registration-messages.ts'
import type { Step } from '#landing/login/reset/use-reset.ts'

const names = [
  'joining.reset.step.name',
  'joining.reset.step.password',
  'joining.reset.step.done',
] as const

export function Steps({ at }: { at: Step }) {
  return (
    <ol className="steps" aria-label={say('joining.reset.steps')}>
      {names.map((name, index) => (
        <li
          key={name}
          data-state={index < at ? 'done' : undefined}
          aria-current={index === at ? 'step' : undefined}
        >
          {say(name)}
        </li>
      ))}
    </ol>
  )
}
