import { availableParallelism } from 'node:os'
import { HOUR } from '#contract/time/periods.ts'
import type { Totals } from '../../test/campaigns/simulation/campaign.ts'
import { mutants } from '../../test/campaigns/simulation/mutants/mutants.ts'
import { caught, repeatedOtherwise } from '../../test/campaigns/simulation/mutants/proof.ts'
import { dailyBase } from '../../test/campaigns/simulation/daily-base.ts'
import { playShares } from '../../test/campaigns/simulation/shares.ts'
import { openStack } from '../../test/campaigns/simulation/stack.ts'
import type { Figure, Measure } from '../../test/support/figure.ts'

const SCENARIOS = { full: 100_000, small: 400 } as const
const REPLAYS = { full: 100, small: 20 } as const

/** Each mutant must be caught within so many seeds. */
const WITHIN = 100_000
const HOURS = 900
const SPEED = 300

/** Hours of a night, and the cores of the machine that the targets are for. */
const NIGHT = 8
const CORES = 2

/** Payments with injected faults, half with a hostile gateway; each core runs a share, and the speed is that of one. */
export const measure: Measure = async (budget, report) => {
  const cores = availableParallelism()
  const first = dailyBase()
  const total = await playShares({ first, scenarios: SCENARIOS[budget], cores, report })
  const stack = await openStack()
  const seeds = budget === 'small' ? [] : await hunted(stack, report)
  const others = await repeatedOtherwise(stack, 1, REPLAYS[budget])
  stack.close()
  return [...figuresOf(total, first), ...mutantFigure(seeds), replayFigure(others, REPLAYS[budget])]
}

async function hunted(stack: Awaited<ReturnType<typeof openStack>>, report: (line: string) => void) {
  const seeds: (number | undefined)[] = []
  for (const name of Object.keys(mutants)) {
    const seed = await caught(stack, name, 1, WITHIN)
    report(`simulation: ${name}: ${seed === undefined ? 'not caught' : `caught at seed ${seed}`}`)
    seeds.push(seed)
  }
  return seeds
}

function figuresOf(total: Totals, first: number): Figure[] {
  const { scenarios, violations, byRule, faults, kills, screens, excused, lasted, took } = total
  const [twice = 0, disagree = 0, lost = 0] = ['I1', 'I2', 'I5'].map((rule) => byRule[rule])
  const hours = Math.round(lasted / HOUR)
  const speed = Math.round((scenarios * 1000) / took)
  const of = `of ${scenarios}`
  return [
    {
      name: 'faulted payments simulated / charged twice',
      target: '100,000 / 0',
      measured: `${scenarios} / ${twice} (seeds from ${first} on)`,
      isMet: twice === 0 && scenarios >= SCENARIOS.full,
    },
    {
      name: 'of them, broke any rule',
      target: '0',
      measured: `${violations} (${faults} faults, ${kills} kills)`,
      isMet: violations === 0,
    },
    {
      name: 'screens that disagree with the gateway at the end',
      target: '0 of 100,000',
      measured: `${disagree} ${of} (${screens} screens checked; ${excused} excused, that could not receive it or had not asked)`,
      isMet: disagree === 0,
    },
    {
      name: 'orders lost (charged, merchant not notified)',
      target: '0 of 100,000',
      measured: `${lost} ${of}`,
      isMet: lost === 0,
    },
    { name: 'simulated time', target: `${HOURS} h or more`, measured: `${hours} h`, isMet: hours >= HOURS },
    {
      name: 'simulated payments a second and core',
      target: `${SPEED} or more`,
      measured: String(speed),
      isMet: speed >= SPEED,
    },
    {
      name: `in a night of ${NIGHT} hours, on ${CORES} cores`,
      target: `${millions(SPEED)} million or more`,
      measured: `${millions(speed)} million`,
      isMet: speed >= SPEED,
    },
  ]
}

/** Millions of payments in a night, of so many a second and core. */
const millions = (speed: number): string => ((speed * CORES * NIGHT * 3600) / 1e6).toFixed(1)

function mutantFigure(seeds: readonly (number | undefined)[]): Figure[] {
  if (!seeds.length) return []
  const found = seeds.filter((seed) => seed !== undefined)
  return [
    {
      name: 'bad variants of the payment logic caught',
      target: 'all, each within 100,000 seeds',
      measured: `${found.length} of ${seeds.length}, the last at seed ${Math.max(0, ...found)}`,
      isMet: found.length === seeds.length,
    },
  ]
}

const replayFigure = (others: number, of: number): Figure => ({
  name: 'seeds whose trace is the same twice, byte for byte',
  target: `${REPLAYS.full} of ${REPLAYS.full}`,
  measured: `${of - others} of ${of}`,
  isMet: others === 0 && of >= REPLAYS.full,
})
