import { expect, test } from 'vitest'
import { readOptions } from '../../scripts/bench/options.ts'

test('without arguments all benchmarks run in full, with the peers, and nothing is written', () => {
  expect(readOptions([])).toEqual({
    benchmarks: ['first-key', 'challenge', 'mounts', 'relay', 'issuer'],
    isQuick: false,
    rounds: 9,
    throttle: 4,
    latency: 0,
    hasPeers: true,
    writes: false,
    asksHelp: false,
  })
})

test('the named benchmarks run, each once and in their own order', () => {
  expect(readOptions(['relay', 'first-key', 'relay']).benchmarks).toEqual(['first-key', 'relay'])
})

test.each([
  [['--quick'], { isQuick: true, rounds: 3 }],
  [['--quick', '--runs', '5'], { isQuick: true, rounds: 5 }],
  [['--throttle=2.5'], { throttle: 2.5 }],
  [['--latency', '100'], { latency: 100 }],
  [['--no-peers'], { hasPeers: false }],
  [['--json', 'a.json', '--write'], { json: 'a.json', writes: true }],
  [['-h'], { asksHelp: true }],
])('%j', (args, options) => {
  expect(readOptions(args)).toMatchObject(options)
})

test.each([
  [['first-kex'], 'There is no benchmark "first-kex"; there are first-key, challenge, mounts, relay, issuer.'],
  [['--fast'], "Unknown option '--fast'."],
  [['--runs'], "Option '--runs <value>' argument missing."],
  [['--runs', 'many'], '--runs must be a number from 1 on, not "many".'],
  [['--runs', '0'], '--runs must be a number from 1 on, not "0".'],
  [['--runs', '2.5'], '--runs must be a whole number, not 2.5.'],
  [['--throttle', 'Infinity'], '--throttle must be a number from 1 on, not "Infinity".'],
])('%j is refused by name', (args, message) => {
  expect(() => readOptions(args)).toThrow(new Error(message))
})
