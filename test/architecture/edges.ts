/** The inputs that make code return another result at another time. */
export const impurities: Readonly<Record<string, RegExp>> = {
  clock: /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.now\b/,
  timer: /\b(?:setTimeout|setInterval|setImmediate)\s*\(/,
  random: /\bMath\.random\b|\brandomUUID\b|\bgetRandomValues\b|\brandomBytes\b|\brandomInt\b/,
  network:
    /(?<![.\w])fetch\s*\(|\b(?:globalThis|window|self)\.fetch\b|\bnew (?:XMLHttpRequest|WebSocket|EventSource)\b|\bsendBeacon\s*\(/,
}

/** The only files that may use them: the ports, and the entry points that pass the real implementations in. */
export const edges: Readonly<Record<string, string>> = {
  'server/ports/system.ts': 'is the clock, the random source and the network',
  'server/ports/wall-clock.ts': 'is the time of day',
  'server/ports/web-fetch.ts': "is the platform's fetch",
  'server/ports/line-output.ts': 'is the standard output, which it tries again while it is full',
  'server/cli.ts': 'hands the real parts over',
  'server/sandbox.ts': 'hands the real parts over',
  'src/browser/clock.ts': "is the browser's clock",
  'src/browser/random.ts': "is the browser's chance",
  'server/sandbox/console/console-script.ts': "is text for the console's page",
  'server/proxy/static-files/documents.ts': 'has the script of the document that begins to read the order',
  'src/card-frame/main.ts': 'hands the real parts over',
  'src/challenge-frame/main.ts': 'hands the real parts over',
  'src/payment-form.ts': 'hands the real parts over, as the loader does',
  'src/loader.ts': 'hands the real parts over, where what is shared is what could not be loaded',
}
