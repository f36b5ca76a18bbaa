import { checkShifts, type Device } from './layout-shift.ts'

const screens: readonly Device[] = ['phone', 'desktop']
const layouts = ['stack', 'tabs', 'accordion']

/** What follows a press of the button; but a message above the button moves it by its own height. */
const pressed = ['submitting', 'challenge', 'paid', 'held', 'verified', 'declined', 'cancelled', 'pending']

checkShifts(
  pressed.flatMap((name) => screens.flatMap((screen) => layouts.map((layout) => [name, screen, layout] as const))),
)

checkShifts(
  screens.flatMap((screen) => ['ready', 'paid'].map((name) => [name, screen, 'stack'] as const)),
  { from: 'first paint', methods: ['card'] },
)
