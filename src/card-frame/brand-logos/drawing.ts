import type { Drawing } from '../form/badge.ts'
import type { VNode } from '../vdom/h.ts'
import { drawn, type Marks } from './drawn.ts'
import { frequentMarks } from './frequent.ts'

/** Longer names could not be read at the size of a mark. */
const MAX_NAME_LENGTH = 9

/**
 * Draws the marks of brands. The first of a rare brand loads those of all rare ones, and calls `arrived` then: until
 * they are there, or where they cannot be had, such a brand has no mark.
 */
export function drawingWith(load: () => Promise<{ readonly marks: Marks }>, arrived: () => void): Drawing {
  const drawings = new Map<string, readonly VNode[]>()
  const add = (marks: Marks): void => {
    for (const id in marks) drawings.set(id, drawn(marks[id]!))
  }
  let isAsked = false
  const ask = async (): Promise<void> => {
    isAsked = true
    try {
      add((await load()).marks)
      arrived()
    } catch {
      isAsked = false // by the next key there may be a connection
    }
  }
  add(frequentMarks)
  return ({ id, name = '' }) => {
    // A stored card of a system that is in no table.
    if (id === 'unknown') return name.length > MAX_NAME_LENGTH ? undefined : word(name)
    if (!drawings.has(id) && !isAsked) void ask()
    return drawings.get(id)
  }
}

/** A brand without a mark, by its name. */
function word(name: string): readonly VNode[] {
  const size = Math.min(10, 46 / name.length)
  return drawn(['#4a5262', ['#fff', name, 19, 12 + size * 0.36, size, Math.min(32, name.length * size * 0.6)]])
}
