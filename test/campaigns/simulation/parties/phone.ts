import type { AppPlan } from '../plan.ts'
import type { Around } from './around.ts'
import type { Press } from './bank-app.ts'

/** What is pressed, after how many seconds at least and at most, and in the app of which bank. */
type Pressed = readonly [press: Press, from: number, to: number, bank?: string]

const presses: Readonly<Record<AppPlan, readonly Pressed[]>> = {
  pays: [['confirm', 2, 40]],
  'pays late': [['confirm', 60, 400]],
  'pays on two phones': [
    ['confirm', 5, 10],
    ['confirm', 5, 15, 'birch'],
  ],
  'lets the bank take its time': [
    ['wait', 2, 20],
    ['confirm', 25, 110],
  ],
  declines: [['decline', 2, 40]],
  'never pays': [],
  'goes back to the card': [],
  'goes back to the card, and pays then': [['confirm', 5, 120]],
  'goes back to the card as a bank accepts': [['confirm', 40, 150]],
  'pays while a card pays in another tab': [['confirm', 20, 60]],
}

/** The payer's phone reads a code, and the payer does what is planned. */
export function useApp({ plan, chance, clockFor, press }: Around, payload: string): void {
  // The phone stays, whatever becomes of the page.
  const clock = clockFor({ isAlive: true })
  for (const [what, from, to, bank = 'alder'] of presses[plan.app ?? 'pays'])
    void clock
      .sleep(chance.between(from * 1000, to * 1000))
      .then(() => press(payload, what, bank))
      .catch(() => {}) // the app shows that it did not work
}
