/** An engine process that goes wrong in the way that the work's output path names. */
process.on('message', (message: { id: number; work: { out: string } }) => {
  const { id, work } = message
  const say = (reply: Record<string, unknown>) => process.send?.({ id, ...reply })
  const faults: Record<string, () => void> = {
    crash: () => process.kill(process.pid, 'SIGSEGV'),
    exit: () => process.exit(0),
    hang: () => {
      for (;;);
    },
    garbage: () => say({ kind: 'nonsense' }),
    memory: () => {
      const hoard: Buffer[] = []
      setInterval(() => hoard.push(Buffer.alloc(64 << 20, hoard.length + 1)), 20)
    },
    throw: () => say({ kind: 'failed', errorName: '', message: 'Error: at /home/secret' }),
    refuse: () => say({ kind: 'failed', errorName: 'FILE_DAMAGED', message: '图片已损坏' }),
    work: () => {
      say({ kind: 'progress', value: 0.5, step: '一半' })
      say({ kind: 'done', result: { type: 'image/png', width: process.pid, height: 1 } })
    },
  }
  faults[work.out]?.()
})
