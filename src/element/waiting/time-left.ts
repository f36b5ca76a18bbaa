import { unitsIn } from '#texts/formats.ts'
import type { Translation } from '../i18n/locale-controller.ts'

/** Milliseconds left from which tens of seconds are shown in place of minutes. */
const SOON = 120_000
const [MINUTE, STEP] = [60_000, 10_000]

/** Milliseconds left that are announced to screen readers. */
const announced = [30_000, MINUTE, SOON]

/** The time left as it is shown, in milliseconds: minutes, and at the end tens of seconds, so that it changes seldom. */
export const shownTime = (left: number): number => {
  const step = left > SOON ? MINUTE : STEP
  return Math.max(0, Math.ceil(left / step) * step)
}

/** Milliseconds until another time is shown. */
export const untilNext = (left: number): number => left - shownTime(left) + (left > SOON ? MINUTE : STEP)

/** The time to announce when little is left, in milliseconds. */
export const announcedTime = (left: number): number | undefined => announced.find((mark) => left <= mark)

/** The time in the words of a locale, such as “9 minutes”. */
export const timeIn = ({ locale, texts }: Translation, ms: number, display: 'long' | 'short'): string =>
  unitsIn(locale, texts.formats ?? {}, ms % MINUTE ? [ms / 1_000, 'second'] : [ms / MINUTE, 'minute'], display)
