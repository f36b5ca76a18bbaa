import { html } from 'lit'
import type { TemplateResult } from 'lit'

const drawn = (path: string): TemplateResult =>
  html`<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d=${path} /></svg>`

/** Decorative icons: their meaning is also in text. */
export const icons = {
  tick: drawn('M1.5 12.5l7 7.5L22.5 4'),
  cross: drawn('M6 6l12 12M18 6L6 18'),
  back: drawn('M8.5 7l-4 4 4 4M5 11h9a4 4 0 010 8h-3'),
  clock: drawn('M12 3a9 9 0 100 18 9 9 0 000-18M12 7.5V12l3 2'),
  mark: drawn('M12 4v10M12 19v.1'),
  bank: drawn('M4 9.5L12 5l8 4.5zM6.5 9.5v7M12 9.5v7M17.5 9.5v7M4 19h16'),
} as const
