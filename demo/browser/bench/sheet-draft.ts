import { put, type Path } from './schema-form.ts'

/** The request in the form, made of what is known until a person's hand has touched it. */
export interface SheetDraft {
  readonly value: unknown
  /** Makes it anew, whatever was typed. */
  renew(): void
  /** Makes it anew unless something was typed. */
  refresh(): void
  set(path: Path, value: unknown): void
}

export function buildSheetDraft(make: () => unknown): SheetDraft {
  let value: unknown = {}
  let isTouched = false
  return {
    get value() {
      return value
    },
    renew() {
      value = make()
      isTouched = false
    },
    refresh() {
      if (!isTouched) value = make()
    },
    set(path, typed) {
      value = put(value, path, typed)
      isTouched = true
    },
  }
}
