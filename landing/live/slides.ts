/** Carousels: next slide and automatic advance (2.10). */
import { times } from '#contract/limits.ts'

/** Wraps around at both ends. */
export function nextSlide(within: Element, step: 1 | -1): void {
  const slides = within.closest('.slides')!
  const dots = [...slides.querySelectorAll<HTMLInputElement>(':scope > .slides-dot')]
  const at = dots.findIndex(({ checked }) => checked)
  dots[(at + step + dots.length) % dots.length]!.checked = true
}

export function pauseSlides(by: HTMLElement): void {
  by.setAttribute('aria-pressed', String(by.getAttribute('aria-pressed') !== 'true'))
}

/**
 * Starts the automatic advance. Carousels pause on hover and focus, with reduced motion, and while
 * the pause button is pressed.
 */
export function moveSlides(): void {
  setInterval(() => {
    if (document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const slides of document.querySelectorAll('.slides[data-every]')) {
      if (!slides.matches(':hover, :focus-within') && !slides.querySelector('[aria-pressed=true]'))
        nextSlide(slides, 1)
    }
  }, times.slider)
}
