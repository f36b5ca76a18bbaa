// Runs alone, or before a program that it is loaded with, and prints ten times a second whether `__proto__` exists.
let ticks = 0
setInterval(() => {
  const seen = '__proto__' in {} ? 'with' : 'without'
  process.stdout.write(`tick ${++ticks} ${seen} __proto__\n`)
}, 100)
