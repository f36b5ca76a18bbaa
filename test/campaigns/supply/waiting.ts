// Waits by itself, or ahead of a program that it is loaded with, and says ten times a second what it sees.
let ticks = 0
setInterval(() => {
  const seen = '__proto__' in {} ? 'with' : 'without'
  process.stdout.write(`tick ${++ticks} ${seen} __proto__\n`)
}, 100)
