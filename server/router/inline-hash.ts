import { createHash } from 'node:crypto'

/** The source of a Content-Security-Policy that allows one inline script or style, with its quotes. */
export const inlineHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
