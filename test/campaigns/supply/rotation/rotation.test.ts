import { describe, expect, test } from 'vitest'
import { rotations } from './rotations.ts'
import { runRotation } from './run-rotation.ts'
import { ours, theirs } from '../../../support/signing-keys.ts'

describe.each(rotations(ours, theirs))('replacing $what under load', (rotation) => {
  test('fails no payment', async () => {
    const { failures, payments, refused } = await runRotation(rotation, rotation.steps, 2)
    expect(failures).toEqual([])
    expect(refused).toBe(0)
    expect(payments).toBeGreaterThan(15)
  })

  test('too early fails some, so that the measure is one', async () => {
    expect((await runRotation(rotation, rotation.tooEarly, 2)).failures).not.toEqual([])
  })
})
